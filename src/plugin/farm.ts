import { plugin } from "./plugin.ts";

/** The plugin for Farm: `plugins: [skillc()]`. */
export default plugin.farm;
