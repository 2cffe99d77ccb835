import type { Input, Output, Tools } from "./skill.js";

/**
 * Asks another model's command-line program to review a diff and compares both reviews. Use when the user wants a second opinion on a change before it is merged.
 * Copy this file before you fill it in: it is written anew.
 */
export function handle(input: Input, tools: Tools): Promise<Output> {
  const asked = JSON.stringify({ input, tools: Object.keys(tools) });
  return Promise.reject(new Error("second-opinion has no handler yet: " + asked));
}
