import { plugin } from "./plugin.ts";

/** The plugin for Rollup: `plugins: [skillc()]`. */
export default plugin.rollup;
