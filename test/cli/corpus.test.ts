import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { root, skillc } from "../helpers/command.ts";

const corpus = resolve(root, process.env["SKILLC_CORPUS"] ?? "../shared/corpus");
const there = existsSync(corpus);

function skillFiles(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    ({ name }) => name.toLowerCase() === "skill.md",
  ).length;
}

test.skipIf(!there)(
  `every skill of the corpus is judged in one run${there ? "" : " (skipped: no corpus here)"}`,
  () => {
    const { stdout } = skillc(["check", ".", "--format", "json"], { cwd: corpus });
    const { skills, diagnostics } = JSON.parse(stdout) as {
      skills: number;
      diagnostics: { file: string; line: number; column: number; message: string }[];
    };
    expect(skills).toBe(skillFiles(corpus));
    for (const { file, line, column, message } of diagnostics) {
      expect(existsSync(join(corpus, file)), file).toBe(true);
      expect(line).toBeGreaterThanOrEqual(1);
      expect(column).toBeGreaterThanOrEqual(1);
      expect(message).not.toBe("");
    }
  },
);
