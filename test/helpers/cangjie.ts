/** A lexer for the Cangjie that skillc emits, and the rules that its macros demand of it. */

type TokenKind = "identifier" | "keyword" | "string" | "number" | "symbol" | "newline" | "comment";

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Of a string: its value. */
  readonly value?: string;
  readonly start: number;
}

export interface Lexed {
  readonly tokens: readonly Token[];
  readonly problems: readonly string[];
}

// Keywords as the compiler's lexer has them, the contextual ones included: none of them lexes as an identifier.
const keywords = new Set(
  (
    "is as in match if else case for do while break continue return try catch finally throw where spawn synchronized " +
    "unsafe class interface struct enum extend func macro main init let var const type prop operator package import " +
    "foreign inout mut static this super This with quote Bool Rune Unit Nothing VArray Int8 Int16 Int32 Int64 IntNative " +
    "UInt8 UInt16 UInt32 UInt64 UIntNative Float16 Float32 Float64 true false public private internal protected " +
    "override redef abstract sealed open common platform features"
  ).split(" "),
);

const escapes: Readonly<Record<string, string>> = {
  t: "\t",
  b: "\b",
  r: "\r",
  n: "\n",
  f: "\f",
  v: "\v",
  "0": "\0",
  "'": "'",
  '"': '"',
  "\\": "\\",
  $: "$",
};

/** Splits a source into tokens. What is no Cangjie, and what the emitted subset has no use for, is a problem. */
export function lexCangjie(source: string): Lexed {
  const tokens: Token[] = [];
  const problems: string[] = [];
  if (!source.isWellFormed()) problems.push("a lone surrogate");
  let at = 0;
  const rules: readonly (readonly [TokenKind | undefined, RegExp])[] = [
    ["comment", /\/\/[^\n]*/y],
    ["newline", /\n/y],
    [undefined, /[ \t]+/y],
    ["number", /\d+(?:\.\d+(?:e-?\d+)?)?/y],
    ["identifier", /[\p{XID_Start}_]\p{XID_Continue}*/uy],
    ["symbol", /\|>|<-|=>|\.\.|->|==|!=|<=|>=|&&|\|\||\+=|-=|\+\+|[@[\](){}<>,:;.=+\-*/%!?|&^]/y],
  ];
  while (at < source.length) {
    if (source[at] === '"') {
      const read = readString(source, at);
      problems.push(...read.problems);
      tokens.push({ kind: "string", text: source.slice(at, read.end), value: read.value, start: at });
      at = read.end;
      continue;
    }
    const found = rules.find(([, rule]) => {
      rule.lastIndex = at;
      return rule.test(source);
    });
    if (found === undefined) {
      problems.push(`an unexpected ${JSON.stringify(source[at])} at ${at}`);
      at += 1;
      continue;
    }
    const [kind, rule] = found;
    const text = source.slice(at, rule.lastIndex);
    if (kind === "comment" && /(?!\t)\p{Cc}/u.test(text)) problems.push("a control character in a comment");
    const isKeyword = kind === "identifier" && keywords.has(text);
    if (kind !== undefined) tokens.push({ kind: isKeyword ? "keyword" : kind, text, start: at });
    at = rule.lastIndex;
  }
  return { tokens, problems };
}

function readString(
  source: string,
  start: number,
): { readonly value: string; readonly end: number; readonly problems: readonly string[] } {
  const problems: string[] = [];
  if (source.startsWith('"""', start) && source[start + 3] === "\n")
    problems.push("a literal of several lines");
  let value = "";
  let at = start + 1;
  while (at < source.length && source[at] !== '"') {
    const char = String.fromCodePoint(source.codePointAt(at) ?? 0);
    if (char === "\n" || char === "\r")
      return { value, end: at, problems: [...problems, "an unclosed literal"] };
    if (char === "$" && source[at + 1] === "{") problems.push("an interpolation");
    if (char !== "\\") {
      value += char;
      at += char.length;
      continue;
    }
    const next = source[at + 1] ?? "";
    const code = /^u\{([0-9a-fA-F]{1,8})\}/.exec(source.slice(at + 1, at + 12));
    if (code !== null) {
      const point = Number.parseInt(code[1] ?? "", 16);
      if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) problems.push(`no character: ${code[0]}`);
      else value += String.fromCodePoint(point);
      at += 1 + code[0].length;
    } else {
      if (!Object.hasOwn(escapes, next)) problems.push(`an illegal escape \\${next}`);
      value += escapes[next] ?? "";
      at += 2;
    }
  }
  if (at >= source.length) problems.push("an unclosed literal");
  return { value, end: at + 1, problems };
}

