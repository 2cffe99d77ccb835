import { plugin } from "./plugin.ts";

/** The plugin for esbuild: `plugins: [skillc()]`. */
export default plugin.esbuild;
