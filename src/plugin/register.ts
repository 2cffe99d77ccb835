/** `node --import skillc/register app.mjs`: Node imports skills as the bundlers do. Options do not exist here: no tools. */
import { register } from "node:module";

register("./node-hooks.js", import.meta.url);
