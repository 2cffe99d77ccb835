/** One word of a command, with its quotes taken off. */
export interface Word {
  /** Variables and substitutions stand as they are written: `$HOME/x`, `$(env)`. */
  readonly value: string;
  /** What runs inside: `$(…)`, backticks, `<(…)`. */
  readonly inner: readonly Pipeline[];
  /** True for `<(…)`: the word names a file that holds what the commands print. */
  readonly isFile: boolean;
}

/** One simple command: `X=1 sudo rm -rf dist > log`. */
export interface Command {
  readonly words: readonly Word[];
  readonly redirects: readonly { readonly operator: string; readonly target: Word }[];
  /** The text of a here-document. */
  readonly stdin: string | undefined;
  /** The commands of a subshell `( … )`, which stands in place of words. */
  readonly group: readonly Pipeline[];
}

/** Commands joined by `|`, with their place in the text. */
export interface Pipeline {
  readonly commands: readonly Command[];
  readonly start: number;
  readonly end: number;
}

// Deeper nesting is read as plain text, so that no text takes the stack.
const deepest = 8;

/**
 * Reads text as a POSIX shell would split it, as far as it can: never fails, and looks at each character once for each
 * level of nesting. Control words (`if`, `then`, `do`) stay in front of their command.
 */
export function readShell(text: string): readonly Pipeline[] {
  const state: State = { text, at: 0, waiting: [] };
  const found: Pipeline[] = [];
  while (state.at < text.length) {
    found.push(...readUntil(state, undefined, 0));
    // A parenthesis that closes nothing, as in `case`.
    state.at++;
  }
  return found;
}

interface MutableCommand {
  words: Word[];
  redirects: { operator: string; target: Word }[];
  stdin: string | undefined;
  group: readonly Pipeline[];
}

interface State {
  readonly text: string;
  at: number;
  /** Here-documents whose text starts on the next line. */
  waiting: { readonly command: MutableCommand; readonly end: string; readonly indented: boolean }[];
}

/** Pipelines up to a closing parenthesis, which is left, or the end. */
function readUntil(state: State, close: string | undefined, depth: number): Pipeline[] {
  const found: Pipeline[] = [];
  while (state.at < state.text.length && !stops(state, close)) {
    const pipeline = readPipeline(state, depth);
    if (pipeline.commands.length > 0) found.push(pipeline);
    skipSeparator(state);
  }
  return found;
}

function stops({ text, at }: State, close: string | undefined): boolean {
  return text[at] === ")" || (close !== undefined && text[at] === close);
}

function skipSeparator(state: State): void {
  const { text } = state;
  const char = text[state.at];
  if (char === "\n") {
    state.at++;
    readHereDocuments(state);
  } else if (char === ";" || char === "&" || char === "|") state.at++;
}

function readPipeline(state: State, depth: number): Pipeline {
  skipBlank(state);
  const { at: start, text } = state;
  const commands: Command[] = [];
  let end = start;
  for (;;) {
    const command = readCommand(state, depth);
    if (command !== undefined) {
      commands.push(command);
      end = state.at;
    }
    if (text[state.at] !== "|" || text[state.at + 1] === "|") break;
    state.at += text[state.at + 1] === "&" ? 2 : 1;
    skipBlank(state);
    // A pipe at the end of a line goes on with the next one.
    while (text[state.at] === "\n" || text[state.at] === "\r") {
      state.at++;
      skipBlank(state);
    }
  }
  while (end > start && /\s/.test(text[end - 1] ?? "")) end--;
  return { commands, start, end };
}

function skipBlank(state: State): void {
  const { text } = state;
  for (;;) {
    const char = text[state.at];
    if (char === " " || char === "\t" || char === "\r") state.at++;
    else if (char === "\\" && text[state.at + 1] === "\n") state.at += 2;
    else if (char === "\\" && text.startsWith("\r\n", state.at + 1)) state.at += 3;
    else return;
  }
}

function readCommand(state: State, depth: number): Command | undefined {
  const { text } = state;
  const command: MutableCommand = { words: [], redirects: [], stdin: undefined, group: [] };
  for (;;) {
    skipBlank(state);
    const char = text[state.at];
    if (char === undefined || isCommandEnd(state)) break;
    if (char === "#") skipComment(state);
    else if (char === "(" && command.words.length === 0 && depth < deepest) {
      state.at++;
      command.group = readUntil(state, undefined, depth + 1);
      if (text[state.at] === ")") state.at++;
    } else if (char === "(") state.at++;
    else if (!readRedirect(state, command, depth)) command.words.push(readWord(state, depth));
  }
  return command.words.length + command.redirects.length + command.group.length === 0 ? undefined : command;
}

function isCommandEnd({ text, at }: State): boolean {
  const char = text[at];
  if (char === "&") return text[at + 1] !== ">";
  return char === "\n" || char === ";" || char === "|" || char === ")";
}

function skipComment(state: State): void {
  const end = state.text.indexOf("\n", state.at);
  state.at = end === -1 ? state.text.length : end;
}

