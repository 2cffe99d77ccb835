import type { Assignment, Command, SyntaxNode, Word } from "unbash";
import { forEachChild, parse } from "unbash";
import type { Interpreter, Program } from "./commands.ts";
import { gitActs, interpreterOf, programOf, wrappers } from "./commands.ts";
import type { CodeLanguage, Finding, Notebook, ReadEmbedded } from "./finding.ts";
import { isSecretFile, isSecretName, notebook, shown } from "./finding.ts";

/** What one script is read with. */
interface Shell {
  readonly text: string;
  readonly book: Notebook;
  readonly embedded: ReadEmbedded;
  readonly depth: number;
  /** Names that the script itself gives a value, and its functions. */
  readonly assigned: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

interface Gathered {
  readonly nodes: SyntaxNode[];
  readonly assigned: Set<string>;
  readonly functions: Set<string>;
}

/** Reads a shell script for what its commands, redirections and variables do. */
export function readShellScript(text: string, embedded: ReadEmbedded, depth: number): readonly Finding[] {
  const { nodes, assigned, functions } = gather(parse(text));
  const shell: Shell = { text, book: notebook(), embedded, depth, assigned, functions };
  for (const node of nodes) visit(shell, node);
  return shell.book.findings;
}

/** Every node, in source order, without recursion of ours. Escaped backticks have offsets of their own: their place is lost. */
function gather(root: SyntaxNode): Gathered {
  const found: Gathered = { nodes: [], assigned: new Set(), functions: new Set() };
  const stack: SyntaxNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    found.nodes.push(node);
    note(found, node);
    const children: SyntaxNode[] = [];
    forEachChild(node, (child) => children.push(child));
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined) stack.push(child);
    }
  }
  return found;
}

const declaring = new Set([
  "read",
  "local",
  "declare",
  "typeset",
  "readonly",
  "export",
  "mapfile",
  "readarray",
  "getopts",
  "printf",
]);

function note({ assigned, functions }: Gathered, node: SyntaxNode): void {
  if (node.type === "Assignment") {
    if (!onlyDefaults(node)) assigned.add(node.name);
  } else if (node.type === "For" || node.type === "Select") assigned.add(node.name.value);
  else if (node.type === "Function") functions.add(node.name.value);
  else if (node.type === "Command" && declaring.has(node.name?.value ?? "")) {
    for (const argument of node.args)
      if (argument.type === "Word") assigned.add(argument.value.split("=")[0] ?? "");
  }
}

/** `X="${X:-…}"` takes X from the environment. */
function onlyDefaults({ name, value }: Assignment): boolean {
  return value.type === "Word" && new RegExp(`^"?\\$\\{?${name}(?:\\b|\\})`).test(value.text);
}

function visit(shell: Shell, node: SyntaxNode): void {
  const { pos, end } = node;
  if (node.type === "Command") visitCommand(shell, node);
  else if (node.type === "Pipeline") visitPipe(shell, node.commands);
  else if (node.type === "Redirect") visitRedirect(shell, node.operator, node.target, pos, end);
  else if (node.type === "SimpleExpansion") visitVariable(shell, node.text.slice(1), pos, end);
  else if (node.type === "ParameterExpansion") {
    if (node.prefix !== "!") visitVariable(shell, node.parameter, pos, end);
  } else if (node.type === "TestUnary" && /^-[abcdefghkprsuwxLSNOG]$/.test(node.operator)) {
    shell.book.add("fs.read", `looks at files with \`${shown(shell.text.slice(pos, end))}\``, pos, end);
  }
}

const ownVariables =
  /^(?:PWD|OLDPWD|RANDOM|LINENO|BASH\w*|IFS|SECONDS|UID|EUID|PPID|OPTARG|OPTIND|REPLY|FUNCNAME|PIPESTATUS|HOSTNAME|OSTYPE|SHLVL|MACHTYPE|COMP_\w+|EPOCH\w+|SHELLOPTS|GROUPS|HOSTTYPE|DIRSTACK|ZSH_\w+)$/;

/** A variable in capitals that the script never sets comes from the environment. */
function visitVariable({ book, assigned }: Shell, name: string, start: number, end: number): void {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name) || ownVariables.test(name) || assigned.has(name)) return;
  book.add(
    "env",
    isSecretName(name) ? `reads the credential \`${name}\`` : `reads the variable \`${name}\``,
    start,
    end,
  );
}

