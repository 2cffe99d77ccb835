import { literalPattern } from "../regex/literal.ts";
import { toPortable } from "./posix-pattern.ts";

/** A pattern that a hook's program searches for, and what it answers where the pattern is found. */
interface ScriptPattern {
  readonly regex: string;
  readonly action: "ask" | "deny";
  /** The argument of the call that is searched; undefined: the whole call as JSON. */
  readonly field: string | undefined;
  /** Where the pattern stands in the program. */
  readonly start: number;
  readonly end: number;
}

/** The patterns of a program that does nothing but search for literal ones; else why it is more than that. */
export type ScriptReading =
  | { readonly kind: "patterns"; readonly patterns: readonly ScriptPattern[] }
  | { readonly kind: "opaque"; readonly because: string };

interface Statement {
  readonly text: string;
  readonly start: number;
}

type Search = Omit<ScriptPattern, "action">;

/**
 * Reads the small shell programs that guard tool calls are written as: take the call from standard input, search it with
 * `grep` or `case`, and answer with a decision or with exit status 2. Every statement has to be of a known form, so that
 * nothing the program does is left out.
 */
export function readHookScript(text: string): ScriptReading {
  const reader = { fields: new Map<string, string | undefined>(), patterns: [] as ScriptPattern[] };
  const statements = statementsOf(text);
  let at = 0;
  while (at < statements.length) {
    const next = readStatement(statements, at, reader);
    if (typeof next === "string") return { kind: "opaque", because: next };
    at = next;
  }
  if (reader.patterns.length === 0) return { kind: "opaque", because: "it searches for no literal pattern" };
  return { kind: "patterns", patterns: reader.patterns };
}

interface Reader {
  /** Variable → the argument of the call that it holds; undefined for the whole call. */
  readonly fields: Map<string, string | undefined>;
  readonly patterns: ScriptPattern[];
}

/** The index of the statement after this one and all that belongs to it; else why it has no known form. */
function readStatement(statements: readonly Statement[], at: number, reader: Reader): number | string {
  const statement = statements[at];
  if (statement === undefined || isHarmless(statement.text)) return at + 1;
  if (readAssignment(statement.text, reader)) return at + 1;
  if (statement.text.startsWith("if ")) return readIf(statements, at, reader);
  if (statement.text.startsWith("case ")) return readCase(statements, at, reader);
  return readOneLine(statement, reader) ? at + 1 : unknown(statement);
}

function unknown({ text }: Statement): string {
  return `\`${text.length > 40 ? `${text.slice(0, 40)}…` : text}\` is no search for a literal pattern`;
}

const harmless = /^(?:set [-+][\w -]+|exit 0|true|echo '?\{\}'?)$/;

function isHarmless(text: string): boolean {
  return harmless.test(text);
}

/** `input=$(cat)`, `cmd=$(echo "$input" | jq -r '.tool_input.command // empty')`. */
const assignment = /^(?:local )?(\w+)="?\$\((.*)\)"?$/;
const jq =
  /^(?:(?:echo|printf '%s(?:\\n)?') "\$\{?(\w+)\}?" ?\| ?)?jq -r ['"]\.tool_input\.(\w+)(?: ?\/\/ ?(?:empty|""|''))?['"]$/;

function readAssignment(text: string, { fields }: Reader): boolean {
  const [, name, value] = assignment.exec(text) ?? [];
  if (name === undefined || value === undefined) return false;
  if (value === "cat") fields.set(name, undefined);
  else {
    const [, source, field] = jq.exec(value) ?? [];
    if (field === undefined || (source !== undefined && !fields.has(source))) return false;
    fields.set(name, field);
  }
  return true;
}

function readIf(statements: readonly Statement[], at: number, reader: Reader): number | string {
  const head = statements[at];
  if (head === undefined) return "an `if` is not closed";
  const search = searchOf(head.text.slice(3), head.start + 3, reader);
  if (search === undefined) return unknown(head);
  const end = statements.findIndex(({ text }, i) => i > at && text === "fi");
  if (end === -1 || statements[at + 1]?.text !== "then") return "an `if` is not closed";
  const action = actionOf(statements.slice(at + 2, end));
  if (action === undefined) return "what it does with a call that it finds is more than an answer";
  reader.patterns.push({ ...search, action });
  return end + 1;
}

/** `case "$cmd" in *"rm -rf"*|*mkfs*) echo no >&2; exit 2 ;; esac`. */
function readCase(statements: readonly Statement[], at: number, reader: Reader): number | string {
  const head = statements[at];
  const end = statements.findIndex(({ text }, i) => i > at && text === "esac");
  const [, name] = /^case "?\$\{?(\w+)\}?"? in$/.exec(head?.text ?? "") ?? [];
  if (head === undefined || end === -1 || name === undefined || !reader.fields.has(name)) {
    return "its `case` is of no known form";
  }
  let from = at + 1;
  while (from < end) {
    const to = statements.findIndex(({ text }, i) => i >= from && (text === ";;" || i === end));
    const label = statements[from];
    if (label === undefined || !label.text.endsWith(")")) return "its `case` is of no known form";
    const body = statements.slice(from + 1, to);
    const isRest = label.text === "*)" && body.every(({ text }) => isHarmless(text));
    if (!isRest && !readLabel(label, body, reader, reader.fields.get(name))) return unknown(label);
    from = to + 1;
  }
  return end + 1;
}

const glob = /^\*?(?:"([^"$`\\]+)"|'([^']+)'|([\w./:=-]+))\*?$/;

function readLabel(
  { text, start }: Statement,
  body: readonly Statement[],
  { patterns }: Reader,
  field: string | undefined,
): boolean {
  const action = actionOf(body);
  if (action === undefined) return false;
  let offset = start;
  for (const part of text.slice(0, -1).split("|")) {
    const match = glob.exec(part.trim());
    const literal = match?.[1] ?? match?.[2] ?? match?.[3];
    if (literal === undefined) return false;
    const [open, close] = [part.trim().startsWith("*") ? "" : "^", part.trim().endsWith("*") ? "" : "$"];
    const regex = open + literalPattern(literal) + close;
    patterns.push({ regex, action, field, start: offset, end: offset + part.length });
    offset += part.length + 1;
  }
  return true;
}

/** `… | grep -q 'pattern' && exit 2`, with or without `|| true` behind it. */
function readOneLine({ text, start }: Statement, reader: Reader): boolean {
  const parts = /^(.*?) && (?:\{ )?(.*?)(?:;? ?\})?(?: \|\| (?:true|exit 0))?$/s.exec(text);
  if (parts === null) return false;
  const search = searchOf(parts[1] ?? "", start, reader);
  const action = actionOf(statementsOf(parts[2] ?? ""));
  if (search === undefined || action === undefined) return false;
  reader.patterns.push({ ...search, action });
  return true;
}

const grep =
  /^(?:(.*?) ?\| ?)?grep((?: -[a-zA-Z]+)*) (?:-e )?(?:'([^']*)'|"([^"$`\\]*)"|([\w./:=-]+))(?: (?:2?>\/dev\/null|>\/dev\/null 2>&1))*$/d;
