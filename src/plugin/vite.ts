import { plugin } from "./plugin.ts";

/** The plugin for Vite: `plugins: [skillc()]`. */
export const skillc: typeof plugin.vite = plugin.vite;

// The settings of bundlers import their plugins by default.
export default skillc;
