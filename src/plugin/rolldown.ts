import { plugin } from "./plugin.ts";

/** The plugin for Rolldown: `plugins: [skillc()]`. */
export default plugin.rolldown;
