import type { Span } from "../../report/source.ts";
import type { Setting, Subject } from "../rule.ts";
import { callsOf, everyPipeline, programOf } from "./commands.ts";
import type { Pipeline } from "./shell.ts";
import { readShell } from "./shell.ts";
import { mention, mentionsIn } from "./mentions.ts";
import { argumentsAt, literalsIn } from "./source-code.ts";
import type { CodeText, SkillTexts } from "./texts.ts";
import { textsOf } from "./texts.ts";

/** One command line of a shell text, with everything that runs inside it. */
export interface Run {
  /** The first is the line itself. */
  readonly pipelines: readonly Pipeline[];
  readonly start: number;
  readonly span: Span;
  readonly code: CodeText;
}

const codeOfTexts = new WeakMap<SkillTexts, readonly CodeText[]>();

/** Every piece of code of a skill, and code of another language inside it: `python -c "…"`, `os.system("…")`. */
function codeOf(subject: Subject, setting: Setting): readonly CodeText[] {
  const texts = textsOf(subject, setting);
  const known = codeOfTexts.get(texts);
  if (known !== undefined) return known;
  const all = texts.code.flatMap((code) => withEmbedded(code, 0));
  codeOfTexts.set(texts, all);
  return all;
}

// `bash -c "python -c \"os.system('…')\""` is as deep as anybody goes.
const deepest = 3;

function withEmbedded(code: CodeText, depth: number): readonly CodeText[] {
  if (depth >= deepest) return [code];
  const inside = code.language === "shell" ? programsIn(code) : commandsIn(code);
  return [code, ...inside.flatMap((other) => withEmbedded(other, depth + 1))];
}

const holdsProgram =
  /\b(?:python[\d.]*|node|bun|deno)\b(?:[^\n|;&]{0,80}?\s(?:-\w*[ce]|--eval)\s|[^\n]{0,80}<<)/;

function programsIn(code: CodeText): readonly CodeText[] {
  if ((code.mentions & mention.run) === 0 || !holdsProgram.test(code.text)) return [];
  return runsOf(code).flatMap(({ pipelines, span, start }) =>
    pipelines
      .flatMap(callsOf)
      .map(programOf)
      .filter((program) => program !== undefined)
      .map(({ language, text }) => ({
        language,
        text,
        mentions: mentionsIn(text),
        at: () => span,
        about: () => code.about(start),
      })),
  );
}

const startsProgram =
  /\b(?:os\.(?:system|popen)|subprocess\.\w+|commands\.getoutput|pty\.spawn|(?:child_process\.|cp\.)?(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|execa|execaCommand)|Popen|check_output|check_call|shell_exec|Bun\.spawn)\s*\(/g;

/** What Python and JavaScript hand to a shell, as shell text. */
function commandsIn(code: CodeText): readonly CodeText[] {
  if (code.language !== "python" && code.language !== "javascript") return [];
  if ((code.mentions & mention.process) === 0) return [];
  const found: CodeText[] = [];
  let done = 0;
  for (const match of code.text.matchAll(startsProgram)) {
    const start = match.index;
    // What stands inside the arguments of another call has been read with it.
    if (start < done) continue;
    const open = start + match[0].length;
    const args = argumentsAt(code.text, open);
    done = open + args.length;
    const literals = literalsIn(args);
    const first = literals[0];
    if (first === undefined) continue;
    const isList = literals.length > 1 && !/\s/.test(first);
    const span = code.at(start, open + args.length);
    const text = isList ? literals.map(quoted).join(" ") : first;
    found.push({
      language: "shell",
      text,
      mentions: mentionsIn(text),
      at: () => span,
      about: () => code.about(start),
    });
  }
  return found;
}

/** One word of a shell. A tilde or a variable in a list of arguments is no shell word, but is meant as one. */
function quoted(word: string): string {
  return /^[\w./~$*:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const runsOfCode = new WeakMap<CodeText, readonly Run[]>();

/** The command lines of a shell text; none of another. */
export function runsOf(code: CodeText): readonly Run[] {
  if (code.language !== "shell") return [];
  const known = runsOfCode.get(code);
  if (known !== undefined) return known;
  const text = withoutFieldSeparators(code.text);
  const runs = readShell(text).map((pipeline) => ({
    pipelines: [...everyPipeline(pipeline)],
    start: pipeline.start,
    span: code.at(pipeline.start, firstLineEnd(text, pipeline)),
    code,
  }));
  runsOfCode.set(code, runs);
  return runs;
}

/** `curl${IFS}https://…` is two words. Offsets stay as they are. */
function withoutFieldSeparators(text: string): string {
  if (!text.includes("IFS")) return text;
  return text.replaceAll(/\$\{IFS\}|\$IFS(?:\$\d)?/g, (match) => " ".repeat(match.length));
}

/** A caret under one line is enough, but a line that goes on is shown whole up to its end. */
function firstLineEnd(text: string, { start, end }: Pipeline): number {
  const newline = text.indexOf("\n", start);
  if (newline === -1 || newline >= end) return end;
  let stop = newline;
  while (stop > start && /\s/.test(text[stop - 1] ?? "")) stop--;
  return stop;
}

/** The code of a skill that mentions something of each of these kinds. */
export function* codeAbout(
  subject: Subject,
  setting: Setting,
  ...kinds: readonly number[]
): Iterable<CodeText> {
  for (const code of codeOf(subject, setting)) {
    if (kinds.every((kind) => (code.mentions & kind) !== 0)) yield code;
  }
}
