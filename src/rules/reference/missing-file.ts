import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Diagnostic, Severity } from "../../report/diagnostic.ts";
import { editDistance } from "../../report/near.ts";
import { lineText, positionAt } from "../../report/source.ts";
import type { Rule, Subject } from "../rule.ts";
import type { BundledFiles } from "./files.ts";
import { bundledFiles, folderOf, isBundled, nameOf, topFolder } from "./files.ts";
import type { Mention } from "./mentions.ts";
import { mentionsOf } from "./mentions.ts";

const diagnostics = defineDiagnostics({
  "reference/missing-file": {
    severity: "error",
    message: (p: { path: string; near: string | undefined; others: number; isBare: boolean }) => {
      if (p.others === 0)
        return `The skill refers to \`${p.path}\`, and its folder has no such ${p.path.endsWith("/") ? "folder" : "file"}.`;
      const files = `\`${p.path}\` and ${p.others} more ${p.others === 1 ? "file" : "files"}`;
      return `The skill refers to ${files}, and its folder has ${p.isBare ? "no files at all" : "none of them"}.`;
    },
    help: (p: { path: string; near: string | undefined; others: number; isBare: boolean }) =>
      p.near === undefined
        ? `Add \`${p.path}\` to the folder of the skill, or take the reference out.`
        : `Write \`${p.near}\`.`,
    docs: `
The body of the skill names a file that is not in its folder. A model that follows the reference wastes a turn on a file
that does not exist, or makes up what it should hold; a script that is not there cannot be run.

Looked at are links and images, paths between backticks, and programs that a command runs. Paths are read from the
folder of the skill (Agent Skills specification, “File references”, rule S19). A link or a command is an error where it clearly
means a file of the skill: it starts with \`scripts/\`, \`references/\`, \`assets/\`, or with a folder that the skill has.
Elsewhere it is a warning, and paths that may well belong to the project of the user are left alone.

Where several skills of one run name files and next to none has any, the texts were copied without their files. That is
said once for each skill, as a note.

Wrong, without a folder \`references\`:

\`\`\`markdown
Read [the form reference](references/forms.md) first.
\`\`\`

Right: the same, with the file \`references/forms.md\` beside \`SKILL.md\`.

To fix it, add the file, correct the path, or delete the reference. Where exactly one file has nearly that name,
\`--fix --unsafe-fixes\` writes its path.
`,
  },
  "reference/case-mismatch": {
    severity: "warning",
    message: (p: { path: string; real: string }) =>
      `The skill refers to \`${p.path}\`, and the file is called \`${p.real}\`: on most servers it is not found.`,
    help: (p: { path: string; real: string }) => `Write \`${p.real}\`.`,
    docs: `
The path differs from the name of the file in upper and lower case alone. Disks of Windows and macOS find it all the
same; those of Linux do not, and there the model is told that the file does not exist.

Wrong, where the file is \`references/Forms.md\`:

\`\`\`markdown
Read [the form reference](references/forms.md) first.
\`\`\`

Right:

\`\`\`markdown
Read [the form reference](references/Forms.md) first.
\`\`\`

\`--fix --unsafe-fixes\` writes the name as the file has it. Source: Agent Skills specification, “File references” (rule S19).
`,
  },
});

/** Every file of the skill that its body names is there, under that very name. */
export const referenceMissingFile: Rule = {
  id: "reference/missing-file",
  summary: "Every file of the skill that its body names is there.",
  declared: diagnostics.declared,
  *checkAll(subjects) {
    const elsewhere = filesOfAll(subjects);
    const missing = subjects.map((subject) => ({ subject, mentions: missingMentions(subject, elsewhere) }));
    const withMissing = missing.filter(({ mentions }) => mentions.length > 0);
    const isCopy = areTextsAlone(
      subjects,
      withMissing.map(({ subject }) => subject),
    );
    for (const { subject, mentions } of withMissing) {
      if (isCopy && hasNoFiles(subject)) yield* reportTogether(mentions, "info", subject);
      else {
        const sure = mentions.filter(({ kind }) => kind !== "code");
        if (sure.length > mostAlone) yield* reportTogether(sure, "error", subject);
        else yield* sure.map((mention) => reportOne(mention, subject));
        // A path between backticks is the weakest sign of the three, so it is said once.
        yield* reportTogether(
          mentions.filter(({ kind }) => kind === "code"),
          "warning",
          subject,
        );
      }
    }
    for (const subject of subjects) yield* mismatches(subject);
  },
};

function hasNoFiles({ manifest }: Subject): boolean {
  return manifest.source.siblings.length === 0;
}

/** True where several skills name files and next to none has any: a copy of the texts, as of a corpus. */
function areTextsAlone(subjects: readonly Subject[], withMissing: readonly Subject[]): boolean {
  const alone = withMissing.filter(hasNoFiles).length;
  const others = subjects.filter((subject) => !hasNoFiles(subject)).length;
  return alone > 1 && alone >= others * 4;
}

// More than these are one mistake, such as a folder that was left out.
const mostAlone = 20;

/** The paths of the files of all skills, each from the folder of its skill. Worked out only where it is asked for. */
function filesOfAll(subjects: readonly Subject[]): (path: string) => boolean {
  let paths: Set<string> | undefined;
  return (path) => {
    paths ??= new Set(
      subjects.flatMap(({ manifest }) => manifest.source.siblings.map((sibling) => sibling.path)),
    );
    return paths.has(path);
  };
}

interface Missing extends Mention {
  readonly path: string;
  readonly severity: Severity;
}

