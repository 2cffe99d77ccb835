import type { Program } from "../../src/ir/program.ts";
import type { Prompt, Skill } from "../../src/ir/skill.ts";
import { frontMatterText } from "../../src/language/front-matter.ts";
import type { OutputFile } from "../../src/target/target.ts";
import type { Choice } from "./dialect.ts";

/** The folder below a package whose sub-folders CangjieMagic reads as skills. */
export const skillRoot = "skills";

/** Why the instructions of a program cannot be files; undefined where they can, or where nobody asks for it. */
export function folderProblem(
  { skills }: Program,
  lams: number,
  { dialect, inFolder }: Choice,
): string | undefined {
  if (!inFolder) return undefined;
  if (!dialect.skillRoot) return "its dialect has no `skillRoot`";
  if (lams !== 1) return "each of its steps is an agent of its own";
  const injecting = skills.filter(({ kind }) => kind === "skill");
  const illegal = injecting.find(({ name }) => !isLegalName(name));
  if (illegal !== undefined) return `\`${illegal.name}\` is no name of a folder that CangjieMagic reads`;
  const long = injecting.find(({ description }) => [...description].length > 1024);
  if (long !== undefined) return `the description of \`${long.name}\` has more than 1,024 characters`;
  return injecting.length === 0 ? "it has no instructions" : undefined;
}

/** At most 64 characters, no hyphen first and none twice. Source: CangjieMagic 2026, `package_docs/skill.md`. */
function isLegalName(name: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64;
}

/** `skills/<name>/SKILL.md` and the files beside it, which are copied. */
export function skillFiles({ skills }: Program): readonly OutputFile[] {
  return skills
    .filter(({ kind }) => kind === "skill")
    .flatMap((skill) => [
      { path: `${skillRoot}/${skill.name}/SKILL.md`, text: skillMd(skill), layout: "verbatim" as const },
      ...skill.about.bundled.map(({ path, source }) => ({
        path: `${skillRoot}/${skill.name}/${path}`,
        text: "",
        layout: "verbatim" as const,
        copyOf: source,
      })),
    ]);
}

function skillMd({ name, description, prompt, about }: Skill): string {
  const { license, compatibility, allowedTools, metadata } = about;
  const frontMatter = frontMatterText({
    name,
    description,
    license: license?.text,
    compatibility: compatibility?.text,
    metadata: new Map(metadata.map(({ key, text }) => [key, text])),
    allowedTools: allowedTools?.text,
  });
  return frontMatter + instructions(prompt);
}

/** The parts of a prompt under the headings that the pattern `APE` gives them. */
function instructions(prompt: Prompt): string {
  if (prompt.kind === "text") return prompt.text;
  const { action, purpose, expectation } = prompt;
  return Object.entries({ Action: action, Purpose: purpose, Expectation: expectation })
    .map(([heading, text]) => `## ${heading}\n${text}${text.endsWith("\n") ? "" : "\n"}`)
    .join("");
}

/** What the agent is told beside the list of its skills, which CangjieMagic appends. */
export const folderPrompt = "Use the available skills when one fits the task.\n";
