import type { IToken } from "chevrotain";
import type { Stop } from "./parser.ts";
import { endOf } from "./parser.ts";

interface Account {
  readonly problem: string;
  readonly help?: string | undefined;
}

const missing: Readonly<Record<string, string>> = { Close: ")", CloseList: "]", In: "in" };

/** What is wrong where the parser stopped, and the place of it. */
export function describeStop(
  { token, reason, expected }: Stop,
  list: readonly IToken[],
): {
  readonly start: number;
  readonly end: number;
  readonly problem: string;
  readonly help: string | undefined;
} {
  const last = list.at(-1);
  const start = token?.startOffset ?? (last === undefined ? 0 : endOf(last));
  const end = token === undefined ? start : endOf(token);
  const { problem, help } =
    token === undefined ? atTheEnd(reason, expected) : atToken(token.image, reason, expected);
  return { start, end, problem, help };
}

function atTheEnd(reason: Stop["reason"], expected: string): Account {
  if (reason !== "token")
    return {
      problem: "The guard ends where an operand has to stand.",
      help: "Add what is missing after the last operator.",
    };
  const mark = missing[expected];
  return mark === undefined
    ? { problem: "The guard ends where the name of a method has to stand.", help: "Write `x.lower()`." }
    : { problem: `The guard ends, and a \`${mark}\` is missing.`, help: `Add \`${mark}\`.` };
}

function atToken(written: string, reason: Stop["reason"], expected: string): Account {
  switch (reason) {
    case "token":
      return atWrongToken(written, missing[expected]);
    case "rest": {
      const problem = `\`${written}\` cannot follow a complete expression.`;
      const word = written.toLowerCase();
      const isJoint = word !== written && ["and", "or", "not", "in"].includes(word);
      if (isJoint) return { problem, help: `Write \`${word}\`.` };
      if (written === ")" || written === "]") return { problem, help: `Remove the \`${written}\`.` };
      return { problem, help: "Join two conditions with `and` or `or`." };
    }
    case "operand":
      return {
        problem: `\`${written}\` stands where an operand has to stand.`,
        help: written === "+" ? "Remove the `+`." : undefined,
      };
  }
}

function atWrongToken(written: string, mark: string | undefined): Account {
  if (mark === undefined)
    return { problem: `\`${written}\` stands where the name of a method has to stand.` };
  const problem = `\`${written}\` stands where \`${mark}\` has to stand.`;
  if (written === ":") return { problem, help: "Write `x[0:3]`; a part has no step." };
  if (written === "," && mark === ")") return { problem, help: "Write a list between `[` and `]`." };
  if (mark === "in") return { problem, help: "Write `not in` or `!=`." };
  return { problem, help: `Add \`${mark}\` before it.` };
}
