import { plugin } from "./plugin.ts";

/** The plugin for webpack: `plugins: [skillc()]`. */
export const skillc: typeof plugin.webpack = plugin.webpack;

// The settings of bundlers import their plugins by default.
export default skillc;
