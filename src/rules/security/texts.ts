import type { Markdown, Prose } from "../../manifest/markdown-form.ts";
import { markdownOf, scanMarkdown } from "../../manifest/markdown.ts";
import type { SkillManifest } from "../../manifest/manifest.ts";
import type { MapNode, Node, ScalarNode } from "../../manifest/node.ts";
import { find, get } from "../../manifest/node.ts";
import type { SourceFile, Span } from "../../report/source.ts";
import { span, textSource } from "../../report/source.ts";
import type { Setting, Subject } from "../rule.ts";
import { writtenEntry } from "../written.ts";
import { isOfInterest, mentionsIn } from "./mentions.ts";

/** What code is read as. `markup` is everything that is not run. */
type Language = "shell" | "python" | "javascript" | "powershell" | "markup";

/** Code that a skill holds or tells to run. */
export interface CodeText {
  readonly language: Language;
  readonly text: string;
  /** What its words may be about; see `mention`. */
  readonly mentions: number;
  readonly at: (start: number, end: number) => Span;
  /** The words around a place that may call it an example of what not to do. */
  readonly about: (start: number) => string;
}

/** Sentences that a model reads. */
export interface ProseText {
  readonly text: string;
  /** What it is of a Markdown text. */
  readonly lines?: Prose;
  readonly at: (start: number, end: number) => Span;
  /** True where the place lies in a code span. */
  readonly isCode: (start: number) => boolean;
  /** The heading that the place stands under. */
  readonly heading: (start: number) => string;
}

/** A file or value as a whole, for what is hidden in it. */
interface WholeText {
  readonly text: string;
  readonly at: (start: number, end: number) => Span;
  readonly isCode: boolean;
  /** True where every character is ASCII. */
  readonly isAscii: boolean;
}

/** Every text of a skill that the rules of this area look at. */
export interface SkillTexts {
  readonly prose: readonly ProseText[];
  readonly code: readonly CodeText[];
  /** Of Markdown: `<!-- … -->`, with the marks. */
  readonly comments: readonly WholeText[];
  readonly files: readonly WholeText[];
}

const known = new WeakMap<SkillManifest, SkillTexts>();

/**
 * The texts of a skill: the description, the prompt, commands of hooks, and every bundled script and reference that can
 * be read. Found once for all rules.
 */
export function textsOf({ manifest }: Subject, setting: Setting): SkillTexts {
  const before = known.get(manifest);
  if (before !== undefined) return before;
  const texts: Lists = { prose: [], code: [], comments: [], files: [] };
  addManifest(texts, manifest);
  for (const { path, file } of manifest.source.siblings) {
    if (mayHoldText(path)) addSibling(texts, path, setting.read(file));
  }
  known.set(manifest, texts);
  return texts;
}

interface Lists {
  readonly prose: ProseText[];
  readonly code: CodeText[];
  readonly comments: WholeText[];
  readonly files: WholeText[];
}

function addManifest(texts: Lists, manifest: SkillManifest): void {
  const { source, body, frontMatter, contract } = manifest;
  for (const file of [source.skillMd, source.contract]) {
    if (file?.kind === "file") texts.files.push(wholeFile(file, false));
  }
  const description = writtenEntry(manifest, "description")?.value;
  if (description?.kind === "scalar") addSentence(texts, description);
  if (body !== undefined)
    addMarkdown(texts, body.span.file.text, markdownOf(manifest), (s, e) => span(body.span.file, s, e));
  for (const prompt of promptsIn(contract)) addPrompt(texts, prompt);
  for (const command of commandsIn(get(frontMatter, "hooks"))) addCommand(texts, command);
}

/** Most code has no word that any rule looks for, and is not kept. */
function addCode(texts: Lists, code: Omit<CodeText, "mentions">): void {
  const mentions = mentionsIn(code.text);
  if (isOfInterest(mentions)) texts.code.push({ ...code, mentions });
}

function addSentence(texts: Lists, { text, at }: ScalarNode): void {
  texts.prose.push({ text, at, isCode: () => false, heading: () => "" });
}

function addPrompt(texts: Lists, node: ScalarNode): void {
  const file = textSource("prompt", node.text);
  addMarkdown(texts, file.text, scanMarkdown(file, 0, file.text.length), (s, e) => node.at(s, e));
}

function addCommand(texts: Lists, { text, at }: ScalarNode): void {
  addCode(texts, { language: "shell", text, at, about: () => "" });
}

