import type { Input, Output, Tools } from "./skill.js";

/**
 * Turns a Markdown file into a typeset PDF with a title page, table of contents and page numbers. Use when the user asks for a PDF, a printable version or a handout of a document.
 * Copy this file before you fill it in: it is written anew.
 */
export function handle(input: Input, tools: Tools): Promise<Output> {
  const asked = JSON.stringify({ input, tools: Object.keys(tools) });
  return Promise.reject(new Error("make-pdf has no handler yet: " + asked));
}
