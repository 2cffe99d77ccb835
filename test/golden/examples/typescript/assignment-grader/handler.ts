import type { Input, Output, Tools } from "./skill.js";

/**
 * Grades a folder of student assignments against a rubric and writes a review report. Use when a teacher asks to grade, mark or review homework, essays or lab reports.
 * Copy this file before you fill it in: it is written anew.
 */
export function handle(input: Input, tools: Tools): Promise<Output> {
  const asked = JSON.stringify({ input, tools: Object.keys(tools) });
  return Promise.reject(new Error("assignment-grader has no handler yet: " + asked));
}
