import type { Program } from "../../src/ir/program.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import type { Span } from "../../src/report/source.ts";
import { mayModelInvoke } from "../../src/target/invocation.ts";
import { isSchemaObject } from "../../src/target/schema/node.ts";
import type { Widening } from "./schema.ts";
import type { SkillTool } from "./tool.ts";
import { toolsOf } from "./tool.ts";

/** Hosts call a tool `mcp__server__tool`, and the model APIs behind them take 64 characters. */
const longestName = 48;
/** OpenAI Chat Completions refuses a longer description, and Claude Code cuts at twice as many. In characters. */
const longestDescription = 1024;
/** What Claude takes as the name of an argument; one other makes it refuse the whole request. */
const legalKey = /^[a-zA-Z0-9_.-]{1,64}$/;

const diagnostics = defineDiagnostics({
  "target/mcp-renamed": {
    severity: "info",
    message: (p: { name: string; renamed: string }) =>
      `The MCP tool of \`${p.name}\` is called \`${p.renamed}\`, because hosts take 1 to 64 letters, digits, \`_\` and \`-\`, and each name once.`,
    docs: `MCP allows dots in the name of a tool and asks for no more than 128 characters, but its hosts hand the tools on to a
model: OpenAI and Claude take ASCII letters, digits, underscores and hyphens, at most 64 of them, and refuse the whole
request for one other name. A skill with another name keeps what is legal of it, and a short hash is added, so that two
names never become one: \`搜索工具\` becomes \`skill_\` and eight digits. The hash is the same in every run.

Use a name such as \`release-notes\` to keep it as it is.`,
  },
  "target/mcp-long-name": {
    severity: "info",
    message: (p: { name: string; length: number }) =>
      `The MCP tool \`${p.name}\` has a name of ${p.length} characters, and a host that puts the name of its server before it may pass the limit of 64.`,
    help: `Shorten the name to ${longestName} characters.`,
    docs: `Hosts tell the tools of several servers apart by a prefix: Claude Code calls a tool \`mcp__server__tool\`. The model APIs
behind them take at most 64 characters, and refuse the whole request for a longer name.

A name of at most ${longestName} characters leaves room for the prefix.`,
  },
  "target/mcp-wider": {
    severity: "info",
    message: (p: { name: string; what: string; because: string; place: string; more: number }) =>
      `The MCP tool of \`${p.name}\` accepts more than its ${p.what} schema, because ${p.because}${
        p.place === "" ? "" : ` at \`${p.place}\``
      }${p.more === 0 ? "" : ` (and ${p.more} more)`}.`,
    docs: `MCP clients check schemas with validators of different age. Those of the first SDK read draft 7 of JSON Schema, those of
the second 2020-12. A keyword that only one of them knows is dropped by the other, and some make a client refuse every
tool of the server: a pattern that does not compile, a reference to nothing, \`required: null\`.

skillc therefore writes only what both read alike. What it can, it says in other words: references are written out,
\`dependentRequired\` becomes a condition, \`exclusiveMinimum: true\` a number. Where no words are left, the tool accepts
more than the skill does, never less; whoever answers the call checks the rest. \`skillc serve\` checks arguments against
the schema of the skill itself.

Wider, since the two positions of the list cannot be told apart in draft 7:

\`\`\`yaml
prefixItems: [{type: string}, {type: integer}]
items: false
\`\`\`

Exact:

\`\`\`yaml
type: object
properties: {name: {type: string}, count: {type: integer}}
required: [name, count]
additionalProperties: false
\`\`\``,
  },
  "target/mcp-long-description": {
    severity: "info",
    message: (p: { name: string; length: number }) =>
      `The description of \`${p.name}\` has ${p.length} characters; hosts of MCP tools refuse or cut it at ${longestDescription} or 2,048.`,
    help: `Shorten the description to ${longestDescription} characters.`,
    docs: `A host hands the description of a tool on to its model. OpenAI Chat Completions refuses a request in which one has more
than 1,024 characters, and Claude Code cuts the text of an MCP tool at 2,048. skillc never cuts a description, since its
end often says when the skill is not to be used.`,
  },
  "target/mcp-user-only": {
    severity: "warning",
    message: (p: { name: string }) =>
      `\`${p.name}\` is no MCP tool, because it says \`disable-model-invocation: true\`, and it is the model that calls a tool.`,
    docs: `A skill with \`disable-model-invocation: true\` is started by its user alone, often because it deploys, deletes or sends
something. MCP has no tools that only a user can call, so the skill is left out, and \`skillc serve\` does not serve it.

Delete the key for the model to start the skill by itself; or use the skill in a client that reads its SKILL.md.`,
  },
  "target/mcp-property-key": {
    severity: "info",
    message: (p: { name: string; key: string }) =>
      `The argument \`${p.key}\` of \`${p.name}\` has a name that Claude refuses in a tool: it takes 1 to 64 letters, digits, \`_\`, \`.\` and \`-\`.`,
    help: "Rename the property of the input schema, for example to `filter_id`.",
    docs: `Hosts hand the schema of an MCP tool on to a model. Claude refuses a request with a tool whose arguments have names such
as \`filter[id]\`, \`$top\` or \`@type\`, or more than 64 characters: not the one tool, but the whole request. skillc keeps
the name, since a call with another one would not fit the skill.`,
  },
});

/** The diagnostics of the mcp target. */
export const mcpDiagnostics = diagnostics;

/** What a program's tools change, or what hosts may make of them. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  for (const { kind, name, spans, ...skill } of program.skills) {
    if (kind === "skill" && !mayModelInvoke(skill)) {
      yield diagnostics.create("target/mcp-user-only", spans.name, { name });
    }
  }
  for (const entry of toolsOf(program)) {
    yield* nameNotes(entry);
    yield* schemaNotes(entry);
    const { name, description, spans } = entry.skill;
    const length = [...description].length;
    if (length > longestDescription) {
      yield diagnostics.create("target/mcp-long-description", spans.description, { name, length });
    }
  }
}

function* nameNotes({ skill, tool }: SkillTool): Iterable<Diagnostic> {
  const { name, spans } = skill;
  if (tool.name !== name) {
    yield diagnostics.create("target/mcp-renamed", spans.name, { name, renamed: tool.name });
  } else if (name.length > longestName) {
    yield diagnostics.create("target/mcp-long-name", spans.name, { name, length: name.length });
  }
}

function* schemaNotes({ skill, tool, wider }: SkillTool): Iterable<Diagnostic> {
  const { name, spans } = skill;
  yield* widerNotes(name, "input", wider.input, spans.input);
  yield* widerNotes(name, "output", wider.output, spans.output);
  const properties = tool.inputSchema["properties"];
  for (const key of isSchemaObject(properties) ? Object.keys(properties) : []) {
    if (!legalKey.test(key)) yield diagnostics.create("target/mcp-property-key", spans.input, { name, key });
  }
}

function* widerNotes(
  name: string,
  what: string,
  [first, ...more]: readonly Widening[],
  span: Span,
): Iterable<Diagnostic> {
  if (first === undefined) return;
  const { because, path: place } = first;
  yield diagnostics.create("target/mcp-wider", span, { name, what, because, place, more: more.length });
}
