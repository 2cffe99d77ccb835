import type { SkillManifest } from "../../manifest/manifest.ts";
import { scanMarkdown } from "../../manifest/markdown.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { SourceFile, Span } from "../../report/source.ts";
import type { Rule, Setting } from "../rule.ts";
import type { BundledFiles } from "./files.ts";
import { bundledFiles, folderOf } from "./files.ts";
import { mentionsOf, resolved } from "./mentions.ts";

const diagnostics = defineDiagnostics({
  "reference/chained": {
    severity: "info",
    message: (p: { path: string; from: string }) =>
      `\`${p.path}\` is named by \`${p.from}\` alone, so a model finds it only after reading that file.`,
    help: (p: { path: string; from: string }) => `Name it in \`SKILL.md\` too: “read \`${p.path}\` when …”.`,
    docs: `
\`SKILL.md\` names a file, and only that file names the next one. A model often reads a referenced file in part, or not at
all, and then never learns of the second. References are meant to be one level deep, so that the body alone shows
everything there is.

Wrong: \`SKILL.md\` names \`references/forms.md\`, and that says

\`\`\`markdown
For signatures see [signatures](references/signatures.md).
\`\`\`

Right: \`SKILL.md\` names both, and says when to read each.

Source: Agent Skills specification, rule S19: “keep references one level deep”.
`,
  },
  "reference/cycle": {
    severity: "info",
    message: (p: { circle: string }) => `These files refer to each other in a circle: ${p.circle}.`,
    help: "Name each of the files in `SKILL.md`, and take out the references that lead back.",
    docs: `
Files that no other place leads on from refer to each other in a circle. A model that follows references goes round: each
file is read again, and each reading costs its whole length.

Wrong: \`references/a.md\` says “see b.md first”, and \`references/b.md\` says “see a.md first”.

Right: \`SKILL.md\` says in which order to read the two. Source: Agent Skills specification, rule S19.
`,
  },
  "reference/relative-to-file": {
    severity: "info",
    message: (p: { path: string; fromRoot: string }) =>
      `The link \`${p.path}\` is written from the folder of its own file, and models read paths from the folder of the skill.`,
    help: (p: { path: string; fromRoot: string }) => `Write \`${p.fromRoot}\`.`,
    docs: `
A link in a referenced file is relative to that file. In a skill, paths are relative to the root of the skill, in the
referenced files too: that is where a model looks, and where a script is started.

Reported is a link that leads to a file of the skill from the folder of its own file, and to none from the root.

Wrong, in \`references/forms.md\`:

\`\`\`markdown
See [signatures](signatures.md).
\`\`\`

Right:

\`\`\`markdown
See [signatures](references/signatures.md).
\`\`\`

Source: Agent Skills specification, rule S19, and its documentation, “Using scripts”.
`,
  },
});

/** References are one level deep, go in no circle, and are written from the root. */
export const referenceChained: Rule = {
  id: "reference/chained",
  summary: "References are one level deep, go in no circle, and are written from the root of the skill.",
  declared: diagnostics.declared,
  *check({ manifest }, setting) {
    const named = namedBy(manifest);
    if (![...named].some((path) => isMarkdown(path))) return;
    const links = linksBetween(manifest, setting, named);
    yield* chains(links, named);
    yield* circle(links);
    yield* relative(links);
  },
};

/** A link of one bundled Markdown file to another. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly written: string;
  readonly span: Span;
  readonly isRelative: boolean;
}

function isMarkdown(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

/** Bundled files that the body names, in its text or by a path. */
function namedBy(manifest: SkillManifest): ReadonlySet<string> {
  const { files } = bundledFiles(manifest);
  const named = mentionsOf(manifest).flatMap(({ path }) =>
    path !== undefined && files.has(path) ? [path] : [],
  );
  return new Set(named);
}

// More files than these are no references that a model is led through.
const mostFiles = 100;

