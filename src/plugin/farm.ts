import { plugin } from "./plugin.ts";

/** The plugin for Farm: `plugins: [skillc()]`. */
export const skillc: typeof plugin.farm = plugin.farm;

// The settings of bundlers import their plugins by default.
export default skillc;
