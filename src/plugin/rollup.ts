import { plugin } from "./plugin.ts";

/** The plugin for Rollup: `plugins: [skillc()]`. */
export const skillc: typeof plugin.rollup = plugin.rollup;

// The settings of bundlers import their plugins by default.
export default skillc;