const printed = /^(?:echo|printf ['"]%s(?:\\n)?['"]) "\$\{?(\w+)\}?"$/;
const grepFlags = /^[qEeiFPsow]*$/;

/** A search by `grep`, of a variable, of an argument of the call, or of the call as it comes in. */
function searchOf(text: string, start: number, { fields }: Reader): Search | undefined {
  const match = grep.exec(text);
  if (match === null) return undefined;
  const flags = (match[2] ?? "").replaceAll(/[ -]/g, "");
  const source = sourceOf(match[1], fields);
  const quoted = [3, 4, 5].find((group) => match[group] !== undefined) ?? 3;
  const [from = 0, to = 0] = match.indices?.[quoted] ?? [];
  const regex = toPortable(match[quoted] ?? "", flags);
  if (!grepFlags.test(flags) || source === undefined || regex === undefined) return undefined;
  return { regex, field: source.field, start: start + from, end: start + to };
}

function sourceOf(
  text: string | undefined,
  fields: Reader["fields"],
): { readonly field: string | undefined } | undefined {
  if (text === undefined || text === "cat") return { field: undefined };
  const [, name] = printed.exec(text) ?? [];
  if (name !== undefined) return fields.has(name) ? { field: fields.get(name) } : undefined;
  const [, source, field] = jq.exec(text) ?? [];
  if (field === undefined || (source !== undefined && !fields.has(source))) return undefined;
  return { field };
}

const said = /^(?:echo|printf) [^`]*$/;

/** What a body answers: exit status 2 and `deny` refuse, `ask` asks. Undefined where it does more, or answers nothing. */
function actionOf(body: readonly Statement[]): "ask" | "deny" | undefined {
  const known = body.every(
    ({ text }) => /^exit \d+$/.test(text) || (said.test(text) && !text.includes("$(")),
  );
  if (!known) return undefined;
  const words = body.map(({ text }) => text).join("\n");
  if (
    /^exit 2$/m.test(words) ||
    /["']?(?:permissionDecision|decision)\\?["']? ?: ?\\?["'](?:deny|block)/.test(words)
  )
    return "deny";
  return /permissionDecision\\?["']? ?: ?\\?["']ask/.test(words) ? "ask" : undefined;
}

const token =
  /\{ (?:'[^']*'|"[^"]*"|[^{}'"\n])*\}|'[^']*'|"(?:[^"\\]|\\[^])*"|\$\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\\[^]|(?<=^|\s)#[^\n]*|;;|[;\n)]|\b(?:then|fi|esac|in)\b(?=\s|;|$)/g;

/**
 * Splits at line ends and `;`, outside quotes and `$(…)`; `then`, `fi`, `;;`, `esac`, the head of a case and each of its
 * labels are statements of their own. Comments are left out.
 */
function statementsOf(text: string): Statement[] {
  const found: Statement[] = [];
  let from = 0;
  const push = (to: number): void => {
    const raw = text.slice(from, to);
    const start = from + raw.length - raw.trimStart().length;
    if (raw.trim() !== "") found.push({ text: raw.trim(), start });
    from = to;
  };
  for (const { 0: word, index } of text.matchAll(token)) {
    const before = text.slice(from, index).trim();
    const end = index + word.length;
    if (word === ";" || word === "\n" || word.startsWith("#")) {
      push(index);
      from = end;
    } else if (word === ";;") {
      push(index);
      push(end);
    } else if (endsStatement(word, before)) push(end);
  }
  push(text.length);
  return found;
}

/** `in` ends the head of a case, `)` a label; the other words stand alone. */
function endsStatement(word: string, before: string): boolean {
  if (word === "in") return before.startsWith("case ");
  if (word === ")") return !before.includes("(");
  return /^(?:then|fi|esac)$/.test(word) && before === "";
}