/** The prompt, its parts, and the prompts of the steps. */
function promptsIn(contract: MapNode | undefined): readonly ScalarNode[] {
  const prompt = get(contract, "prompt");
  const steps = get(contract, "steps");
  const parts: (Node | undefined)[] = [
    prompt,
    ...["action", "purpose", "expectation"].map((part) => find(contract, "prompt", part)),
    ...(steps?.kind === "list" ? steps.items : []).map((step) =>
      step.kind === "map" ? get(step, "prompt") : undefined,
    ),
  ];
  return parts.filter((node): node is ScalarNode => node?.kind === "scalar" && node.text !== "");
}

/** Every `command` below `hooks`. */
function commandsIn(node: Node | undefined): readonly ScalarNode[] {
  if (node?.kind === "list") return node.items.flatMap(commandsIn);
  if (node?.kind !== "map") return [];
  return node.entries.flatMap(({ key, value }) =>
    key.text === "command" && value.kind === "scalar" ? [value] : commandsIn(value),
  );
}

/** `text` is what the offsets of the Markdown count in. */
function addMarkdown(texts: Lists, text: string, markdown: Markdown, at: CodeText["at"]): void {
  const { codeSpans, fences, comments, prose } = markdown;
  // Few texts have a place that anyone asks about.
  const heading = (place: number): string =>
    markdown.headings[countBefore(markdown.headings, place) - 1]?.text ?? "";
  for (const block of prose) {
    const lines = block.span;
    texts.prose.push({
      lines: block,
      text: text.slice(lines.start, lines.end),
      at: (start, end) => at(lines.start + start, lines.start + end),
      isCode: (start) => isIn(codeSpans, lines.start + start),
      heading: (start) => heading(lines.start + start),
    });
  }
  for (const { language, opening, content } of fences) {
    const kind = languageOfFence(language);
    if (kind === "markup") continue;
    const code = text.slice(content.start, content.end);
    addCode(texts, {
      language: kind,
      text: code,
      at: (start, end) => at(content.start + start, content.start + end),
      about: (start) =>
        `${heading(opening.start)}\n${lastLine(text, opening.start)}\n${nearbyComments(code, start)}`,
    });
  }
  for (const { text: code, span: place } of codeSpans) {
    // A command has at least two words; names and paths do not concern anyone here.
    if (!code.includes(" ")) continue;
    addCode(texts, {
      language: "shell",
      text: code,
      at: (start, end) => at(place.start + start, place.start + end),
      about: () => `${heading(place.start)}\n${introduction(text, place.start, place.end)}`,
    });
  }
  for (const comment of comments) {
    texts.comments.push({
      text: text.slice(comment.start, comment.end),
      at: (start, end) => at(comment.start + start, comment.start + end),
      isCode: false,
      isAscii: false,
    });
  }
}

/** True where a place lies in one of the spans, which are in order. */
function isIn(spans: readonly { readonly span: Span }[], offset: number): boolean {
  const last = spans[countBefore(spans, offset) - 1]?.span;
  return last !== undefined && offset < last.end;
}

/** How many of the spans, which are in order, start at an offset or before it. */
function countBefore(spans: readonly { readonly span: Span }[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.span.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

// As much of a line as can bear on a place in it.
const nearby = 200;

/** The line of a code span; marked as an example unless something before it says that it is to be run. */
function introduction(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - nearby), start)
      .split("\n")
      .at(-1) ?? "";
  const after = text.slice(end, end + nearby).split("\n")[0] ?? "";
  return toRun.test(before) ? `${before}${after}` : `example: ${before}${after}`;
}

const toRun =
  /\b(?:run|runs|running|execute|executes|executing|invoke|install|type|enter|paste|use|using|via|with|call|then|first|start by)\b[^.|]{0,80}$/i;

/** The last line with words before an offset. */
function lastLine(text: string, before: number): string {
  const lines = text
    .slice(Math.max(0, before - 2 * nearby), before)
    .trimEnd()
    .split("\n");
  return (lines.at(-1) ?? "").slice(-nearby);
}

