import { plugin } from "./plugin.ts";

/** The plugin for Rspack: `plugins: [skillc()]`. */
export default plugin.rspack;
