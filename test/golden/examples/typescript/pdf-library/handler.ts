import type { Input, Output, Tools } from "./skill.js";

/**
 * Reads, splits, merges and fills PDF files with bundled Python scripts. Use when the user works with PDF files: extracting text or tables, combining documents, or filling in a form.
 * Copy this file before you fill it in: it is written anew.
 */
export function handle(input: Input, tools: Tools): Promise<Output> {
  const asked = JSON.stringify({ input, tools: Object.keys(tools) });
  return Promise.reject(new Error("pdf-library has no handler yet: " + asked));
}