/** The line of a place in code, and the comment line above it. */
function nearbyComments(code: string, start: number): string {
  const from = Math.max(0, start - 2 * nearby);
  const before = code.slice(from, start).split("\n");
  const after = code.slice(start, start + nearby).split("\n")[0] ?? "";
  const above = before.at(-2)?.trim() ?? "";
  const comment = /(?:^|\s)(?:#|\/\/).*$/.exec(after)?.[0] ?? "";
  return `${/^(?:#|\/\/)/.test(above) ? above : ""}\n${comment}`;
}

const fenceLanguages: Readonly<Record<string, Language>> = {
  "": "shell",
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  fish: "shell",
  ksh: "shell",
  shell: "shell",
  console: "shell",
  terminal: "shell",
  "shell-session": "shell",
  shellsession: "shell",
  dockerfile: "shell",
  makefile: "shell",
  make: "shell",
  just: "shell",
  text: "shell",
  txt: "shell",
  yaml: "shell",
  yml: "shell",
  py: "python",
  python: "python",
  python3: "python",
  js: "javascript",
  javascript: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  ts: "javascript",
  tsx: "javascript",
  typescript: "javascript",
  node: "javascript",
  ps: "powershell",
  ps1: "powershell",
  pwsh: "powershell",
  powershell: "powershell",
  bat: "powershell",
  batch: "powershell",
  cmd: "powershell",
};

function languageOfFence(word: string): Language {
  return Object.hasOwn(fenceLanguages, word) ? (fenceLanguages[word] ?? "markup") : "markup";
}

const scriptLanguages: ReadonlyMap<string, Language> = new Map([
  ...["sh", "bash", "zsh", "ksh", "fish", "command"].map((ending) => [ending, "shell"] as const),
  ...["py", "pyw"].map((ending) => [ending, "python"] as const),
  ...["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"].map((ending) => [ending, "javascript"] as const),
  ...["ps1", "psm1", "bat", "cmd"].map((ending) => [ending, "powershell"] as const),
  ...["md", "mdx", "markdown", "txt", "json", "yaml", "yml", "toml"].map(
    (ending) => [ending, "markup"] as const,
  ),
]);

const markdownFile = /\.(?:md|mdx|markdown|txt)$/i;
const shellFile = /^(?:makefile|gnumakefile|dockerfile|justfile|.*\.mk|.*\.dockerfile)$/i;

function mayHoldText(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ending = endingOf(name);
  return ending === undefined || scriptLanguages.has(ending) || shellFile.test(name);
}

function endingOf(name: string): string | undefined {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? undefined : name.slice(dot + 1).toLowerCase();
}

function addSibling(texts: Lists, path: string, file: SourceFile | undefined): void {
  if (file === undefined || file.text === "") return;
  const language = languageOfFile(path, file.text);
  texts.files.push(wholeFile(file, language !== "markup"));
  const at = (start: number, end: number): Span => span(file, start, end);
  if (markdownFile.test(path)) {
    addMarkdown(texts, file.text, scanMarkdown(file, 0, file.text.length), at);
  } else if (language !== "markup") {
    addCode(texts, { language, text: file.text, at, about: (start) => nearbyComments(file.text, start) });
  }
}

function languageOfFile(path: string, text: string): Language {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (shellFile.test(name)) return "shell";
  const byEnding = scriptLanguages.get(endingOf(name) ?? "");
  if (byEnding !== undefined) return byEnding;
  const shebang = /^#![^\n]{0,200}/.exec(text)?.[0] ?? "";
  if (/\bpython/.test(shebang)) return "python";
  if (/\b(?:node|deno|bun|tsx)\b/.test(shebang)) return "javascript";
  if (/\bpwsh\b/.test(shebang)) return "powershell";
  return /sh\b/.test(shebang) ? "shell" : "markup";
}

function wholeFile(file: SourceFile, isCode: boolean): WholeText {
  // In UTF-8 only ASCII has as many bytes as characters.
  const isAscii = file.bytes?.length === file.text.length;
  return { text: file.text, at: (start, end) => span(file, start, end), isCode, isAscii };
}

const warnsOf =
  /\b(?:never|don'?t|do not|must not|should not|avoid|dangerous|destructive|malicious|attack(?:s|er|ers|ing)?|exploit|vulnerab\w*|unsafe|insecure|bad|wrong|risky|anti-?patterns?|block(?:s|ed|ing)?|den(?:y|ied|ies)|reject(?:s|ed)?|refuse[sd]?|forbidden|prohibited|red flags?|detect(?:s|ed|ion)?|suspicious|examples? of|example:|catastroph\w*|warn(?:s|ing)? (?:about|on|before)|threats?|payloads?|injection)\b|❌|🚫|⛔|⚠|✗|不要|禁止|危险/i;

/** True where the words around a piece of code show it as something not to do. */
export function isShownAsBad(code: CodeText, start: number): boolean {
  return warnsOf.test(code.about(start));
}
