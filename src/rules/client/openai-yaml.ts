import type { Entry, MapNode, Node } from "../../manifest/node.ts";
import { entryOf, find } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { nearest } from "../../report/near.ts";
import type { Span } from "../../report/source.ts";
import { firstLine } from "../../report/source.ts";
import type { Rule, Subject } from "../rule.ts";
import { form, isText } from "./values.ts";

const diagnostics = defineDiagnostics({
  "client/openai-yaml": {
    severity: "warning",
    message: (p: { flaw: string }) => `Codex passes over \`agents/openai.yaml\` in part or whole: ${p.flaw}.`,
    help: (p: { help: string | undefined }) => p.help,
    docs: `
\`agents/openai.yaml\` beside a SKILL.md says how Codex shows a skill and when it may use it, and a part of it has a form
that Codex does not take.

Codex ignores such a file with a warning in its log, and it fails open: with it goes \`allow_implicit_invocation: false\`, so
that a skill that only users should call is used by itself. The file holds \`interface\` (\`display_name\` of at most 64
characters, \`short_description\`, \`icon_small\` and \`icon_large\` below \`assets/\`, \`brand_color\` as \`#RRGGBB\`,
\`default_prompt\`), \`dependencies.tools\` (each with \`type\` and \`value\`) and \`policy\` (\`allow_implicit_invocation\`,
\`products\`). Source: openai/codex, \`core-skills/src/loader.rs\`.

Wrong:

\`\`\`yaml
interface:
  brand_color: teal
\`\`\`

Right:

\`\`\`yaml
interface:
  display_name: PDF forms
  brand_color: "#0F766E"
\`\`\`

To fix it, write the value in the form above, or remove the key.
`,
  },
});

interface Flaw {
  readonly at: Span;
  readonly flaw: string;
  readonly help?: string;
}

/** The keys and values of `agents/openai.yaml`. */
export const clientOpenaiYaml: Rule = {
  id: "client/openai-yaml",
  summary: "agents/openai.yaml has the keys and values that Codex reads.",
  declared: diagnostics.declared,
  *check(subject, { read, parseYaml }) {
    const listed = subject.manifest.source.siblings.find(({ path }) => path === "agents/openai.yaml")?.file;
    const file = listed === undefined ? undefined : read(listed);
    if (file === undefined) return;
    const { value, diagnostics: problems } = parseYaml(file, 0, file.text.length);
    const first = problems.find(({ severity }) => severity === "error");
    const flaws: Iterable<Flaw> =
      first !== undefined
        ? [
            {
              at: first.span,
              flaw: "its YAML cannot be read",
              ...(first.help === undefined ? {} : { help: first.help }),
            },
          ]
        : value === undefined
          ? []
          : value.kind === "map"
            ? flawsOf(value, subject)
            : [{ at: firstLine(file), flaw: `it is ${form(value)} and no mapping` }];
    for (const { at, flaw, help } of flaws)
      yield diagnostics.create("client/openai-yaml", at, { flaw, help });
  },
};

const sections = ["interface", "dependencies", "policy"];
const interfaceKeys = [
  "display_name",
  "short_description",
  "icon_small",
  "icon_large",
  "brand_color",
  "default_prompt",
];

function* flawsOf(root: MapNode, subject: Subject): Iterable<Flaw> {
  yield* misspelt(root, sections);
  for (const section of sections) {
    const entry = entryOf(root, section);
    if (entry === undefined || entry.value.kind === "map" || isNothing(entry.value)) continue;
    yield { at: entry.key.span, flaw: `\`${section}\` is ${form(entry.value)} and no mapping` };
  }
  const shown = find(root, "interface");
  if (shown?.kind === "map") yield* interfaceFlaws(shown, subject);
  const policy = find(root, "policy");
  if (policy?.kind === "map") yield* policyFlaws(policy);
  const tools = find(root, "dependencies", "tools");
  for (const tool of tools?.kind === "list" ? tools.items : []) yield* toolFlaws(tool);
}

function isNothing(node: Node): boolean {
  return node.kind === "scalar" && node.value === null;
}

function* misspelt(map: MapNode, known: readonly string[]): Iterable<Flaw> {
  const written = new Set(map.entries.map(({ key }) => key.text));
  for (const { key } of map.entries) {
    if (known.includes(key.text)) continue;
    const near = nearest(
      key.text,
      known.filter((name) => !written.has(name)),
    );
    if (near === undefined) continue;
    yield { at: key.span, flaw: `\`${key.text}\` is no key of it`, help: `Write \`${near}\`.` };
  }
}

function* interfaceFlaws(shown: MapNode, { manifest: { source } }: Subject): Iterable<Flaw> {
  yield* misspelt(shown, interfaceKeys);
  for (const { key, value } of shown.entries) {
    if (!interfaceKeys.includes(key.text) || isNothing(value)) continue;
    if (!isText(value)) {
      yield { at: value.span, flaw: `\`${key.text}\` is ${form(value)} and no text` };
      continue;
    }
    const length = [...value.text].length;
    if (key.text === "display_name" && length > 64) {
      yield { at: value.span, flaw: `\`display_name\` has ${length} characters, more than 64` };
    }
    if (key.text === "brand_color" && !/^#[\da-f]{6}$/i.test(value.text)) {
      const help = 'Write six hexadecimal digits in quotes: `brand_color: "#0F766E"`.';
      yield { at: value.span, flaw: `\`brand_color\` is no \`#RRGGBB\``, help };
    }
    if (key.text.startsWith("icon_")) yield* iconFlaws({ key, value }, value.text, source.siblings);
  }
}

function* iconFlaws(
  { key, value }: Entry,
  text: string,
  siblings: Subject["manifest"]["source"]["siblings"],
): Iterable<Flaw> {
  const path = text.replace(/^\.\//, "");
  if (!path.startsWith("assets/") || path.split("/").includes("..")) {
    const help = `Move the picture, and write \`${key.text}: ./assets/icon.svg\`.`;
    yield { at: value.span, flaw: `the picture of \`${key.text}\` is not below \`assets/\``, help };
  } else if (
    siblings.some((each) => each.path.startsWith("assets/")) &&
    !siblings.some((each) => each.path === path)
  ) {
    yield { at: value.span, flaw: `there is no picture \`${path}\`` };
  }
}

function* policyFlaws(policy: MapNode): Iterable<Flaw> {
  yield* misspelt(policy, ["allow_implicit_invocation", "products"]);
  const entry = entryOf(policy, "allow_implicit_invocation");
  if (entry === undefined || isNothing(entry.value)) return;
  if (entry.value.kind === "scalar" && typeof entry.value.value === "boolean") return;
  const flaw = `\`allow_implicit_invocation\` is ${form(entry.value)} and no truth value`;
  yield { at: entry.value.span, flaw, help: "Write `allow_implicit_invocation: false`." };
}

function* toolFlaws(tool: Node): Iterable<Flaw> {
  if (tool.kind !== "map") {
    yield { at: tool.span, flaw: `a tool of \`dependencies\` is ${form(tool)} and no mapping` };
    return;
  }
  for (const key of ["type", "value"]) {
    if (entryOf(tool, key) !== undefined) continue;
    const at = tool.entries[0]?.key.span ?? tool.span;
    yield { at, flaw: `a tool of \`dependencies\` has no \`${key}\``, help: `Add \`${key}: …\`.` };
  }
}
