import { plugin } from "./plugin.ts";

/** The plugin for Rollup: `plugins: [skillc()]`. */
export const skillc: typeof plugin.rollup = plugin.rollup;

export default skillc;
