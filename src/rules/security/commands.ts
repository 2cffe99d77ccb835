import type { Command, Pipeline, Word } from "./shell.ts";
import { readShell } from "./shell.ts";

/** A command with what stands in front of it (`sudo`, `X=1`, `then`) taken off. */
export interface Call {
  /** Without folder and `.exe`: `rm` for `/bin/rm`. */
  readonly name: string;
  readonly args: readonly Word[];
  readonly command: Command;
}

/** Words that run, or only precede, the command behind them. */
const wrappers = new Set(
  "sudo doas command builtin exec nohup time nice ionice stdbuf setsid env timeout busybox then do else if elif while until ! { RUN CMD $ % - > @ +".split(
    " ",
  ),
);
/** Their options that take a word. */
const wrapperOptions = new Set(["-u", "-g", "-C", "-n", "-h", "-p", "-k", "-s"]);
const assignment = /^[A-Za-z_]\w*\+?=/;

export function callOf(command: Command): Call | undefined {
  const words = expandBraces(command.words);
  let at = 0;
  let last = -1;
  while (at < words.length) {
    const { value } = words[at] ?? noWord;
    if (wrappers.has(baseName(value))) {
      last = at;
      at = afterOptions(words, at + 1, baseName(value));
    } else if (assignment.test(value) || /^[\w-]+:$/.test(value)) at++;
    else break;
  }
  // `env` and `time` alone are the command.
  const place = at < words.length ? at : last;
  const word = words[place];
  if (word === undefined) return undefined;
  return { name: baseName(word.value), args: words.slice(place + 1), command };
}

const noWord: Word = { value: "", inner: [], isFile: false };

function afterOptions(words: readonly Word[], from: number, wrapper: string): number {
  let at = from;
  while (words[at]?.value.startsWith("-") === true) {
    at += wrapperOptions.has(words[at]?.value ?? "") && wrapper !== "nice" ? 2 : 1;
  }
  return wrapper === "timeout" && /^[\d.]+[smhd]?$/.test(words[at]?.value ?? "") ? at + 1 : at;
}

/** `{curl,-s,https://…}` is three words. */
function expandBraces(words: readonly Word[]): readonly Word[] {
  const [first, ...others] = words;
  if (first === undefined || !/^\{[^{},\s]+(?:,[^{}]*)\}$/.test(first.value)) return words;
  const parts = first.value.slice(1, -1).split(",");
  return [...parts.map((value) => ({ ...first, value })), ...others];
}

function baseName(value: string): string {
  // An address or a template is no program, whatever its last part is called.
  if (value.includes("://") || value.includes("{{")) return value;
  return value.slice(value.lastIndexOf("/") + 1).replace(/\.exe$/i, "");
}

const shells = /^(?:sh|bash|zsh|dash|ksh|ash|fish)$/;
const interpreters = /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|lua|pwsh|powershell|osascript|tsx)$/i;

export function isShell(name: string): boolean {
  return shells.test(name);
}

export function isInterpreter(name: string): boolean {
  return shells.test(name) || interpreters.test(name);
}

/** True for an interpreter whose program is what comes through the pipe: `bash`, `sh -s -- x`, `python3 -`. */
export function runsInput({ name, args }: Call): boolean {
  if ((name === "." || name === "source") && args[0]?.value === "/dev/stdin") return true;
  if (!isInterpreter(name)) return false;
  for (const { value } of args) {
    if (value === "-" || value === "/dev/stdin" || value === "--") return true;
    if (!value.startsWith("-")) return false;
    if (isShell(name) ? /^-[a-z]*s/.test(value) : false) return true;
    if (takesProgram(name, value)) return false;
  }
  return true;
}

/** True for the option whose word is the program: `-c`, `-e`; and for `-m`, which names one. */
function takesProgram(name: string, option: string): boolean {
  if (isShell(name)) return /^-[a-z]*c$/.test(option);
  return /^-(?:[a-zA-Z]*[cemnprE]|-eval|-print|-command|-encodedcommand|enc)$/i.test(option);
}

/** The text that a command runs as shell commands: of `bash -c`, `eval`, `su -c`, a here-document. */
function shellScriptsOf({ name, args, command }: Call): readonly string[] {
  const found: string[] = [];
  if (name === "eval") found.push(args.map(({ value }) => value).join(" "));
  if (isShell(name) || name === "su") {
    const at = args.findIndex(({ value }) => /^-[a-z]*c$/.test(value));
    const script = at === -1 ? undefined : args[at + 1];
    if (script !== undefined) found.push(script.value);
    const { stdin, redirects } = command;
    if (stdin !== undefined) found.push(stdin);
    for (const { operator, target } of redirects) if (operator === "<<<") found.push(target.value);
  }
  return found;
}

/** The text that a command runs in another language: of `python -c`, `node -e`, a here-document. */
export function programOf({
  name,
  args,
  command,
}: Call): { language: "python" | "javascript"; text: string } | undefined {
  const language = /^python[\d.]*$/.test(name)
    ? "python"
    : /^(?:node|bun|deno)$/.test(name)
      ? "javascript"
      : undefined;
  if (language === undefined) return undefined;
  const at = args.findIndex(({ value }) => /^-(?:[a-zA-Z]*[ce]|-eval)$/.test(value));
  const text = (at === -1 ? undefined : args[at + 1]?.value) ?? command.stdin;
  return text === undefined ? undefined : { language, text };
}

const deepest = 5;

/** A pipeline and every one that runs inside it. */
export function* everyPipeline(pipeline: Pipeline, depth = 0): Iterable<Pipeline> {
  yield pipeline;
  if (depth >= deepest) return;
  for (const command of pipeline.commands) {
    const words = [...command.words, ...command.redirects.map(({ target }) => target)];
    const inner = [...words.flatMap((word) => word.inner), ...command.group];
    const call = callOf(command);
    const scripts = call === undefined ? [] : shellScriptsOf(call).flatMap(readShell);
    for (const other of [...inner, ...scripts]) yield* everyPipeline(other, depth + 1);
  }
}

export function callsOf({ commands }: Pipeline): readonly Call[] {
  return commands.map(callOf).filter((call) => call !== undefined);
}

/** Everything that a word runs, flattened. */
export function callsInside(word: Word): readonly Call[] {
  return word.inner.flatMap((pipeline) => [...everyPipeline(pipeline)].flatMap(callsOf));
}