/** The first mention of each missing file, of a link or call where there is one. */
function missingMentions({ manifest }: Subject, isElsewhere: (path: string) => boolean): readonly Missing[] {
  const bundle = bundledFiles(manifest);
  const byPath = new Map<string, Missing>();
  for (const mention of mentionsOf(manifest)) {
    const { path, kind } = mention;
    if (path === undefined || isBundled(bundle, path)) continue;
    if (bundle.byLowerCase.has(withoutSlash(path).toLowerCase())) continue;
    const known = byPath.get(path);
    if (known !== undefined && (known.kind !== "code" || kind === "code")) continue;
    const severity = severityOf({ ...mention, path }, bundle, isElsewhere);
    if (severity !== undefined) byPath.set(path, { ...mention, path, severity });
  }
  return [...byPath.values()];
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

const ownFolders = new Set(["scripts", "references", "assets"]);

/** How sure it is that a file of the skill is meant; undefined where it may as well be one of the user's. */
function severityOf(
  mention: Omit<Missing, "severity">,
  { folders }: BundledFiles,
  isElsewhere: (path: string) => boolean,
): Severity | undefined {
  const { kind, path, rooted } = mention;
  const isOwn = rooted || folders.has(topFolder(path));
  const isSure = isOwn || ownFolders.has(topFolder(path));
  switch (kind) {
    case "link":
      // Without an extension it may be a page of a web site.
      if (!isSure && !hasExtension(path)) return undefined;
      return isSure ? "error" : "warning";
    case "call":
      if (!isSure || isLineOf(mention, example)) return undefined;
      return severityOfCall(mention, isOwn, isElsewhere(path));
    case "code":
      if (!isSure || !hasExtension(path) || isElsewhere(path)) return undefined;
      return isLineOf(mention, example) || isLineOf(mention, made) ? undefined : "warning";
  }
}

/** A skill in a dot folder belongs to a project, and one of a set to the set: they run the scripts of those, too. */
function severityOfCall(
  { direct, span }: Omit<Missing, "severity">,
  isOwn: boolean,
  isElsewhere: boolean,
): Severity | undefined {
  if (isElsewhere) return "warning";
  if (isOwn) return "error";
  if (/(?:^|\/)\.[^./]/.test(span.file.path)) return undefined;
  return direct ? "warning" : "error";
}

function hasExtension(path: string): boolean {
  return /\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(path);
}

// The line shows how something might look.
const example = /\be\.g\.|\bfor (?:example|instance)\b|\bexamples?\b\W|\bsuch as\b|\blike\b|❌/i;
// The line says what the skill makes.
const made = /\b(?:creates?|writes?|saves?|outputs?|generate[sd]?)\b/i;

function isLineOf({ span }: Omit<Missing, "severity">, words: RegExp): boolean {
  return words.test(lineText(span.file, positionAt(span.file, span.start).line));
}

function reportOne(mention: Missing, { manifest }: Subject): Diagnostic {
  const near = nearPath(mention.path, bundledFiles(manifest));
  return diagnostics.create(
    "reference/missing-file",
    mention.span,
    { path: mention.written, near, others: 0, isBare: false },
    {
      severity: mention.severity,
      fix: near === undefined ? undefined : fixOf(mention, near),
    },
  );
}

/** One diagnostic for several files; with the near name where there is but one. */
function* reportTogether(
  mentions: readonly Missing[],
  severity: Severity,
  subject: Subject,
): Iterable<Diagnostic> {
  const [first, ...others] = mentions;
  if (first === undefined) return;
  if (others.length === 0) {
    yield { ...reportOne(first, subject), severity };
    return;
  }
  yield diagnostics.create(
    "reference/missing-file",
    first.span,
    {
      path: first.written,
      near: undefined,
      others: others.length,
      isBare: hasNoFiles(subject),
    },
    {
      severity,
      related: others.slice(0, 8).map(({ span }) => ({ message: "This file is missing too.", span })),
    },
  );
}

/** Unsafe: the text that the model reads changes. */
function fixOf({ written, path, span }: Omit<Missing, "severity">, replacement: string): Diagnostic["fix"] {
  const prefix = written.endsWith(path) ? written.slice(0, written.length - path.length) : "";
  return {
    title: `Refer to \`${replacement}\``,
    safety: "unsafe",
    edits: [{ span, replacement: prefix + replacement }],
  };
}

/** The one file of the same folder with one typo, else the one file of the same name in another folder. */
function nearPath(path: string, { files }: BundledFiles): string | undefined {
  const name = nameOf(path);
  const folder = folderOf(path);
  const typos: string[] = [];
  const moved: string[] = [];
  for (const candidate of files.keys()) {
    const other = nameOf(candidate);
    if (other === name) moved.push(candidate);
    else if (
      folderOf(candidate) === folder &&
      Math.abs(other.length - name.length) < 2 &&
      isTypo(name, other)
    ) {
      typos.push(candidate);
    }
  }
  const best = typos.length > 0 ? typos : moved;
  return best.length === 1 ? best[0] : undefined;
}

/** Digits that differ make another file of a series: `step-1.md` and `step-2.md`. */
function isTypo(a: string, b: string): boolean {
  return editDistance(a, b) < 2 && a.replaceAll(/\D/g, "") === b.replaceAll(/\D/g, "");
}

function* mismatches({ manifest }: Subject): Iterable<Diagnostic> {
  const bundle = bundledFiles(manifest);
  const seen = new Set<string>();
  for (const mention of mentionsOf(manifest)) {
    const { path, span, written } = mention;
    if (path === undefined || seen.has(path) || isBundled(bundle, path)) continue;
    const real = bundle.byLowerCase.get(withoutSlash(path).toLowerCase());
    if (real === undefined || (mention.kind === "code" && !path.includes("/"))) continue;
    seen.add(path);
    const fix = fixOf({ ...mention, path: withoutSlash(path) }, real);
    yield diagnostics.create("reference/case-mismatch", span, { path: written, real }, { fix });
  }
}
