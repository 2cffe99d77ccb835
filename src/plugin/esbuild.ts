import { plugin } from "./plugin.ts";

/** The plugin for esbuild: `plugins: [skillc()]`. */
export const skillc: typeof plugin.esbuild = plugin.esbuild;

// The settings of bundlers import their plugins by default.
export default skillc;
