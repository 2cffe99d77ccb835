import type { Effect } from "../ir/effect.ts";
import { finite, pure, top } from "../ir/lattice.ts";
import type { Evidence } from "../ir/skill.ts";
import { markdownOf } from "../manifest/markdown.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { SourceFile } from "../report/source.ts";
import { firstLine, span } from "../report/source.ts";
import type { Act, CodeLanguage, Finding } from "./finding.ts";
import { readProse } from "./prose.ts";
import type { Readers } from "./read-code.ts";
import { readCode, readersFor } from "./read-code.ts";
import type { Asked, Kind } from "./scripts.ts";
import { isPassive, kindOfName, kindOfText } from "./scripts.ts";

/** A piece of code of a skill; offsets of `text` count from `start` in the file. */
interface Code {
  readonly kind: Kind;
  readonly from: "script" | "fence";
  readonly file: SourceFile;
  readonly text: string;
  readonly start: number;
  /** Relative to the folder of the skill. */
  readonly path: string;
}

/**
 * What the scripts, the code fences and the prose of each skill are seen to do, in the order of the skills. The parsers
 * are loaded for the languages that occur.
 */
export async function evidenceOf(
  asked: readonly Asked[],
  read: (file: SourceFile) => SourceFile | undefined,
): Promise<readonly (readonly Evidence[])[]> {
  const codes = asked.map(({ manifest, text }) => [
    ...scriptsOf(manifest, read),
    ...(text ? fencesOf(manifest) : []),
  ]);
  const readers = await readersFor(
    codes.flat().flatMap(({ kind, text }) => (isRead(kind) ? [{ language: kind, text }] : [])),
  );
  return asked.map(({ manifest, text }, i) => [
    ...(codes[i] ?? []).flatMap((code) => evidenceOfCode(code, readers)),
    ...(text ? evidenceOfProse(manifest) : []),
  ]);
}

function isRead(kind: Kind): kind is CodeLanguage {
  return kind === "shell" || kind === "python" || kind === "javascript";
}

function scriptsOf(
  { source, body, file: skillFile }: SkillManifest,
  read: (file: SourceFile) => SourceFile | undefined,
): readonly Code[] {
  const prompt = body?.text ?? skillFile.text;
  return source.siblings.flatMap(({ path, file }): Code[] => {
    const kind = kindOfName(path, file);
    if (kind === undefined || isPassive(path, file, prompt)) return [];
    return scriptOf(path, file, kind, read);
  });
}

/** A file that cannot be read is one whose code nobody knows. */
function scriptOf(
  path: string,
  file: SourceFile,
  byName: Kind,
  read: (file: SourceFile) => SourceFile | undefined,
): Code[] {
  const content = byName === "binary" ? undefined : read(file);
  if (content === undefined) {
    const kind = byName === "other" ? "other" : "binary";
    return [{ kind, from: "script", file, text: "", start: 0, path }];
  }
  const kind = byName === "unknown" ? kindOfText(content, ((file.mode ?? 0) & 0o111) !== 0) : byName;
  return kind === undefined
    ? []
    : [{ kind, from: "script", file: content, text: content.text, start: 0, path }];
}

const fenceLanguages: ReadonlyMap<string, CodeLanguage> = new Map([
  ...["sh", "bash", "zsh", "shell", "console", "shell-session"].map((word) => [word, "shell"] as const),
  ...["python", "py", "python3"].map((word) => [word, "python"] as const),
]);

/**
 * JavaScript in a fence is text to write, hardly ever to run, and its parser is the dearest: it is left out, as is code
 * whose language the fence does not name.
 */
function fencesOf(manifest: SkillManifest): readonly Code[] {
  const { body } = manifest;
  if (body === undefined || !/```|~~~/.test(body.text)) return [];
  const { file } = body.span;
  return markdownOf(manifest).fences.flatMap(({ language, content }): Code[] => {
    const kind = fenceLanguages.get(language.toLowerCase());
    if (kind === undefined) return [];
    const text = file.text.slice(content.start, content.end);
    // The prompt of a session is no command.
    const plain = kind === "shell" ? text.replaceAll(/^[$%] /gm, "  ") : text;
    return [{ kind, from: "fence", file, text: plain, start: content.start, path: "" }];
  });
}

function evidenceOfCode(code: Code, readers: Readers): readonly Evidence[] {
  const { kind, from, file, start } = code;
  if (!isRead(kind)) return [unreadable(code)];
  const seen = new Set<string>();
  return readCode(readers, kind, code.text).flatMap((finding): Evidence[] => {
    const key = `${finding.act} ${/^(?:deletes|reads the credential)/.exec(finding.why)?.[0] ?? ""}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [evidenceOfFinding(finding, from, file, start)];
  });
}

function evidenceOfFinding(
  finding: Finding,
  from: Evidence["from"],
  file: SourceFile,
  offset: number,
): Evidence {
  return {
    effect: effectOfAct(finding.act),
    why: finding.why,
    from,
    ...(finding.act === "unanalysable" ? { unanalysable: true } : {}),
    span: span(file, offset + finding.start, offset + finding.end),
  };
}

/** A process may do what its program does, and which program runs is decided by the machine. */
function effectOfAct(act: Act): Effect {
  if (act === "unanalysable") return top;
  return { ...pure, io: finite(act === "exec" ? ["env", "exec", "fs.read", "fs.write", "net"] : [act]) };
}

function unreadable({ kind, file, path }: Code): Evidence {
  const what = kind === "binary" ? "which is no text that can be read" : "in a language that is not read";
  return {
    effect: top,
    why: `bundles \`${path}\`, ${what}`,
    from: "script",
    unanalysable: true,
    span: firstLine(file),
  };
}

function evidenceOfProse(manifest: SkillManifest): readonly Evidence[] {
  const { body } = manifest;
  if (body === undefined) return [];
  const { file } = body.span;
  const seen = new Set<Act>();
  return markdownOf(manifest).prose.flatMap(({ span: lines }) =>
    readProse(file.text.slice(lines.start, lines.end)).flatMap((finding): Evidence[] => {
      if (seen.has(finding.act)) return [];
      seen.add(finding.act);
      return [evidenceOfFinding(finding, "prose", file, lines.start)];
    }),
  );
}
