import { methodNames } from "./guard.ts";

/** What people write who know another language, and what a guard has for it. */

/** Operators that are read as what they mean, after being reported. */
export const operators: ReadonlyMap<string, string> = new Map([
  ["&&", "and"],
  ["||", "or"],
  ["!", "not"],
  ["===", "=="],
  ["=", "=="],
  ["!==", "!="],
  ["<>", "!="],
]);

/** Words of Python that are no part of a guard, with what to do instead. */
export const words: ReadonlyMap<string, string> = new Map([
  ["if", "Use `and`, `or` and `not`."],
  ["else", "Use `and`, `or` and `not`."],
  ["for", "Ask for one value with `in`, or count with `count`."],
  ["lambda", "Write the condition itself."],
  ["is", "Write `==`."],
  ["assert", "Write the condition alone."],
  ["return", "Write the condition alone."],
  ["yield", "Write the condition alone."],
  ["await", "Write the condition alone."],
  ["import", "Write the condition alone."],
]);

const signs: readonly (readonly [string, string])[] = [
  ["#", "Remove the comment."],
  ["&", "Write `and`."],
  ["|", "Write `or`."],
  ["~", "Write `not`."],
  ["?", "Use `and`, `or` and `not`."],
  ["{", "Write a list `[…]`, or ask for a key with `has(x, '…')`."],
  [";", "Join two conditions with `and`."],
  ["`", "Write `'` or `\"`."],
];

/** What to write for characters that are no part of the language. */
export function helpForSign(text: string): string | undefined {
  return signs.find(([sign]) => text.includes(sign))?.[1];
}

const constants: ReadonlyMap<string, string> = new Map([
  ["null", "None"],
  ["undefined", "None"],
  ["nil", "None"],
  ["NULL", "None"],
  ["TRUE", "True"],
  ["FALSE", "False"],
]);

const outputs = new Set([
  "X",
  "output",
  "out",
  "text",
  "result",
  "response",
  "answer",
  "reply",
  "value",
  "content",
]);

const modules: ReadonlyMap<string, string> = new Map([
  ["re", "Write `regex(x, r'…')`."],
  ["json", "Write `has(x, '…')` or `json_len(x)`."],
]);

/** What to write for a name other than `x`; undefined where nothing is known of it. */
export function helpForName(name: string): string | undefined {
  const constant = constants.get(name);
  if (constant !== undefined) return `Write \`${constant}\`.`;
  if (outputs.has(name)) return `Write \`x\` for the output, or \`'${name}'\` for the text.`;
  return modules.get(name);
}

/** What to write for a property, which a guard does not have. */
export function helpForProperty(name: string): string {
  if (name === "length" || name === "size") return "Write `len(x)`.";
  if (methodNames.some((method) => method === name)) return `Write \`.${name}(…)\`.`;
  return `Write \`['${name}']\` for a key, or \`has(x, '${name}')\` to ask for it.`;
}

/** A number in decimal digits; undefined for an imaginary one. */
export function inDecimal(written: string): string | undefined {
  if (/j$/i.test(written)) return undefined;
  const value = Number(written.replaceAll("_", "").replace(/n$/, ""));
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