/** The tokens that count: no comments. */
function significant(source: string): readonly Token[] {
  return lexCangjie(source).tokens.filter(({ kind }) => kind !== "comment");
}

/** Lexical problems, brackets, and the order package, imports, declarations. */
export function structureProblems(source: string): readonly string[] {
  const problems = [...lexCangjie(source).problems];
  const open: string[] = [];
  const closes: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
  for (const { kind, text } of significant(source)) {
    if (kind !== "symbol") continue;
    if ("([{".includes(text)) open.push(text);
    else if (Object.hasOwn(closes, text) && open.pop() !== closes[text])
      problems.push(`an unmatched ${text}`);
  }
  if (open.length > 0) problems.push(`unclosed ${open.join(" ")}`);
  const lines = source.split("\n").filter((line) => line !== "" && !line.startsWith("//"));
  if (!/^package [A-Za-z_]\w*$/.test(lines[0] ?? "")) problems.push("no package line first");
  const firstDeclaration = lines.slice(1).findIndex((line) => !line.startsWith("import "));
  if (lines.slice(1 + firstDeclaration).some((line) => line.startsWith("import "))) {
    problems.push("an import after a declaration");
  }
  if (source.startsWith("\ufeff")) problems.push("a byte order mark");
  return problems;
}

/** The attributes of each macro. Those without any take one literal or one condition. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  agent: [
    "model",
    "description",
    "executor",
    "temperature",
    "memory",
    "tools",
    "mcp",
    "skillRoot",
    "skillBuiltinTools",
  ],
  tool: ["description", "parameters"],
  prompt: ["pattern"],
  jsonable: [],
  field: [],
  alias: [],
  jsonname: [],
  constraint: [],
  Test: [],
  Expect: [],
};

const onMembers: ReadonlySet<string> = new Set(["field", "alias", "jsonname", "constraint"]);

/** What breaks the rules of CangjieMagic's macros, as far as the text shows it. */
export function attributeProblems(source: string): readonly string[] {
  const tokens = significant(source).filter(({ kind }) => kind !== "newline");
  return tokens.flatMap((token, i) => {
    if (token.text !== "@" || token.kind !== "symbol") return [];
    const macro = tokens[i + 1]?.text ?? "";
    const keys = attributesOf[macro];
    if (keys === undefined) return [`an unknown macro @${macro}`];
    if (onMembers.has(macro)) return memberMacroProblems(macro, tokens.slice(i + 2));
    const hasAttributes = tokens[i + 2]?.text === "[";
    const end = hasAttributes ? closing(tokens, i + 2) : i + 1;
    const items = hasAttributes ? itemsOf(tokens.slice(i + 3, end)) : [];
    const after = tokens.slice(end + 1);
    return [
      ...items.flatMap((item) => itemProblems(macro, keys, item)),
      ...repeated(items.map(([key]) => key?.text ?? "")).map((key) => `@${macro}: ${key} twice`),
      ...(macro === "tool" ? functionProblems(after, items) : []),
      ...(macro === "agent" ? classProblems(after) : []),
      ...(macro === "jsonable" ? typeProblems(after) : []),
      ...(macro === "prompt" ? promptProblems(after, items.length > 0) : []),
    ];
  });
}

function closing(tokens: readonly Token[], opening: number): number {
  let depth = 0;
  for (let i = opening; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.kind !== "symbol") continue;
    if ("([{".includes(token.text)) depth += 1;
    if (")]}".includes(token.text)) depth -= 1;
    if (depth === 0) return i;
  }
  return tokens.length;
}

