import type { MapNode, Node } from "../../manifest/node.ts";
import { entryOf, find } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { nearest } from "../../report/near.ts";
import type { Span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { form, isText } from "./values.ts";

const diagnostics = defineDiagnostics({
  "client/openclaw": {
    severity: "warning",
    message: (p: { flaw: string }) => `OpenClaw does not take what \`metadata.openclaw\` says: ${p.flaw}.`,
    help: (p: { help: string | undefined }) => p.help,
    docs: `
\`metadata.openclaw\` tells OpenClaw what a skill needs, and a part of it has a form that OpenClaw passes over.

What it passes over is not checked before the skill is offered: without \`requires.bins\` a skill is shown on machines that
lack its programs, and an \`install\` of an unknown kind is no button. \`os\` lists \`darwin\`, \`linux\` and \`win32\`; \`requires\`
holds lists of texts under \`bins\`, \`anyBins\`, \`env\` and \`config\`; each \`install\` has a \`kind\` of \`brew\`, \`node\`, \`go\`, \`uv\` or
\`download\`. Source: the OpenClaw documentation on skills and its \`frontmatter.ts\`.

Wrong:

\`\`\`yaml
metadata:
  openclaw: {os: [macos], requires: {bin: [jq]}}
\`\`\`

Right:

\`\`\`yaml
metadata:
  openclaw: {os: [darwin], requires: {bins: [jq]}}
\`\`\`

To fix it, write the word that the help proposes.
`,
  },
});

interface Flaw {
  readonly at: Span;
  readonly flaw: string;
  readonly help?: string | undefined;
}

/** The form of `metadata.openclaw`, and of `metadata.clawdbot`, its older name. */
export const clientOpenclaw: Rule = {
  id: "client/openclaw",
  summary: "metadata.openclaw has the form that OpenClaw reads.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter } }) {
    for (const name of ["openclaw", "clawdbot"]) {
      const block = find(frontMatter, "metadata", name);
      if (block?.kind !== "map") continue;
      for (const { at, flaw, help } of flawsOf(block)) {
        yield diagnostics.create("client/openclaw", at, { flaw, help });
      }
    }
  },
};

const systems = ["darwin", "linux", "win32"];
const otherNames: Readonly<Record<string, string>> = {
  macos: "darwin",
  mac: "darwin",
  osx: "darwin",
  windows: "win32",
  win: "win32",
  win64: "win32",
};
const needs = ["bins", "anyBins", "env", "config"];
const kinds = ["brew", "node", "go", "uv", "download"];
const keys = ["always", "emoji", "homepage", "skillKey", "primaryEnv", "os", "requires", "install"];

function* flawsOf(block: MapNode): Iterable<Flaw> {
  yield* misspelt(block, keys);
  yield* alwaysFlaws(entryOf(block, "always")?.value);
  const os = entryOf(block, "os")?.value;
  for (const item of os === undefined ? [] : os.kind === "list" ? os.items : [os]) yield* systemFlaws(item);
  const requires = entryOf(block, "requires");
  if (requires?.value.kind === "map") yield* needFlaws(requires.value);
  else if (requires !== undefined) {
    yield { at: requires.key.span, flaw: `\`requires\` is ${form(requires.value)} and no mapping` };
  }
  const install = entryOf(block, "install")?.value;
  for (const step of install?.kind === "list" ? install.items : []) yield* kindFlaws(step);
}

function* alwaysFlaws(always: Node | undefined): Iterable<Flaw> {
  if (always === undefined || (always.kind === "scalar" && typeof always.value === "boolean")) return;
  const flaw = `\`always\` is ${form(always)} and no truth value`;
  yield { at: always.span, flaw, help: "Write `always: true`." };
}

function* misspelt(map: MapNode, known: readonly string[]): Iterable<Flaw> {
  const written = new Set(map.entries.map(({ key }) => key.text));
  for (const { key } of map.entries) {
    if (known.includes(key.text)) continue;
    const free = known.filter((name) => !written.has(name));
    const near = nearest(key.text, free) ?? free.find((name) => name === `${key.text}s`);
    if (near === undefined) continue;
    yield { at: key.span, flaw: `\`${key.text}\` is no key of it`, help: `Write \`${near}\`.` };
  }
}

function* systemFlaws(item: Node): Iterable<Flaw> {
  const text = item.kind === "scalar" ? item.text : form(item);
  if (systems.includes(text)) return;
  const other = text.toLowerCase();
  const near = Object.hasOwn(otherNames, other) ? otherNames[other] : nearest(text, systems);
  yield {
    at: item.span,
    flaw: `\`${text}\` is no system that it knows`,
    help: `Write ${near === undefined ? "`darwin`, `linux` or `win32`" : `\`${near}\``}.`,
  };
}

function* needFlaws(requires: MapNode): Iterable<Flaw> {
  yield* misspelt(requires, needs);
  for (const { key, value } of requires.entries) {
    if (!needs.includes(key.text)) continue;
    const isList = value.kind === "list" && value.items.every(isText);
    // One text, with commas, is read as a list.
    if (isList || isText(value)) continue;
    yield { at: key.span, flaw: `\`${key.text}\` is no list of texts`, help: `Write \`${key.text}: [jq]\`.` };
  }
}

function* kindFlaws(step: Node): Iterable<Flaw> {
  if (step.kind !== "map") return;
  const kind = entryOf(step, "kind");
  if (kind === undefined) return;
  const text = kind.value.kind === "scalar" ? kind.value.text : form(kind.value);
  if (kinds.includes(text)) return;
  const near = nearest(text, kinds);
  yield {
    at: kind.value.span,
    flaw: `\`${text}\` is no \`kind\` of installation`,
    help: `Write ${near === undefined ? kinds.map((word) => `\`${word}\``).join(", ") : `\`${near}\``}.`,
  };
}
