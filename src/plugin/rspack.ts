import { plugin } from "./plugin.ts";

/** The plugin for Rspack: `plugins: [skillc()]`. */
export const skillc: typeof plugin.rspack = plugin.rspack;

// The settings of bundlers import their plugins by default.
export default skillc;
