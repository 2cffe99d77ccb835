import { plugin } from "./plugin.ts";

/** The plugin for Vite: `plugins: [skillc()]`. */
export default plugin.vite;
