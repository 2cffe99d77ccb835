import { plugin } from "./plugin.ts";

/** The plugin for esbuild: `plugins: [skillc()]`. */
export const skillc: typeof plugin.esbuild = plugin.esbuild;

export default skillc;
