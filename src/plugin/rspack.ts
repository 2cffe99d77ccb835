import { plugin } from "./plugin.ts";

/** The plugin for Rspack: `plugins: [skillc()]`. */
export const skillc: typeof plugin.rspack = plugin.rspack;

export default skillc;
