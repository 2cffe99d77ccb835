import { agentSchema, configSchema, deviceSchema, toolsSchema } from "../../grammar/schemas/data.ts";
import type { ManifestSchema } from "../../grammar/schemas/schema.ts";
import { contractSchema, frontMatterSchema } from "../../grammar/schemas/skill.ts";
import type { Diagnostic, Fix, Severity } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import { nearestOf, suggestion } from "../report/near.ts";
import type { Span } from "../report/source.ts";
import { writtenAsText } from "./as-text.ts";
import type { SkillManifest } from "./manifest.ts";
import type { MapNode, Node, ScalarNode } from "./node.ts";

export const shapeDiagnostics = defineDiagnostics({
  "manifest/unknown-key": {
    severity: "warning",
    message: (p: { key: string; where: string }) => `\`${p.key}\` is no key ${p.where}, so nothing reads it.`,
    help: (p: { help: string | undefined }) => p.help,
    docs: `
A key that nothing reads is usually a slip of the keyboard, and what it should have said is then missing without a word.
Inside \`interface:\` and other closed sections it is an error; at the top of a manifest, where other tools keep keys of their
own, only a near miss of a known key is reported.

    interface:
      effect_hint: io      # not effects_hint
`,
  },
  "manifest/wrong-type": {
    severity: "error",
    message: (p: { key: string; found: string; wanted: string }) =>
      `\`${p.key}\` is ${p.found}; it has to be ${p.wanted}.`,
    docs: `
The value has another form than the key takes: a text where a list is read, or a number where a mapping is. It is passed
over as if it were not there. YAML reads \`true\`, \`1.10\` and \`0755\` by its own rules; quote a value that is meant as text.
\`--fix\` does so. Where a reader may have made another text of the number (\`1.10\` became \`1.1\`), and where a list is joined to
one text, it is done with \`--unsafe-fixes\` only.
`,
  },
  "manifest/wrong-value": {
    severity: "error",
    message: (p: { key: string; value: string }) => `\`${p.key}\` has no value \`${p.value}\`.`,
    help: (p: { help: string | undefined }) => p.help,
    docs: "The key takes one of a few words, and this is none of them. The help lists them.",
  },
  "manifest/missing-key": {
    severity: "error",
    message: (p: { key: string; where: string }) => `The key \`${p.key}\` is missing ${p.where}.`,
    help: (p: { key: string }) => `Add \`${p.key}: …\`.`,
    docs: "The section cannot be understood without this key. Add it; the page of the section says what it holds.",
  },
  "manifest/not-a-mapping": {
    severity: "error",
    message: "The YAML is no mapping of keys to values.",
    help: "Write `key: value` lines.",
    docs: `
A manifest is a mapping: lines \`key: value\`. A list or a bare sentence between the fences has no name and no description,
and every loader leaves the skill out.
`,
  },
});

export type DataKind = "agent" | "device" | "tools" | "config";

const dataSchemas: Readonly<Record<DataKind, ManifestSchema>> = {
  agent: agentSchema,
  device: deviceSchema,
  tools: toolsSchema,
  config: configSchema,
};

export function notAMapping(at: Span): Diagnostic {
  return shapeDiagnostics.create("manifest/not-a-mapping", at, {});
}

/** Keys and forms of an agent, a device, a tool catalogue or a configuration. */
export function checkDataShape(root: MapNode, kind: DataKind): Diagnostic[] {
  return [...checkNode(root, dataSchemas[kind], { key: kind, where: `of ${articles[kind]}` })];
}

const articles: Readonly<Record<DataKind, string>> = {
  agent: "an agent",
  device: "a device",
  tools: "a tool catalogue",
  config: "the configuration",
};

/** Keys and forms of a skill: front matter and contract. */
export function checkSkillShape({ frontMatter, contract }: SkillManifest): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (frontMatter !== undefined) {
    // Anyone may add keys to front matter: only a near miss of a known key is worth a word.
    const place = { key: "front matter", where: "that any client knows" };
    found.push(...checkNode(frontMatter, frontMatterSchema, place));
  }
  if (contract !== undefined) {
    found.push(...checkNode(contract, contractSchema, { key: "contract", where: "of `skill.yml`" }));
  }
  return found;
}

interface Place {
  readonly key: string;
  /** Completes “is no key …”. */
  readonly where: string;
}

