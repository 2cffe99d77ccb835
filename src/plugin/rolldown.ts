import { plugin } from "./plugin.ts";

/** The plugin for Rolldown: `plugins: [skillc()]`. */
export const skillc: typeof plugin.rolldown = plugin.rolldown;

// The settings of bundlers import their plugins by default.
export default skillc;
