import { plugin } from "./plugin.ts";

/** The plugin for webpack: `plugins: [skillc()]`. */
export default plugin.webpack;