function* checkNode(node: Node, schema: ManifestSchema, place: Place): Iterable<Diagnostic> {
  if (node.kind === "scalar" && node.value === null) return;
  if (schema.anyOf !== undefined) {
    const form = schema.anyOf.find((candidate) => hasForm(node, candidate));
    if (form === undefined) yield wrongType(node, place, schema.anyOf.map(wantedForm).join(" or "));
    else yield* checkNode(node, form, place);
    return;
  }
  if (!hasForm(node, schema)) {
    yield wrongType(node, place, wantedForm(schema));
    return;
  }
  if (node.kind === "map" && schema.type === "object") yield* checkMap(node, schema, place);
  if (node.kind === "list" && schema.items !== undefined) {
    for (const item of node.items) yield* checkNode(item, schema.items, { ...place, key: place.key });
  }
  if (node.kind === "scalar" && schema.enum !== undefined) yield* checkWord(node, schema.enum, place);
}

function* checkWord(node: ScalarNode, words: readonly string[], { key }: Place): Iterable<Diagnostic> {
  if (words.includes(node.text)) return;
  const near = nearestOf(node.text, words);
  const fix = near?.certain === true ? renaming(node.span, near.name) : undefined;
  const parameters = { key, value: node.text, help: suggestion(node.text, words) };
  yield shapeDiagnostics.create("manifest/wrong-value", node.span, parameters, { fix });
}

function* checkMap(node: MapNode, schema: ManifestSchema, place: Place): Iterable<Diagnostic> {
  const known = schema.properties ?? {};
  const written = new Set(node.entries.map(({ key }) => key.text));
  for (const { key, value } of node.entries) {
    const property = Object.hasOwn(known, key.text) ? known[key.text] : undefined;
    const inner = { key: key.text, where: `of \`${key.text}\`` };
    if (property !== undefined) yield* checkNode(value, property, inner);
    else if (typeof schema.additionalProperties === "object")
      yield* checkNode(value, schema.additionalProperties, inner);
    else yield* unknownKey(key.text, key.span, schema, place, written);
  }
  for (const key of schema.required ?? []) {
    if (node.entries.some((entry) => entry.key.text === key)) continue;
    const at = { ...node.span, end: Math.min(node.span.end, firstLineEnd(node.span)) };
    yield shapeDiagnostics.create("manifest/missing-key", at, {
      key,
      where: place.where.replace(/^of /, "in "),
    });
  }
}

function firstLineEnd(at: Span): number {
  const length = at.file.text.slice(at.start).search(/[\r\n]/);
  return length === -1 ? at.end : at.start + length;
}

function* unknownKey(
  key: string,
  at: Span,
  schema: ManifestSchema,
  place: Place,
  written: ReadonlySet<string>,
): Iterable<Diagnostic> {
  const closed = schema.additionalProperties === false;
  // A key that is there already is not what this one was meant to be.
  const candidates = Object.keys(schema.properties ?? {}).filter((name) => !written.has(name));
  const near = nearestOf(key, candidates);
  if (!closed && near === undefined) return;
  const severity: Severity = closed ? "error" : "warning";
  const help = near === undefined ? suggestion(key, candidates) : `Write \`${near.name}\`.`;
  const fix = near?.certain === true ? renaming(at, near.name) : undefined;
  yield shapeDiagnostics.create(
    "manifest/unknown-key",
    at,
    { key, where: place.where, help },
    { severity, fix },
  );
}

/** Unsafe: what nothing has read so far is read afterwards. */
function renaming(at: Span, name: string): Fix {
  return {
    title: `Write \`${name}\``,
    safety: "unsafe",
    edits: [{ span: at, replacement: name }],
  };
}

function hasForm(node: Node, { type }: ManifestSchema): boolean {
  if (type === undefined) return true;
  switch (type) {
    case "object":
      return node.kind === "map";
    case "array":
      return node.kind === "list";
    case "string":
      return node.kind === "scalar" && typeof node.value === "string";
    case "boolean":
      return node.kind === "scalar" && typeof node.value === "boolean";
    case "number":
      return node.kind === "scalar" && typeof node.value === "number";
    case "integer":
      return node.kind === "scalar" && Number.isInteger(node.value);
  }
}

function wrongType(node: Node, { key }: Place, wanted: string): Diagnostic {
  const parameters = { key, found: foundForm(node), wanted };
  return shapeDiagnostics.create("manifest/wrong-type", node.span, parameters, {
    fix: wanted === "a text" ? writtenAsText(node, key) : undefined,
  });
}

function foundForm(node: Node): string {
  if (node.kind === "map") return "a mapping";
  if (node.kind === "list") return "a list";
  switch (typeof node.value) {
    case "number":
      return `the number \`${node.text}\``;
    case "boolean":
      return `the truth value \`${node.text}\``;
    default:
      return "a text";
  }
}

function wantedForm({ type, items }: ManifestSchema): string {
  if (type === undefined) return "something else";
  switch (type) {
    case "object":
      return "a mapping";
    case "array":
      return items?.type === "string" ? "a list of texts" : "a list";
    case "string":
      return "a text";
    case "boolean":
      return "`true` or `false`";
    case "number":
      return "a number";
    case "integer":
      return "a whole number";
  }
}