const redirection = /(?:\d{0,2}|&)(<<<|<<-?|>>|>\||[<>]&|<>|[<>])(?!\()/y;

function readRedirect(state: State, command: MutableCommand, depth: number): boolean {
  redirection.lastIndex = state.at;
  const match = redirection.exec(state.text);
  if (match === null) return false;
  const operator = match[1] ?? "";
  state.at += match[0].length;
  skipBlank(state);
  if (state.at >= state.text.length || isCommandEnd(state)) return true;
  const target = readWord(state, depth);
  if (operator.startsWith("<<") && operator !== "<<<") {
    state.waiting.push({ command, end: target.value, indented: operator === "<<-" });
  } else command.redirects.push({ operator, target });
  return true;
}

function readHereDocuments(state: State): void {
  const { text, waiting } = state;
  state.waiting = [];
  for (const { command, end, indented } of waiting) {
    const start = state.at;
    let line = start;
    let stop = text.length;
    while (line < text.length) {
      const newline = text.indexOf("\n", line);
      const lineEnd = newline === -1 ? text.length : newline;
      const content = text.slice(line, lineEnd).replace(/\r$/, "");
      if ((indented ? content.trimStart() : content) === end) {
        stop = line;
        line = lineEnd + 1;
        break;
      }
      line = lineEnd + 1;
    }
    command.stdin = text.slice(start, stop);
    state.at = Math.min(line, text.length);
  }
}

/** Collects one word: pieces without their quotes. */
interface Pieces {
  value: string;
  inner: Pipeline[];
  isFile: boolean;
}

const plainRun = /[^\s\\'"`$<>|;&()]+/y;

function readWord(state: State, depth: number): Word {
  const word: Pieces = { value: "", inner: [], isFile: false };
  const start = state.at;
  while (state.at < state.text.length && readPiece(state, word, depth));
  // Whatever is left is one character, so that reading always goes on.
  if (state.at === start) word.value += state.text[state.at++] ?? "";
  return word;
}

function readPiece(state: State, word: Pieces, depth: number): boolean {
  const { text } = state;
  plainRun.lastIndex = state.at;
  const run = plainRun.exec(text);
  if (run !== null) {
    word.value += run[0];
    state.at += run[0].length;
    return true;
  }
  switch (text[state.at]) {
    case "\\":
      return readEscape(state, word);
    case "'":
      return readSingle(state, word);
    case '"':
      return readDouble(state, word, depth);
    case "$":
    case "`":
      return readExpansion(state, word, depth);
    case "<":
    case ">":
      if (text[state.at + 1] !== "(" || depth >= deepest) return false;
      word.isFile = true;
      return readInner(state, word, 2, depth);
    default:
      return false;
  }
}

function readEscape(state: State, word: Pieces): boolean {
  const next = state.text[state.at + 1];
  if (next === "\n" || next === undefined) {
    state.at += next === undefined ? 1 : 2;
    return true;
  }
  word.value += next;
  state.at += 2;
  return true;
}

function readSingle(state: State, word: Pieces): boolean {
  const { text, at } = state;
  const end = text.indexOf("'", at + 1);
  const isApostrophe = /[A-Za-z]/.test(text[at - 1] ?? "") && text.slice(at, end).includes("\n");
  // The apostrophe of a sentence (`don't`) opens nothing.
  if (end === -1 || isApostrophe) {
    word.value += "'";
    state.at++;
    return true;
  }
  word.value += text.slice(at + 1, end);
  state.at = end + 1;
  return true;
}

function readDouble(state: State, word: Pieces, depth: number): boolean {
  const { text } = state;
  if (!text.includes('"', state.at + 1)) {
    word.value += '"';
    state.at++;
    return true;
  }
  state.at++;
  while (state.at < text.length && text[state.at] !== '"') {
    const char = text[state.at] ?? "";
    if (char === "\\" && /["\\$`\n]/.test(text[state.at + 1] ?? "")) readEscape(state, word);
    else if (char === "$" || char === "`") readExpansion(state, word, depth);
    else {
      word.value += char;
      state.at++;
    }
  }
  state.at++;
  return true;
}

/** `$(…)`, `` `…` ``, `$'…'`, or a variable, which stays as text. */
function readExpansion(state: State, word: Pieces, depth: number): boolean {
  const { text, at } = state;
  if (text.startsWith("$(", at) && text[at + 2] !== "(" && depth < deepest) {
    return readInner(state, word, 2, depth);
  }
  if (text[at] === "`" && depth < deepest) {
    const end = text.indexOf("`", at + 1);
    if (end === -1) {
      state.at++;
      return true;
    }
    const inside = readShell(text.slice(at + 1, end));
    word.inner.push(...inside);
    word.value += text.slice(at, end + 1);
    state.at = end + 1;
    return true;
  }
  if (text.startsWith("$'", at)) {
    word.value += "$";
    state.at++;
    return readAnsi(state, word);
  }
  word.value += text[at] ?? "";
  state.at++;
  return true;
}

/** `$'\x63url'`: the escapes of ANSI-C quoting. */
function readAnsi(state: State, word: Pieces): boolean {
  const { text, at } = state;
  const end = text.indexOf("'", at + 1);
  if (end === -1) {
    state.at++;
    return true;
  }
  word.value = word.value.slice(0, -1) + unescapeAnsi(text.slice(at + 1, end));
  state.at = end + 1;
  return true;
}

/** Escapes of `$'…'`, `printf` and `echo -e` that name a character by its number. */
function unescapeAnsi(text: string): string {
  return text.replaceAll(/\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3}))/g, (_, hex?: string, octal?: string) =>
    String.fromCharCode(hex === undefined ? Number.parseInt(octal ?? "0", 8) : Number.parseInt(hex, 16)),
  );
}

function readInner(state: State, word: Pieces, length: number, depth: number): boolean {
  const start = state.at;
  state.at += length;
  word.inner.push(...readUntil(state, undefined, depth + 1));
  if (state.text[state.at] === ")") state.at++;
  word.value += state.text.slice(start, state.at);
  return true;
}
