import type { Program } from "../../src/ir/program.ts";
import { isXmlText } from "../../src/language/xml.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import type { Entry } from "./entries.ts";
import { activationTool, entriesOf } from "./entries.ts";

const diagnostics = defineDiagnostics({
  "target/catalog-no-activation-tool": {
    severity: "warning",
    message: (p: { name: string; tool: string }) =>
      `The catalogue of \`${p.name}\` tells the model to call \`${p.tool}\`, which is not among the tools of the agent.`,
    help: (p: { tool: string }) => `Add \`${p.tool}\` to \`mcp.localTools\` of the agent.`,
    docs: `A catalogue lists skills by name and description; the instructions of one come when the model calls the tool that the
catalogue names. If the agent does not have that tool, the model sees skills that it can never load: it invents what they
say, or calls a tool that does not exist. Source: "How to add skills support to your agent", which lets a tool with an
enum of names load a skill.

Wrong:

\`\`\`yaml
mcp: {localTools: [ReadFile]}
skills: [release-notes]
\`\`\`

Right:

\`\`\`yaml
mcp: {localTools: [ReadFile, activate_skill]}
skills: [release-notes]
\`\`\`

An agent that has \`skill\`, \`Skill\`, \`load_skill\`, \`use_skill\` or \`read_skill\` instead gets a catalogue that names it.`,
  },
  "target/catalog-hidden": {
    severity: "info",
    message: (p: { name: string }) =>
      `\`${p.name}\` is not in the catalogue, because it says \`disable-model-invocation: true\`.`,
    docs: `A skill with \`disable-model-invocation: true\` is started by its user alone. A model that sees it in a catalogue may start
it all the same, so it is left out.

Delete the key for the model to choose the skill by itself.`,
  },
  "target/catalog-no-description": {
    severity: "warning",
    message: (p: { name: string }) =>
      `\`${p.name}\` is not in the catalogue, because it has no description by which a model could choose it.`,
    help: "Add `description: …`, which says what the skill does and when to use it.",
    docs: `The description is all that a model knows of a skill before it loads it. One without a description is left out of a
catalogue, as every client does (Agent Skills specification, rule S9).

\`\`\`yaml
name: release-notes
description: Writes release notes from merged changes. Use when the user prepares a release.
\`\`\``,
  },
  "target/catalog-same-name": {
    severity: "warning",
    message: (p: { name: string; id: string }) =>
      `\`${p.name}\` in \`${p.id}\` is not in the catalogue, because another skill of that name stands there before it.`,
    help: "Give one of the two another `name`.",
    docs: `A model loads a skill by its name, so a catalogue holds each name once: the first in the order of mounting. The other could
never be loaded.

Give one of the two another \`name\`.`,
  },
  "target/catalog-character": {
    severity: "warning",
    message: (p: { name: string }) =>
      `The catalogue entry of \`${p.name}\` holds a character that XML has no form for, and a strict reader refuses the whole catalogue.`,
    help: "Delete the control character from name and description.",
    docs: `XML 1.0 has no form for most control characters, for halves of surrogate pairs, and for U+FFFE and U+FFFF. The catalogue
holds them as references such as \`&#x0;\`, so that nothing is lost where a lenient program or a model reads it; a strict
XML parser stops at the first one and loses every skill of the catalogue.

Delete the character; it is not to be seen in most editors, and came by copying as a rule.`,
  },
});

/** The diagnostics of the catalog target. */
export const catalogDiagnostics = diagnostics;

/** What the catalogue of a program leaves out, and what its reader may lack. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  const entries = entriesOf(program);
  for (const entry of entries) yield* entryNotes(entry);
  const { name: tool, isMissing } = activationTool(program);
  const { span, skills } = program.agent;
  // An agent that lists its skills has one catalogue; those of each skill alone say nothing of it.
  const isOwn = program.whole === true || skills === undefined;
  if (isMissing && isOwn && span !== undefined && entries.some(({ leftOut }) => leftOut === undefined)) {
    yield diagnostics.create("target/catalog-no-activation-tool", span, { name: program.name, tool });
  }
}

function* entryNotes({ skill, leftOut }: Entry): Iterable<Diagnostic> {
  const { name, description, id, spans } = skill;
  switch (leftOut) {
    case "hidden":
      yield diagnostics.create("target/catalog-hidden", spans.name, { name });
      break;
    case "no-description":
      yield diagnostics.create("target/catalog-no-description", spans.description, { name });
      break;
    case "same-name":
      yield diagnostics.create("target/catalog-same-name", spans.name, { name, id });
      break;
    case undefined:
      if (!isXmlText(name + description)) {
        yield diagnostics.create("target/catalog-character", spans.description, { name });
      }
  }
}
