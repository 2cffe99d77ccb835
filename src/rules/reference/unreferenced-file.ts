import type { SkillManifest } from "../../manifest/manifest.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { SourceFile } from "../../report/source.ts";
import { firstLine } from "../../report/source.ts";
import type { Rule, Setting } from "../rule.ts";
import { placeOfAbsent } from "../written.ts";
import { folderOf, nameOf } from "./files.ts";

const diagnostics = defineDiagnostics({
  "reference/unreferenced-file": {
    severity: "info",
    message: (p: { path: string; others: readonly string[] }) =>
      p.others.length === 0
        ? `Nothing in the skill names \`${p.path}\`, so no model will read or run it.`
        : `Nothing in the skill names \`${p.path}\`${listed(p.others)}, so no model will read or run them.`,
    help: (p: { path: string; others: readonly string[] }) =>
      `Say in \`SKILL.md\` when to use it, such as “read \`${p.path}\` when …”, or delete it.`,
    docs: `
A file lies in the folder of the skill, and neither the body nor any file that the body leads to names it. A model reads
what it is told of: it does not list the folder to see what else there might be.

A file counts as named when its name or its path occurs anywhere in the text, when a script that is named imports or
opens it, and when the folder it lies in is named as a whole (“see \`references/\`”). Licences, readme files, change logs,
tests, evaluations, hidden files and what clients keep beside a skill are left out.

Right:

\`\`\`markdown
For signatures, read \`references/signatures.md\`.
\`\`\`

To fix it, say when the file is of use, or delete it. Source: Agent Skills documentation, “Best practices”: say when to
read each reference.
`,
  },
});

function listed(others: readonly string[]): string {
  const [first = ""] = others;
  return others.length === 1 ? ` and \`${first}\`` : `, \`${first}\` and ${others.length - 1} more`;
}

/** Every bundled file is named by the body or by a file that the body leads to. */
export const referenceUnreferencedFile: Rule = {
  id: "reference/unreferenced-file",
  summary: "Every bundled file is named somewhere in the skill.",
  declared: diagnostics.declared,
  *check({ manifest }, setting) {
    const [first, ...others] = unreferenced(manifest, setting);
    if (first === undefined) return;
    yield diagnostics.create(
      "reference/unreferenced-file",
      placeOfAbsent(manifest),
      { path: first.path, others: others.map(({ path }) => path) },
      {
        related: [first, ...others].slice(0, 5).map(({ file }) => ({
          message: "This file is not named.",
          span: firstLine(file),
        })),
      },
    );
  },
};

interface Sibling {
  readonly path: string;
  readonly file: SourceFile;
}

// A skill with more is a library; reading all of it for a note is not worth the time.
const mostFiles = 200;
const mostUnits = 1_000_000;

function unreferenced(manifest: SkillManifest, { read }: Setting): readonly Sibling[] {
  const { skillMd, contract, siblings } = manifest.source;
  if (skillMd === undefined || manifest.body === undefined || siblings.length > mostFiles) return [];
  let left = siblings.filter(({ path, file }) => file.kind === "file" && isForModels(path));
  const unread = new Set(siblings);
  const texts = [skillMd.text, contract?.text ?? ""].map((text) => text.toLowerCase());
  let units = 0;
  // Texts grow while named files are read; each file is read once, so this ends.
  for (let text = texts.shift(); text !== undefined && left.length > 0; text = texts.shift()) {
    const named = [...unread].filter(({ path }) => isNamed(path.toLowerCase(), text));
    for (const sibling of named) unread.delete(sibling);
    left = left.filter((sibling) => unread.has(sibling));
    const opened = left.length === 0 ? [] : textsOf(named, read);
    if (opened === undefined) return [];
    units += opened.reduce((sum, { length }) => sum + length, 0);
    if (units > mostUnits) return [];
    texts.push(...opened);
  }
  return left;
}

/** Undefined where one cannot be read: it may name the others. */
function textsOf(siblings: readonly Sibling[], read: Setting["read"]): readonly string[] | undefined {
  const texts = siblings.filter(({ path }) => isText(path)).map(({ file }) => read(file)?.text.toLowerCase());
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

const forPeople =
  /(?:^|\/)(?:licen[cs]e|copying|notice|readme|changelog|contributing|authors|security|code_of_conduct|install|credits)[^/]*$|(?:^|\/)\.|(?:^|\/)_meta\.json$|(?:^|\/)(?:evals?|tests?|__tests__|__pycache__|node_modules|fixtures|screenshots|\.git)\/|(?:^|\/)(?:__init__\.py|test[-_][^/]*|[^/]*[._-]test\.[a-z]+|[^/]*\.(?:pyc|lock|toml|cfg|tsbuildinfo|map)|package(?:-lock)?\.json|requirements[^/]*\.txt|tsconfig[^/]*\.json|makefile|dockerfile|metadata\.json|skill\.json|plugin\.json|clawhub\.json|evals?\.json)$|^agents\/[^/]*\.ya?ml$|^[^/]*\.(?:zip|skill|tar\.gz|tgz)$/i;

function isForModels(path: string): boolean {
  return !forPeople.test(path);
}

function isText(path: string): boolean {
  return /\.(?:md|mdx|txt|py|sh|bash|js|mjs|cjs|ts|mts|tsx|jsx|rb|pl|ps1|json|ya?ml|html|css|toml)$|\/[^./]+$/i.test(
    path,
  );
}

/** The name, the name as a module, or the folder as a whole occurs in the text, which is in lower case. */
function isNamed(path: string, text: string): boolean {
  const name = nameOf(path);
  if (text.includes(name)) return true;
  const stem = name.replace(/(?<=.)\.[^.]*$/, "");
  // A short stem such as `api` occurs in every text.
  if (stem.length > 3 && occurs(text, stem)) return true;
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    if (isFolderNamed(nameOf(folder), text)) return true;
  }
  return false;
}

function occurs(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordUnit(text, at - 1) && !isWordUnit(text, at + word.length)) return true;
  }
  return false;
}

function isWordUnit(text: string, at: number): boolean {
  return /[a-z0-9]/.test(text.charAt(at));
}

/** `references/`, `./references` or "references", but not `references/forms.md`, which names one file of the folder. */
function isFolderNamed(folder: string, text: string): boolean {
  for (let at = text.indexOf(folder); at !== -1; at = text.indexOf(folder, at + 1)) {
    if (isWordUnit(text, at - 1)) continue;
    const after = text.charAt(at + folder.length);
    if (after === "/" ? !/[\w.-]/.test(text.charAt(at + folder.length + 1)) : isQuoted(text, at, after))
      return true;
  }
  return false;
}

/** In quotes, or with a slash before it and no name behind it. */
function isQuoted(text: string, at: number, after: string): boolean {
  const before = text.charAt(at - 1);
  return before === "/" ? !/[\w.-]/.test(after) : /["'`]/.test(before) && before === after;
}
