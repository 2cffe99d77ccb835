import { plugin } from "./plugin.ts";

/** The plugin for Vite: `plugins: [skillc()]`. */
export const skillc: typeof plugin.vite = plugin.vite;

export default skillc;
