import type { Program } from "../../src/ir/program.ts";
import type { About, Skill } from "../../src/ir/skill.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import type { Span } from "../../src/report/source.ts";
import { isLegalName, skillName } from "../../src/target/skill-md.ts";
import { readersOfKey, readersOfMetadata } from "./readers.ts";

const diagnostics = defineDiagnostics({
  "target/agent-skills-client-key": {
    severity: "warning",
    message: (p: { key: string; readers: string }) =>
      `\`${p.key}\` moves under \`metadata\` in the portable form, where ${p.readers} no longer act${p.readers.includes(" and ") ? "" : "s"} on it.`,
    help: (p: { key: string; readers: string }) =>
      `Keep the SKILL.md as it is for ${p.readers}, or delete \`${p.key}\` where it is not needed.`,
    docs: `The portable form of a SKILL.md has only the fields of the Agent Skills specification at the top, because validators and
upload pages refuse any other key. A key that one client reads there, such as \`hooks\` or \`disable-model-invocation\`, is
kept under \`metadata\` as a text, but that client does not look for it there. The skill then behaves differently: a hook
does not run, or the model may start a skill that only the user was to start.

Not portable, since only some clients know the key:

\`\`\`yaml
name: deploy
description: Deploys the site. Use when the user says deploy.
disable-model-invocation: true
\`\`\`

Keep two copies of such a skill: the one as written for the clients named, and the portable one for the others.`,
  },
  "target/agent-skills-moved": {
    severity: "info",
    message: (p: { keys: string }) => `${p.keys} under \`metadata\` in the portable form.`,
    docs: `The Agent Skills specification knows six keys: \`name\`, \`description\`, \`license\`, \`compatibility\`, \`metadata\` and
\`allowed-tools\`. Another key at the top makes skills-ref, quick_validate and the upload of claude.ai refuse the skill. In
the portable form such a key stands under \`metadata\`, with the same value as a text; a list or a mapping becomes JSON.

\`\`\`yaml
version: 1.10              # as written
tags: [pdf, forms]
\`\`\`

\`\`\`yaml
metadata:                  # portable
  version: "1.10"
  tags: '["pdf","forms"]'
\`\`\`

No client that skillc knows acts on the moved keys.`,
  },
  "target/agent-skills-nested": {
    severity: "info",
    message: (p: { key: string; readers: string }) =>
      `\`${p.key}\` is no text, and becomes JSON in the portable form${p.readers === "" ? "" : `, where ${p.readers} does not read it`}.`,
    docs: `\`metadata\` is a mapping of texts to texts (Agent Skills specification, rule S13). Some loaders refuse a list or a mapping
there, and others print it in the notation of their language. The portable form writes such a value as JSON in a text, so
that every loader keeps the same characters:

\`\`\`yaml
metadata:
  openclaw: '{"requires":{"bins":["jq"]}}'
\`\`\`

OpenClaw acts on \`metadata.openclaw\` only where it is a mapping; for that key this is a warning. Keep the SKILL.md as written
for OpenClaw.`,
  },
  "target/agent-skills-renamed": {
    severity: "info",
    message: (p: { name: string; renamed: string; because: string }) =>
      `The portable form of \`${p.name}\` is called \`${p.renamed}\`, because ${p.because}.`,
    help: (p: { help: string }) => p.help,
    docs: `Every client accepts a name of 1 to 64 ASCII lower-case letters, digits and single hyphens, and several want it to be the
name of the folder (Agent Skills specification, rules S4 to S8). A skill with another name, or with the name of another
skill of the run, keeps what is legal of it, and a short hash is added, so that two names never become one. The hash is the
same in every run.

Use a name such as \`release-notes\` to keep it as it is.`,
  },
  "target/agent-skills-no-description": {
    severity: "warning",
    message: (p: { name: string }) =>
      `\`${p.name}\` has no description, so no SKILL.md is written for it: every client leaves such a skill out.`,
    help: "Add `description: …`, which says what the skill does and when to use it.",
    docs: `\`description\` is required in a SKILL.md (Agent Skills specification, rule S9). It is the only text that the model sees before
it chooses a skill; clients leave a skill without one out, most of them without a word. A \`skill.yml\` may do without,
which is enough for targets that do not choose between skills.

\`\`\`yaml
name: release-notes
description: Writes release notes from merged changes. Use when the user prepares a release.
\`\`\``,
  },
  "target/agent-skills-client-text": {
    severity: "warning",
    message: (p: { text: string; readers: string }) =>
      `\`${p.text}\` means something to ${p.readers} alone; the model of any other client reads these characters.`,
    help: "Write the path relative to the skill's folder, or say in words what the value is.",
    docs: `Some clients replace words in the instructions before the model sees them: Claude Code \`\${CLAUDE_SKILL_DIR}\` and
\`$ARGUMENTS\`, OpenClaw \`{baseDir}\`. Another client hands the characters to its model as they are. The portable form keeps
the instructions byte for byte, so such a word stays in it.

Wrong: \`Run \${CLAUDE_SKILL_DIR}/scripts/render.mjs\`

Right: \`Run scripts/render.mjs from the folder of this skill\`

The specification asks for paths relative to the skill's folder (rule S19), which every client understands.`,
  },
});

