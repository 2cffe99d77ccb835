import type { Input, Output, Tools } from "./skill.js";

/**
 * Runs the tests of a project, fixes one failure at a time and verifies each fix. Use when tests fail, when a bug is reported, or before a release.
 * Copy this file before you fill it in: it is written anew.
 */
export function handle(input: Input, tools: Tools): Promise<Output> {
  const asked = JSON.stringify({ input, tools: Object.keys(tools) });
  return Promise.reject(new Error("qa has no handler yet: " + asked));
}
