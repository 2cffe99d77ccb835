import type { SkillManifest } from "../../manifest/manifest.ts";
import type { Fence } from "../../manifest/markdown-form.ts";
import { markdownOf } from "../../manifest/markdown.ts";
import type { SourceFile, Span } from "../../report/source.ts";

/** A path that the body of a skill writes: as a link, between backticks, or as a program to run. */
export interface Mention {
  readonly kind: "link" | "code" | "call";
  /** As written, without fragment and query. */
  readonly written: string;
  readonly span: Span;
  /** From the skill's folder, without `.` and `..`; undefined where the path leaves the folder. */
  readonly path: string | undefined;
  /** True where the path starts with a name for the skill's own folder, such as `{baseDir}`. */
  readonly rooted: boolean;
  /** True for `./scripts/x.sh`: started by its path, not given to an interpreter. */
  readonly direct: boolean;
}

const known = new WeakMap<SkillManifest, readonly Mention[]>();

/** Every path that the body mentions, in the order of the text within each kind. */
export function mentionsOf(manifest: SkillManifest): readonly Mention[] {
  const found = known.get(manifest) ?? collect(manifest);
  known.set(manifest, found);
  return found;
}

function collect(manifest: SkillManifest): readonly Mention[] {
  const { links, codeSpans, fences } = markdownOf(manifest);
  const found: Mention[] = [];
  for (const { destination, span } of links) {
    const mention = isRelative(destination) ? linkMention(destination, span) : undefined;
    if (mention !== undefined) found.push(mention);
  }
  for (const { text, span } of codeSpans) {
    if (text.length > longestCode || !/[./]/.test(text)) continue;
    if (!pathOnly.test(text)) found.push(...callsIn(text, span.start, span.file));
    else if (!isPlaceholder(text.replace(ownFolder, "")))
      found.push(mentionAt("code", text, span, startsAsProgram(text)));
  }
  for (const fence of fences.filter(isShell)) {
    const { start, end, file } = fence.content;
    found.push(...callsIn(file.text.slice(start, end), start, file));
  }
  return found;
}

// A longer code span is an example, not the name of a file.
const longestCode = 300;

const shells = new Set([
  "bash",
  "sh",
  "shell",
  "zsh",
  "console",
  "shell-session",
  "terminal",
  "powershell",
  "pwsh",
]);

/** A fence of commands; one without a language mostly holds output or a tree of files. */
export function isShell({ language }: Fence): boolean {
  return shells.has(language);
}

/** A destination that is neither a URL, nor a place in the same file, nor absolute. */
function isRelative(destination: string): boolean {
  return destination !== "" && !/^(?:[a-z][a-z0-9+.-]*:|[/#?~]|[A-Za-z]:[\\/]|\\)/i.test(destination);
}

function linkMention(destination: string, span: Span): Mention | undefined {
  const length = destination.search(/[#?]/);
  const written = length === -1 ? destination : destination.slice(0, length);
  if (written === "" || isPlaceholder(written)) return undefined;
  return mentionAt("link", written, { ...span, end: span.start + written.length }, false);
}

const pathOnly = /^(?:\$?\{[A-Za-z_]+\}\/|\$[A-Z_]+\/|\.{1,2}\/)*[\w@.+-]+(?:\/[\w@.+-]+)*\/?$/;

function startsAsProgram(text: string): boolean {
  return text.startsWith("./");
}

/**
 * A program with its path: given to an interpreter, or at the start of a command. At most one of the two alternatives
 * can start at a place, and each character is read by one part.
 */
const call =
  /(?:^|[\n;&|(]) *(?:\$ +)?(?:(?:python3?|node|bash|sh|zsh|bun|deno run|ruby|perl|pwsh|uv run|uv run python3?|npx tsx|tsx|source|chmod \+x) +(?:-[\w-]+ +)*)?("?)([^\s"'`;&|()<>=,]+\.(?:py|sh|js|mjs|cjs|ts|mts|rb|pl|ps1|bash))\1(?=$|[\s;&|)])/g;

function callsIn(text: string, offset: number, file: SourceFile): readonly Mention[] {
  if (!/\.(?:py|sh|js|mjs|cjs|ts|mts|rb|pl|ps1|bash)\b/.test(text)) return [];
  const found: Mention[] = [];
  for (const match of text.matchAll(call)) {
    const written = match[2] ?? "";
    if (isPlaceholder(written.replace(ownFolder, "")) || !isRelative(written.replace(ownFolder, "")))
      continue;
    const start = offset + match.index + match[0].length - (match[1] ?? "").length - written.length;
    const command = match[0].slice(0, match[0].length - written.length).replaceAll(/[\s;&|("$]/g, "");
    found.push(mentionAt("call", written, { file, start, end: start + written.length }, command === ""));
  }
  return found;
}

/** Names that clients and authors have for the folder of the skill. */
const ownFolder =
  /^"?\$?\{?(?:CLAUDE_SKILL_DIR|CLAUDE_SKILL_ROOT|SKILL_DIR|SKILL_ROOT|SKILL_PATH|skill_dir|skillDir|baseDir|BASE_DIR|BASEDIR)\}?"?\//;

function mentionAt(kind: Mention["kind"], written: string, span: Span, direct: boolean): Mention {
  const bare = written.replace(ownFolder, "");
  return { kind, written, span, path: resolved(decoded(bare, kind)), rooted: bare !== written, direct };
}

function decoded(path: string, kind: Mention["kind"]): string {
  if (kind !== "link" || !path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Without `.` and `..`; undefined where it leaves the folder. A trailing slash is kept. */
export function resolved(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.replaceAll("\\", "/").split("/")) {
    // `....//` becomes `../` in readers that take each `../` out once.
    if (/^\.{3,}$/.test(part)) return undefined;
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/") + (path.endsWith("/") && parts.length > 0 ? "/" : "");
}

/** A path with something to be filled in, or an example of one. */
function isPlaceholder(path: string): boolean {
  return /[<>{}*$|[\]…]|(?<!\.)\.{3}(?!\.)|\bpath\/to\b|\byour[-_]|^(?:url|link|path|file|image)$|\bexample\b|X{2,}|Y{4}/i.test(
    path,
  );
}