/** The diagnostics of the agent-skills target. */
export const agentSkillsDiagnostics = diagnostics;

/** What the portable form of a program changes or loses. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  const [skill] = program.skills;
  if (skill === undefined || program.whole === true || skill.kind === "restrict") return;
  if (skill.description === "") {
    yield noDescription(skill);
    return;
  }
  yield* renamedNote(skill, program.name);
  const text = skill.prompt.kind === "text" ? skill.prompt.text : "";
  yield* notesOfForm(skill.about, text, skill.spans.prompt);
}

/** Every client leaves a skill without a description out, so none is written. */
export function noDescription({ name, spans }: Skill): Diagnostic {
  return diagnostics.create("target/agent-skills-no-description", spans.whole, { name });
}

/** Says that a skill goes by another name; `unique` is its name among the skills of the run. */
export function* renamedNote(skill: Skill, unique: string): Iterable<Diagnostic> {
  const { name } = skill;
  const renamed = skillName(skill, unique);
  if (renamed === name) return;
  const why = isLegalName(name)
    ? { because: "another skill has the same name", help: "Give one of them another name." }
    : {
        because: "a name has 1 to 64 lower-case letters, digits and single hyphens",
        help: `Write \`name: ${renamed.replace(/-[0-9a-f]{8}$/, "")}\`.`,
      };
  yield diagnostics.create("target/agent-skills-renamed", skill.spans.name, { name, renamed, ...why });
}

/** What the portable form of a front matter changes, and words of the instructions that not every client knows. */
export function* notesOfForm(about: About, body: string, bodySpan: Span): Iterable<Diagnostic> {
  const plain = [];
  for (const { key, span } of about.others) {
    const readers = readersOfKey(key);
    if (readers === undefined) plain.push({ key, span });
    else yield diagnostics.create("target/agent-skills-client-key", span, { key, readers });
  }
  const [first] = plain;
  if (first !== undefined) {
    const keys = plain.map(({ key }) => `\`${key}\``).join(", ");
    const verb = plain.length === 1 ? "stands" : "stand";
    yield diagnostics.create("target/agent-skills-moved", first.span, { keys: `${keys} ${verb}` });
  }
  for (const field of [about.license, about.compatibility, ...about.metadata]) {
    if (field?.isJson !== true) continue;
    const { key, span } = field;
    const readers = readersOfMetadata(key);
    const severity = readers === undefined ? "info" : "warning";
    const parameters = { key, readers: readers ?? "" };
    yield diagnostics.create("target/agent-skills-nested", span, parameters, { severity });
  }
  yield* clientTexts(body, bodySpan);
}

const clientWords: readonly (readonly [word: RegExp, client: string, readers: string])[] = [
  [/\$\{CLAUDE_[A-Z_]+\}|\$ARGUMENTS\b/, "claude-code", "Claude Code"],
  [/\{baseDir\}/, "openclaw", "OpenClaw"],
];

/** One note for the words of each client but `own`; the second place of the same word says nothing new. */
export function* clientTexts(body: string, bodySpan: Span, own?: string): Iterable<Diagnostic> {
  for (const [word, client, readers] of clientWords) {
    if (client === own) continue;
    const found = word.exec(body);
    if (found === null) continue;
    const at = placeIn(bodySpan, body, found.index, found[0].length);
    yield diagnostics.create("target/agent-skills-client-text", at, { text: found[0], readers });
  }
}

/** A body stands in its file as it is; a prompt in YAML may be written with escapes, and is then named as a whole. */
function placeIn(whole: Span, text: string, from: number, length: number): Span {
  const start = whole.start + from;
  const isVerbatim = whole.file.text.startsWith(text, whole.start);
  return isVerbatim ? { ...whole, start, end: start + length } : whole;
}
