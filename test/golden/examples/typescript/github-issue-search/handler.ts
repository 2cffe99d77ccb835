import type { Input, Output, Tools } from "./skill.js";

/**
 * Searches the issues of one GitHub repository and returns the matches as data. Use when the user describes a problem and wants to know whether it is already reported.
 * Copy this file before you fill it in: it is written anew.
 */
export function handle(input: Input, tools: Tools): Promise<Output> {
  const asked = JSON.stringify({ input, tools: Object.keys(tools) });
  return Promise.reject(new Error("github-issue-search has no handler yet: " + asked));
}
