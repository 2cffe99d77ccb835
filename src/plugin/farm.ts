import { plugin } from "./plugin.ts";

/** The plugin for Farm: `plugins: [skillc()]`. */
export const skillc: typeof plugin.farm = plugin.farm;

export default skillc;
