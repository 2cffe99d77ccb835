import { plugin } from "./plugin.ts";

/** The plugin for webpack: `plugins: [skillc()]`. */
export const skillc: typeof plugin.webpack = plugin.webpack;

export default skillc;
