import { literalPattern } from "../regex/literal.ts";
import { checkPattern } from "../regex/pattern.ts";

const classes: Readonly<Record<string, string>> = {
  "[:space:]": "\\s",
  "[:blank:]": " \\t",
  "[:digit:]": "0-9",
  "[:alpha:]": "a-zA-Z",
  "[:alnum:]": "a-zA-Z0-9",
  "[:lower:]": "a-z",
  "[:upper:]": "A-Z",
  "[:xdigit:]": "0-9a-fA-F",
  "[:punct:]": "!-/:-@\\[-`{-~",
};

/**
 * A pattern of `grep` in the portable subset; undefined where it has none. `flags` are the letters of its options: a
 * basic pattern is taken only where nothing in it is special. `grep` works line by line, which `(?m)` says of `^` and `$`.
 */
export function toPortable(pattern: string, flags: string): string | undefined {
  const ignoresCase = flags.includes("i");
  const body = bodyOf(pattern, flags);
  if (body === undefined) return undefined;
  const word = flags.includes("w") ? `\\b(?:${body})\\b` : body;
  const anchored = /[$^]/.test(body.replaceAll(/\\./g, ""));
  const prefix = ignoresCase || anchored ? `(?${ignoresCase ? "i" : ""}${anchored ? "m" : ""})` : "";
  const regex = prefix + word;
  return pattern === "" || checkPattern(regex).problem !== undefined ? undefined : regex;
}

function bodyOf(pattern: string, flags: string): string | undefined {
  if (flags.includes("F")) return literalPattern(pattern);
  // Between brackets a backslash stands for itself in POSIX and escapes in ours.
  if (!flags.includes("P") && /\[[^\]]*\\/.test(pattern)) return undefined;
  const named = pattern.replaceAll(/\[:[a-z]+:\]/g, (name) => classes[name] ?? name);
  if (flags.includes("E") || flags.includes("P")) return named;
  // In a basic pattern `\|`, `\+` and `\(` are special and `+`, `(` and `{` are not.
  if (!/\\[|+?(){}<>]/.test(named)) return named.replaceAll(/[+?(){}|]/g, "\\$&");
  if (/(?<!\\)[+?(){}|]/.test(named) || /\\[<>]/.test(named)) return undefined;
  return named.replaceAll(/\\([|+?(){}])/g, "$1");
}
