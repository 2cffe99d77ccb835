import type { Diagnostic } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import type { Span } from "../report/source.ts";
import { span } from "../report/source.ts";
import type { SkillManifest } from "./manifest.ts";
import { get } from "./node.ts";

export const clashDiagnostics = defineDiagnostics({
  "manifest/clash": {
    severity: "error",
    message: (p: { key: string; here: string; there: string }) =>
      `The contract says \`${p.key}: ${p.here}\` and SKILL.md says \`${p.there}\`.`,
    help: (p: { key: string }) =>
      `Remove \`${p.key}\` from one of the two files, or write the same value in both.`,
    docs: `
A \`skill.yml\` beside a SKILL.md describes the same skill. Where both give a name, a description or a version, the two
must agree: a client reads SKILL.md, a deployment reads the contract, and both must mean one skill.
`,
  },
  "manifest/two-prompts": {
    severity: "error",
    message: "The contract has a `prompt`, and the body of SKILL.md is another one.",
    help: "Remove `prompt` from the contract, and keep the body of SKILL.md.",
    docs: `
The body of a SKILL.md is its prompt. A \`skill.yml\` beside it may describe types, effects and guards, and gives no second
prompt: a client would read one, and a compiled target the other.
`,
  },
});

/** Keys that identify a skill. A \`metadata\` or \`version\` of another tool's manifest is no clash of meaning. */
const keys = ["name", "description", "version"];

/** Values that SKILL.md and the contract beside it give differently. */
export function clashes({ frontMatter, contract, body }: SkillManifest): Diagnostic[] {
  if (frontMatter === undefined || contract === undefined) return [];
  const prompt = get(contract, "prompt");
  const written = prompt?.kind === "scalar" ? prompt.text : "";
  const twoPrompts =
    prompt !== undefined &&
    body !== undefined &&
    body.text.trim() !== "" &&
    written.trim() !== body.text.trim();
  const clash = twoPrompts
    ? [
        clashDiagnostics.create(
          "manifest/two-prompts",
          prompt.span,
          {},
          {
            related: [{ message: "SKILL.md has a body.", span: firstLineOf(body.span) }],
          },
        ),
      ]
    : [];
  const others = keys.flatMap((key) => {
    const here = get(contract, key);
    const there = get(frontMatter, key);
    if (here?.kind !== "scalar" || there?.kind !== "scalar" || here.text.trim() === there.text.trim())
      return [];
    const related = [{ message: "SKILL.md gives another value.", span: there.span }];
    const parameters = { key, here: shorten(here.text), there: shorten(there.text) };
    return [clashDiagnostics.create("manifest/clash", here.span, parameters, { related })];
  });
  return [...clash, ...others];
}

function firstLineOf(at: Span): Span {
  const from = at.start + Math.max(0, at.file.text.slice(at.start, at.end).search(/\S/));
  const end = at.file.text.slice(from, at.end).search(/[\r\n]/);
  return span(at.file, from, end === -1 ? at.end : from + end);
}

function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
