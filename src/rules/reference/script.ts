import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import type { SourceFile, Span } from "../../report/source.ts";
import type { Rule, Subject } from "../rule.ts";
import { bundledFiles } from "./files.ts";
import type { Mention } from "./mentions.ts";
import { mentionsOf } from "./mentions.ts";

const diagnostics = defineDiagnostics({
  "reference/script-not-executable": {
    severity: "warning",
    message: (p: { path: string; interpreter: string | undefined }) =>
      `The skill starts \`${p.path}\` by its path, and the file is not executable, so the shell refuses to run it.`,
    help: (p: { path: string; interpreter: string | undefined }) =>
      p.interpreter === undefined
        ? `Run \`chmod +x ${p.path}\` in the folder of the skill.`
        : `Write \`${p.interpreter} ${p.path}\`, or run \`chmod +x ${p.path}\` in the folder of the skill.`,
    docs: `
A command in the body starts a script by its path, and the script has no permission to be executed. The shell answers
“Permission denied”, and the model has to find out why. Installers and archives often lose the permission, so that naming
the interpreter is the safer form.

Wrong, where the file is not executable:

\`\`\`sh
./scripts/build.sh
\`\`\`

Right:

\`\`\`sh
bash scripts/build.sh
\`\`\`

\`--fix --unsafe-fixes\` writes the interpreter. Source: Agent Skills documentation, “Using scripts”.
`,
  },
  "reference/script-interactive": {
    severity: "warning",
    message: (p: { text: string; path: string }) =>
      `\`${p.text}\` in \`${p.path}\` waits for somebody to type, and an agent cannot, so the script hangs.`,
    help: "Take the value from an argument or a flag, such as `--yes`, and end with a message where it is missing.",
    docs: `
A script that the body runs asks a question and waits for the answer on the terminal. An agent has no terminal to type
into: the command hangs until its time is up.

Wrong:

\`\`\`sh
read -p "Delete it? " answer
\`\`\`

Right:

\`\`\`sh
[ "$1" = "--yes" ] || { echo "usage: clean.sh --yes" >&2; exit 2; }
\`\`\`

A script that looks whether it has a terminal (\`isatty\`, \`[ -t 0 ]\`) is left alone. Source: Agent Skills documentation,
“Using scripts”, which calls this a hard requirement.
`,
  },
});

/** Scripts that the body runs can be run, and ask nothing. */
export const referenceScript: Rule = {
  id: "reference/script",
  summary: "Scripts that the body runs can be run, and ask nothing.",
  declared: diagnostics.declared,
  *check(subject, { read }) {
    for (const { mention, path, file } of calledScripts(subject)) {
      if (isNotExecutable(mention, file)) yield notExecutable(mention, path);
      const script = read(file);
      const question = script === undefined ? undefined : questionIn(script, path);
      if (question === undefined) continue;
      yield diagnostics.create(
        "reference/script-interactive",
        question,
        { text: question.file.text.slice(question.start, question.end), path },
        { related: [{ message: "The skill runs it here.", span: mention.span }] },
      );
    }
  },
};

interface Call {
  readonly mention: Mention;
  readonly path: string;
  readonly file: SourceFile;
}

/** Each script that the body runs, where it is started by its path first of all. */
function calledScripts({ manifest }: Subject): readonly Call[] {
  const { files } = bundledFiles(manifest);
  const byPath = new Map<string, Call>();
  for (const mention of mentionsOf(manifest)) {
    const { path, kind, direct } = mention;
    const file = path === undefined ? undefined : files.get(path);
    if (path === undefined || file === undefined || (kind !== "call" && !direct)) continue;
    const known = byPath.get(path);
    if (known === undefined || (direct && !known.mention.direct)) byPath.set(path, { mention, path, file });
  }
  return [...byPath.values()];
}

function isNotExecutable({ direct, span }: Mention, { mode }: SourceFile): boolean {
  if (!direct || mode === undefined || (mode & 0o111) !== 0) return false;
  return !span.file.text.includes("chmod +x");
}

const interpreters: Readonly<Record<string, string>> = {
  sh: "bash",
  bash: "bash",
  py: "python3",
  js: "node",
  mjs: "node",
  cjs: "node",
  rb: "ruby",
  pl: "perl",
};

/** Unsafe: the text that the model reads changes. */
function notExecutable({ span }: Mention, path: string): Diagnostic {
  const interpreter = interpreters[path.slice(path.lastIndexOf(".") + 1)];
  const fix = {
    title: `Start it with \`${interpreter ?? ""}\``,
    safety: "unsafe" as const,
    edits: [{ span: { ...span, end: span.start }, replacement: `${interpreter ?? ""} ` }],
  };
  return diagnostics.create(
    "reference/script-not-executable",
    span,
    { path, interpreter },
    { fix: interpreter === undefined ? undefined : fix },
  );
}

const hasTerminal = /isatty|isTTY|\[ +-t +[01] +\]|test +-t +[01]/;

/** By language: the start of a statement that asks. Comments start the line, or are no such statement. */
const questions: readonly { readonly name: RegExp; readonly asks: RegExp }[] = [
  {
    name: /\.(?:sh|bash|zsh)$/,
    asks: /^(?![ \t]*#)(?:[^#\n"']*[;&|(] *|[ \t]*)(?:(?:if|while|until|then|do|else|!) +)*(read +(?:-[a-zA-Z]+ +)*-[a-zA-Z]*p\b[^\n;]*)/m,
  },
  {
    name: /\.py$/,
    asks: /^(?![ \t]*#)[^#\n"']*?(?<![\w.])((?:input|getpass\.getpass|click\.prompt|click\.confirm|Prompt\.ask|Confirm\.ask|questionary\.\w+|inquirer\.prompt)\([^\n]*)/m,
  },
  {
    name: /\.[cm]?[jt]s$/,
    asks: /^(?![ \t]*(?:\/\/|\*))[^\n"'`]*?(?<![\w.])((?:(?:rl|readline|readlineInterface)\.question|inquirer\.prompt|prompts|readlineSync\.\w+|enquirer\.prompt)\([^\n]*)/m,
  },
];

function questionIn(script: SourceFile, path: string): Span | undefined {
  const match = questions.find(({ name }) => name.test(path))?.asks.exec(script.text);
  const statement = match?.[1]?.trimEnd().slice(0, longestQuote);
  if (match === undefined || match === null || statement === undefined || hasTerminal.test(script.text))
    return undefined;
  const start = match.index + match[0].length - (match[1] ?? "").length;
  return { file: script, start, end: start + statement.length };
}

// What fits into a message.
const longestQuote = 60;