/** Links of the files that the body leads to, directly or through others. */
function linksBetween(
  manifest: SkillManifest,
  { read }: Setting,
  named: ReadonlySet<string>,
): readonly Step[] {
  const bundle = bundledFiles(manifest);
  const queue = [...named].filter(isMarkdown).toSorted();
  const seen = new Set(queue);
  const steps: Step[] = [];
  for (let at = 0; at < queue.length && at < mostFiles; at++) {
    const from = queue[at] ?? "";
    const listed = bundle.files.get(from);
    const file = listed === undefined || listed === manifest.file ? undefined : read(listed);
    for (const step of file === undefined ? [] : linksIn(file, from, bundle)) {
      steps.push(step);
      if (!seen.has(step.to)) queue.push(step.to);
      seen.add(step.to);
    }
  }
  return steps;
}

function* linksIn(file: SourceFile, from: string, bundle: BundledFiles): Iterable<Step> {
  if (!file.text.includes("](") && !file.text.includes("]:")) return;
  for (const { destination, span, image } of scanMarkdown(file, 0, file.text.length).links) {
    const written = destination.replace(/[#?].*$/s, "");
    if (image || !isMarkdown(written) || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(written)) continue;
    const target = targetOf(written, from, bundle);
    if (target === undefined || target.to === from || target.to.toLowerCase() === "skill.md") continue;
    yield { ...target, from, written, span: { ...span, end: span.start + written.length } };
  }
}

/** Where a link leads, from the root of the skill or else from the folder of its own file. */
function targetOf(
  written: string,
  from: string,
  { files }: BundledFiles,
): Pick<Step, "to" | "isRelative"> | undefined {
  const root = resolved(written);
  if (root !== undefined && files.has(root)) return { to: root, isRelative: false };
  const own = resolved(`${folderOf(from)}/${written}`);
  return own !== undefined && files.has(own) ? { to: own, isRelative: true } : undefined;
}

function* chains(steps: readonly Step[], named: ReadonlySet<string>): Iterable<Diagnostic> {
  const first = new Map<string, Step>();
  for (const step of steps) if (!named.has(step.to) && !first.has(step.to)) first.set(step.to, step);
  const [one, ...others] = first.values();
  if (one === undefined) return;
  yield diagnostics.create(
    "reference/chained",
    one.span,
    { path: one.to, from: one.from },
    { related: others.slice(0, 5).map(({ span }) => ({ message: "This is named here alone, too.", span })) },
  );
}

/** The first circle that is met; mending it may mend the others. Two files that name each other are no circle yet. */
function* circle(steps: readonly Step[]): Iterable<Diagnostic> {
  const next = new Map<string, Step[]>();
  for (const step of steps) next.set(step.from, [...(next.get(step.from) ?? []), step]);
  const found = circleIn(next);
  const [first] = found ?? [];
  if (first === undefined || found === undefined) return;
  const names = [...found.map(({ from }) => from), first.from].map((path) => `\`${path}\``);
  yield diagnostics.create(
    "reference/cycle",
    first.span,
    { circle: names.join(" → ") },
    { related: found.slice(1).map(({ span }) => ({ message: "It goes on here.", span })) },
  );
}

/** Depth first, each file once. */
function circleIn(next: ReadonlyMap<string, readonly Step[]>): readonly Step[] | undefined {
  const done = new Set<string>();
  const path: Step[] = [];
  const visit = (file: string): readonly Step[] | undefined => {
    if (done.has(file)) return undefined;
    const start = path.findIndex(({ from }) => from === file);
    if (start !== -1) return path.slice(start);
    for (const step of next.get(file) ?? []) {
      path.push(step);
      const found = visit(step.to);
      if (found !== undefined) return found;
      path.pop();
    }
    done.add(file);
    return undefined;
  };
  for (const file of next.keys()) {
    const found = visit(file);
    if (found !== undefined) return found;
  }
  return undefined;
}

function* relative(steps: readonly Step[]): Iterable<Diagnostic> {
  const [first, ...others] = steps.filter(({ isRelative }) => isRelative);
  if (first === undefined) return;
  yield diagnostics.create(
    "reference/relative-to-file",
    first.span,
    { path: first.written, fromRoot: first.to },
    { related: others.slice(0, 5).map(({ span }) => ({ message: "So is this.", span })) },
  );
}