/** Splits at commas that stand in no bracket. */
function itemsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "symbol" && "([{".includes(token.text)) depth += 1;
    if (token.kind === "symbol" && ")]}".includes(token.text)) depth -= 1;
    if (token.kind === "symbol" && token.text === "," && depth === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items.filter((item) => item.length > 0);
}

function itemProblems(macro: string, keys: readonly string[], item: readonly Token[]): readonly string[] {
  const [key, colon, ...value] = item;
  const name = key?.text ?? "";
  const place = `@${macro} ${name}`;
  if (key?.kind !== "identifier" || colon?.text !== ":") return [`${place}: no key`];
  if (!keys.includes(name)) return [`${place}: unknown`];
  const [first, ...more] = value;
  const isLiteral = first?.kind === "string" && more.length === 0;
  switch (name) {
    case "model":
      return isLiteral && /^[a-z]+:.+$/s.test(first.value ?? "") ? [] : [`${place}: no "provider:model"`];
    case "temperature":
      return first?.kind === "number" && first.text.includes(".") && more.length === 0
        ? []
        : [`${place}: no float`];
    case "memory":
    case "skillBuiltinTools":
      return /^(?:true|false)$/.test(value.map(({ text }) => text).join(""))
        ? []
        : [`${place}: no truth value`];
    case "pattern":
      return value.map(({ text }) => text).join("") === "APE" ? [] : [`${place}: unknown pattern`];
    case "tools":
      return itemsOf(value.slice(1, -1)).flatMap((entry) =>
        isToolEntry(entry, /^(?:stdio|http)MCP$/) ? [] : [`${place}: no identifier and no server`],
      );
    case "mcp":
      return itemsOf(value.slice(1, -1)).flatMap((entry) =>
        entry.length > 1 && isToolEntry(entry, /^(?:stdio|http)$/) ? [] : [`${place}: no server`],
      );
    case "parameters":
      return itemsOf(value.slice(1, -1)).flatMap(([parameter, separator, text, ...rest]) =>
        parameter?.kind === "identifier" &&
        separator?.text === ":" &&
        text?.kind === "string" &&
        rest.length === 0
          ? []
          : [`${place}: no map from identifiers to literals`],
      );
    default:
      return isLiteral ? [] : [`${place}: not one literal`];
  }
}

/** The name of a tool function, or a server with its address as one literal. */
function isToolEntry(entry: readonly Token[], server: RegExp): boolean {
  const [name, opening, address, closing_, ...rest] = entry;
  if (name?.kind !== "identifier") return false;
  if (entry.length === 1) return true;
  const isCall = opening?.text === "(" && address?.kind === "string" && closing_?.text === ")";
  return isCall && rest.length === 0 && server.test(name.text);
}

/** `@field["…"]` and the like: one literal, or a condition on the member that follows. */
function memberMacroProblems(macro: string, after: readonly Token[]): readonly string[] {
  const inside = after[0]?.text === "[" ? after.slice(1, closing(after, 0)) : [];
  if (macro !== "constraint") {
    return inside.length === 1 && inside[0]?.kind === "string" ? [] : [`@${macro}: not one literal`];
  }
  const isCondition =
    inside.length >= 3 && inside.every(({ kind, text }) => text !== "," && kind !== "comment");
  return isCondition ? [] : ["@constraint: no condition"];
}

/** A class of members with types, each of them one that the macro knows or another such class. */
function typeProblems(after: readonly Token[]): readonly string[] {
  const text = after.slice(0, 4).map((token) => token.text);
  const name = text[2] ?? "";
  if (text[0] !== "public" || text[1] !== "class" || text[3] !== "{") return ["@jsonable: no public class"];
  const body = after.slice(4, closing(after, 3));
  const lets = body.flatMap((token, i) => (token.text === "let" && token.kind === "keyword" ? [i] : []));
  const names = lets.map((i) => body[i + 1]?.text ?? "");
  return [
    ...(lets.length === 0 ? [`@jsonable ${name}: no member`] : []),
    ...repeated(names).map((member) => `@jsonable ${name}: ${member} twice`),
    ...lets.flatMap((i) => {
      const rest = body.slice(i + 3);
      const end = rest.findIndex(
        ({ kind, text: at }) => at === "@" || (kind === "keyword" && at === "public"),
      );
      const type = (end === -1 ? rest : rest.slice(0, end)).map((token) => token.text).join("");
      const isMember = body[i + 1]?.kind === "identifier" && body[i + 2]?.text === ":";
      return isMember && isParameterType(type) ? [] : [`@jsonable ${name}: a member of the type ${type}`];
    }),
  ];
}

