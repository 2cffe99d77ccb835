import { plugin } from "./plugin.ts";

/** The plugin for Rolldown: `plugins: [skillc()]`. */
export const skillc: typeof plugin.rolldown = plugin.rolldown;

export default skillc;