function visitRedirect(
  { book }: Shell,
  operator: string,
  target: Word | undefined,
  start: number,
  end: number,
): void {
  if (target === undefined) return;
  const file = target.value;
  if (/^(?:\d+|-|&\d*-?)$/.test(file) || /^\/dev\/(?:null|stdout|stderr|stdin|tty|fd\/\d+)$/.test(file))
    return;
  if (/^\/dev\/(?:tcp|udp)\//.test(file))
    book.add("net", `opens a connection to \`${shown(file)}\``, start, end);
  else if (operator === "<") {
    if (target.parts?.some(({ type }) => type === "ProcessSubstitution") !== true) {
      book.add("fs.read", `reads \`${shown(file)}\``, start, end);
    }
  } else if (operator !== "<&") {
    if (target.parts?.some(({ type }) => type === "ProcessSubstitution") === true) return;
    book.add("fs.write", `writes \`${shown(file)}\``, start, end);
  }
}

/** Text that comes through a pipe and is run: known only where its words stand in the script. */
function visitPipe(shell: Shell, commands: readonly SyntaxNode[]): void {
  for (const [index, node] of commands.entries()) {
    const before = commands[index - 1];
    if (before === undefined || node.type !== "Command") continue;
    const call = callOf(node);
    if (call === undefined || interpreterOf(call.name) === undefined || !readsProgram(call)) continue;
    shell.book.add("exec", `runs \`${shown(call.name)}\``, node.pos, node.end);
    const literal = before.type === "Command" ? printedBy(before) : undefined;
    const language = interpreterOf(call.name);
    if (literal !== undefined && language !== "other" && language !== undefined)
      embed(shell, language, literal, node.pos, node.end);
    else {
      const text = shown(shell.text.slice(before.pos, node.end));
      shell.book.add("unanalysable", `runs what comes through a pipe (\`${text}\`)`, before.pos, node.end);
    }
  }
}

function printedBy(command: Command): string | undefined {
  const call = callOf(command);
  if (call?.name !== "echo" && call?.name !== "printf") return undefined;
  return call.args.every(isLiteral) ? call.args.map(({ value }) => value).join(" ") : undefined;
}

/** A command without what stands in front of it. */
interface Call {
  readonly name: string;
  readonly args: readonly Word[];
  readonly wrappers: readonly string[];
  readonly command: Command;
}

function callOf(command: Command): Call | undefined {
  if (command.name === undefined) return undefined;
  const found = [
    command.name,
    ...command.args.filter((argument): argument is Word => argument.type === "Word"),
  ];
  return unwrap(command, found);
}

function unwrap(command: Command, found: readonly Word[]): Call | undefined {
  const before: string[] = [];
  let at = 0;
  for (let word = found[0]; word !== undefined; word = found[at]) {
    const name = baseName(word.value);
    const isQuestion = name === "command" && /^-[vV]/.test(found[at + 1]?.value ?? "");
    if (isQuestion || !wrappers.has(name))
      return { name, args: found.slice(at + 1), wrappers: before, command };
    before.push(name);
    at = afterOptions(found, at + 1);
  }
  const last = before.at(-1);
  return last === undefined ? undefined : { name: last, args: [], wrappers: before, command };
}

/** Past the options of a wrapper, those that take a word with it, and past `X=1` and `30s`. */
function afterOptions(found: readonly Word[], from: number): number {
  let at = from;
  for (let word = found[at]; word !== undefined; word = found[at]) {
    if (!/^-|^[A-Za-z_]\w*=|^\d+[smhd]?$/.test(word.value)) break;
    at += /^-[uIPnLdCk]$/.test(word.value) ? 2 : 1;
  }
  return at;
}

function baseName(value: string): string {
  return value.slice(value.lastIndexOf("/") + 1).replace(/\.exe$/i, "");
}

function isLiteral(word: Word): boolean {
  return word.parts === undefined ? !/[$`]/.test(word.text) : word.parts.every(isFixed);
}

function isFixed(part: NonNullable<Word["parts"]>[number]): boolean {
  if (part.type === "DoubleQuoted" || part.type === "LocaleString")
    return part.parts.every(({ type }) => type === "Literal");
  return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
}

function visitCommand(shell: Shell, command: Command): void {
  const call = callOf(command);
  if (call === undefined) return;
  doCall(shell, call);
  if (call.wrappers.includes("env") && call.args.length === 0) addAll(shell, call, ["env"]);
}

function doCall(shell: Shell, call: Call): void {
  const { name } = call;
  if (shell.functions.has(name)) return;
  if (isComputedName(call)) {
    addAll(shell, call, ["exec"]);
    return;
  }
  const interpreter = interpreterOf(name);
  const special = specials.get(name);
  if (interpreter !== undefined) doInterpreter(shell, call, interpreter);
  else if (special !== undefined) special(shell, call);
  else doProgram(shell, call);
}

/** Commands whose words decide what they do. */
const specials: ReadonlyMap<string, (shell: Shell, call: Call) => void> = new Map([
  ["eval", doEval],
  ["trap", doTrap],
  ["git", doGit],
  ["source", doSource],
  [".", doSource],
  ["find", doFind],
  ["fd", doFind],
]);

function doTrap(shell: Shell, { args, command: { pos, end } }: Call): void {
  embed(shell, "shell", args[0]?.value ?? "", pos, end);
}

function doGit(shell: Shell, call: Call): void {
  addAll(shell, call, gitActs(call.args.find(({ value }) => !value.startsWith("-"))?.value ?? ""));
}

function isComputedName({ name, command, wrappers: before }: Call): boolean {
  return (
    before.length === 0 && /^[$`]/.test(command.name?.text.replace(/^"/, "") ?? "") && !/^[\w.-]+$/.test(name)
  );
}

function doProgram(shell: Shell, call: Call): void {
  const { name, args, command } = call;
  const program = programOf(name);
  if (program === undefined) {
    if (/^[\w./~${}"'@+-]*\w[\w./~${}"'@+-]*$/.test(name)) addAll(shell, call, ["exec"]);
    return;
  }
  const acts = [
    ...program.acts,
    ...(readsFiles(call, program) ? (["fs.read"] as const) : []),
    ...byOption(name, args),
  ];
  addAll(shell, call, acts, program.verb);
  const secret = args.find(({ value }) => isSecretFile(value));
  if (secret !== undefined && acts.includes("fs.read")) {
    shell.book.add("fs.read", `reads the credentials in \`${shown(secret.value)}\``, secret.pos, secret.end);
  }
  if (name === "test" || name === "[") testFiles(shell, args, command);
}

/** A filter reads files where an operand names one, where it searches folders, or where xargs gives it names. */
function readsFiles({ name, args, wrappers: before }: Call, { reads }: Program): boolean {
  if (reads === undefined) return false;
  if (before.includes("xargs")) return true;
  const operands = args.filter(({ value }) => !value.startsWith("-") || value.includes("/"));
  if (reads === "operands") return operands.length > 0;
  if (name === "rg" || name === "ag") return true;
  if (name.endsWith("grep") && args.some(({ value }) => /^-[a-zA-Z]*[rR]/.test(value))) return true;
  return operands.length > (usesOptionForPattern(args) ? 0 : 1);
}

function usesOptionForPattern(args: readonly Word[]): boolean {
  return args.some(({ value }) => /^-(?:e|f|-regexp|-file)\b/.test(value));
}

/** What an option changes: `sed -i` writes, `curl -o` writes, `curl -d @file` reads. */
function byOption(name: string, args: readonly Word[]): readonly ("fs.read" | "fs.write")[] {
  const has = (pattern: RegExp): boolean => args.some(({ value }) => pattern.test(value));
  if (/^(?:sed|gsed|yq)$/.test(name))
    return has(/^(?:-[a-zA-Z]*i|--in-place)/) ? ["fs.read", "fs.write"] : [];
  if (name === "sort" || name === "base64") return has(/^-o$|^--output/) ? ["fs.write"] : [];
  if (name === "curl") {
    return [
      ...(has(/^(?:-[a-zA-Z]*[oO]|--output|--remote-name)/) ? (["fs.write"] as const) : []),
      ...(has(/^(?:-T|--upload-file)$|^@|=@|^-d@/) ? (["fs.read"] as const) : []),
    ];
  }
  if (name === "awk" || name === "gawk") return has(/>\s*"/) ? ["fs.write"] : [];
  return [];
}

function testFiles(shell: Shell, args: readonly Word[], { pos, end }: Command): void {
  if (!args.some(({ value }) => /^-[defghkprsuwxLS]$/.test(value))) return;
  shell.book.add("fs.read", `looks at files with \`${shown(shell.text.slice(pos, end))}\``, pos, end);
}

const verbs = {
  "fs.read": "reads files",
  "fs.write": "writes files",
  net: "uses the network",
  exec: "starts a process",
  env: "reads the environment",
} as const;

function addAll(
  shell: Shell,
  { command: { pos, end } }: Call,
  acts: readonly (keyof typeof verbs)[],
  verb?: string,
): void {
  const text = shown(shell.text.slice(pos, end));
  for (const act of acts)
    shell.book.add(
      act,
      `${act === "fs.write" ? (verb ?? verbs[act]) : verbs[act]} with \`${text}\``,
      pos,
      end,
    );
}

function doFind(shell: Shell, call: Call): void {
  const { args } = call;
  addAll(shell, call, ["fs.read"]);
  if (args.some(({ value }) => value === "-delete")) addAll(shell, call, ["fs.write"], "deletes files");
  const at = args.findIndex(({ value }) => /^-(?:exec|execdir|ok|x)$/.test(value));
  const inner = at === -1 ? undefined : unwrap(call.command, args.slice(at + 1));
  if (inner !== undefined) doCall(shell, { ...inner, wrappers: [...inner.wrappers, "xargs"] });
}

/** A file that is read into the shell: bundled ones are read on their own, one that is computed cannot be. */
function doSource(shell: Shell, call: Call): void {
  const [file] = call.args;
  addAll(shell, call, ["fs.read"]);
  if (file === undefined) return;
  const isNamed = /[\w-]+(?:\.\w+)?$/.test(file.value) && /\/[\w.-]+$/.test(file.value);
  if (isSecretFile(file.value))
    shell.book.add("env", `reads the credentials in \`${shown(file.value)}\``, file.pos, file.end);
  if (isLiteral(file) || isNamed) return;
  shell.book.add(
    "unanalysable",
    `reads commands from a file that is computed (\`${shown(file.text)}\`)`,
    call.command.pos,
    call.command.end,
  );
}

function doEval(shell: Shell, { args, command: { pos, end } }: Call): void {
  if (args.every(isLiteral)) embed(shell, "shell", args.map(({ value }) => value).join(" "), pos, end);
  else
    shell.book.add(
      "unanalysable",
      `runs a text that is computed (\`${shown(shell.text.slice(pos, end))}\`)`,
      pos,
      end,
    );
}

const programOption = /^-(?:[a-z]*[cep]|-eval|-print|r)$/;

function readsProgram({ args }: Call): boolean {
  for (const { value } of args) {
    if (value === "-" || value === "-s" || value === "/dev/stdin" || value === "--") return true;
    if (programOption.test(value) || value === "-m" || value === "run" || !value.startsWith("-"))
      return false;
  }
  return true;
}

function doInterpreter(shell: Shell, call: Call, interpreter: Interpreter): void {
  addAll(shell, call, ["exec"]);
  if (call.args.length === 1 && /^--?(?:version|V|v|help)$/.test(call.args[0]?.value ?? "")) return;
  const at = call.args.findIndex(({ value }) => programOption.test(value));
  const program = at === -1 ? undefined : call.args[at + 1];
  const isScript = call.args[0]?.value.startsWith("-") === false;
  if (program !== undefined && !isScript) doProgramText(shell, call, interpreter, program);
  else doInput(shell, call, interpreter);
}

/** `bash -c "…"`: the text is code of that language. */
function doProgramText(shell: Shell, { command }: Call, interpreter: Interpreter, program: Word): void {
  const { pos, end } = command;
  const isKnown = isLiteral(program);
  // Where a shell puts variables into Python or JavaScript, the rest of the text still stands.
  if (interpreter !== "other" && (isKnown || interpreter !== "shell")) {
    embed(shell, interpreter, program.value, pos, end);
  } else if (!isKnown) unknown(shell, "runs a text that is computed", pos, end);
}

/** What comes from a here-document, a string or another command. */
function doInput(shell: Shell, call: Call, interpreter: Interpreter): void {
  const { pos, end, redirects } = call.command;
  const files = redirects.flatMap((redirect) =>
    redirect.type === "Redirect" && redirect.target !== undefined ? [redirect.target] : [],
  );
  if ([...call.args, ...files].some(isSubstituted))
    unknown(shell, "runs what another command prints", pos, end);
  if (interpreter === "other" || !readsProgram(call)) return;
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") {
      embed(shell, interpreter, shell.text.slice(redirect.body.pos, redirect.body.end), pos, end);
    } else if (redirect.type === "HereString" && redirect.target !== undefined) {
      if (isLiteral(redirect.target)) embed(shell, interpreter, redirect.target.value, pos, end);
      else unknown(shell, "runs a text that is computed", pos, end);
    }
  }
}

function isSubstituted({ parts }: Word): boolean {
  return parts?.some(({ type }) => type === "ProcessSubstitution") === true;
}

function unknown(shell: Shell, why: string, start: number, end: number): void {
  shell.book.add("unanalysable", `${why} (\`${shown(shell.text.slice(start, end))}\`)`, start, end);
}

function embed(shell: Shell, language: CodeLanguage, text: string, start: number, end: number): void {
  for (const { act, why } of shell.embedded(language, text, shell.depth + 1))
    shell.book.add(act, why, start, end);
}