/** A type that the macros know, or a class of the package. */
function isParameterType(type: string): boolean {
  const inner = /^(?:Array|Option)<(.+)>$/.exec(type)?.[1];
  if (inner !== undefined) return isParameterType(inner);
  return (
    /^(?:String|Int64|Float64|Bool|JsonObject)$/.test(type) ||
    (/^[A-Z_]\w*$/.test(type) && !/^(?:U?Int|Float|Rune|HashMap|Any)/.test(type))
  );
}

function functionProblems(after: readonly Token[], items: readonly (readonly Token[])[]): readonly string[] {
  const [keyword, name, opening] = after;
  if (keyword?.text !== "func" || name?.kind !== "identifier" || opening?.text !== "(")
    return ["@tool: no function"];
  const end = closing(after, 2);
  const parameters = itemsOf(after.slice(3, end));
  const names = parameters.map(([parameter]) => parameter?.text ?? "");
  const described = items.find(([key]) => key?.text === "parameters")?.slice(3, -1) ?? [];
  const body = after.slice(end + 3);
  return [
    ...(/^[A-Za-z_]\w*$/.test(name.text) ? [] : [`@tool ${name.text}: a name beyond ASCII`]),
    ...parameters.flatMap(([parameter, colon, ...type]) =>
      parameter?.kind === "identifier" &&
      colon?.text === ":" &&
      isParameterType(type.map(({ text }) => text).join(""))
        ? []
        : [`@tool ${name.text}: a parameter that no macro reads`],
    ),
    ...repeated(names).map((parameter) => `@tool ${name.text}: ${parameter} twice`),
    ...itemsOf(described)
      .filter(([parameter]) => !names.includes(parameter?.text ?? ""))
      .map(([parameter]) => `@tool ${name.text}: ${parameter?.text ?? ""} is described and not there`),
    ...(body[0]?.text === "{" && body[1]?.text !== "}" ? [] : [`@tool ${name.text}: no body`]),
  ];
}

function classProblems(after: readonly Token[]): readonly string[] {
  const text = after
    .slice(0, 4)
    .map((token) => token.text)
    .join(" ");
  return /^(?:public )?class \S+ \{/.test(text) ? [] : [`@agent: no class without supertype: ${text}`];
}

function promptProblems(after: readonly Token[], hasPattern: boolean): readonly string[] {
  const inside = after.slice(1, closing(after, 0));
  if (!hasPattern) {
    return inside.length > 0 && inside.every(({ kind }) => kind === "string")
      ? []
      : ["@prompt: more than literals, or none"];
  }
  const keys = itemsOf(inside).map(([key, colon, text, ...rest]) =>
    colon?.text === ":" && text?.kind === "string" && rest.length === 0 ? (key?.text ?? "") : "",
  );
  return keys.join() === "action,purpose,expectation" ? [] : [`@prompt: the keys ${keys.join()}`];
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}

/** The system prompt of each agent class, as CangjieMagic builds it: literals joined with nothing between them. */
export function promptsIn(source: string): readonly (readonly string[])[] {
  const tokens = significant(source).filter(({ kind }) => kind !== "newline");
  return tokens.flatMap((token, i) => {
    if (token.text !== "@" || tokens[i + 1]?.text !== "prompt") return [];
    const opening = tokens[i + 2]?.text === "[" ? closing(tokens, i + 2) + 1 : i + 2;
    const inside = tokens.slice(opening + 1, closing(tokens, opening));
    return [inside.filter(({ kind }) => kind === "string").map(({ value = "" }) => value)];
  });
}
