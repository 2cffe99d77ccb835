import type { IToken } from "chevrotain";
import type { Expr } from "./guard.ts";
import type { ParseProblem, Stop } from "./parser.ts";
import { endOf, parseTokens } from "./parser.ts";
import { tokens } from "./tokens.ts";

/** A place where an operand could not be read on, with the tokens of that operand. */
interface StopIn {
  readonly stop: Stop;
  readonly list: readonly IToken[];
}

/** A guard with mistakes: `invalid` stands for each operand that is no expression, the others are read. */
export interface Recovered {
  readonly expr: Expr;
  readonly problems: readonly ParseProblem[];
  readonly stops: readonly StopIn[];
  /** The operands that could not be read; what stands in them is said nothing more of. */
  readonly lost: readonly Range[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the operands of `and` and `or` one by one, so that a mistake in one of them does not hide those in the others.
 * `isWrong` is true of a range of the text that holds something reported already; such an operand is passed over.
 */
export function recover(
  list: readonly IToken[],
  isWrong: (start: number, end: number) => boolean,
): Recovered {
  return readPart(list, undefined, isWrong);
}

type IsWrong = (start: number, end: number) => boolean;

/** `next`: the token behind the part, where an operand that is missing is reported. */
function readPart(list: readonly IToken[], next: IToken | undefined, isWrong: IsWrong): Recovered {
  const range = rangeOf(list, next);
  const nothing: Recovered = { expr: { kind: "invalid", ...range }, problems: [], stops: [], lost: [range] };
  const wrong = isWrong(range.start, range.end);
  if (list.length === 0) {
    const stop: Stop = { token: next, reason: "operand", expected: "" };
    return wrong ? nothing : { ...nothing, stops: [{ stop, list }] };
  }
  const parsed = wrong ? undefined : parseTokens([...list]);
  if (parsed?.expr !== undefined) {
    return { expr: parsed.expr, problems: parsed.problems, stops: [], lost: [] };
  }
  const operands = splitAt(list, tokens.Or) ?? splitAt(list, tokens.And);
  if (operands !== undefined) return joinParts(operands, next, isWrong, range);
  const inner = innerOf(list);
  if (inner !== undefined) return readPart(inner.list, inner.close, isWrong);
  if (parsed?.stop === undefined) return nothing;
  // A part that ends too early meets what stands behind it.
  const stop = { ...parsed.stop, token: parsed.stop.token ?? next };
  return { ...nothing, problems: parsed.problems, stops: [{ stop, list }] };
}

interface Operands {
  readonly kind: "or" | "and";
  readonly parts: readonly { readonly list: readonly IToken[]; readonly joint: IToken | undefined }[];
}

function joinParts(
  { kind, parts }: Operands,
  next: IToken | undefined,
  isWrong: IsWrong,
  range: Range,
): Recovered {
  const read = parts.map(({ list, joint }) => readPart(list, joint ?? next, isWrong));
  return {
    expr: { kind, operands: read.map(({ expr }) => expr), ...range },
    problems: read.flatMap(({ problems }) => problems),
    stops: read.flatMap(({ stops }) => stops),
    lost: read.flatMap(({ lost }) => lost),
  };
}

function rangeOf(list: readonly IToken[], next: IToken | undefined): Range {
  const [first] = list;
  const last = list.at(-1);
  if (first === undefined || last === undefined) {
    const at = next?.startOffset ?? 0;
    return { start: at, end: at };
  }
  return { start: first.startOffset, end: endOf(last) };
}

/** The parts between the joints of one kind that stand outside of all brackets; undefined where there is none. */
function splitAt(list: readonly IToken[], joint: (typeof tokens)["Or" | "And"]): Operands | undefined {
  const joints = outside(list).filter((i) => list[i]?.tokenType === joint);
  if (joints.length === 0) return undefined;
  const ends = [...joints, list.length];
  const parts = ends.map((end, i) => ({
    list: list.slice(i === 0 ? 0 : (joints[i - 1] ?? 0) + 1, end),
    joint: list[end],
  }));
  return { kind: joint === tokens.Or ? "or" : "and", parts };
}

/** Indices of the tokens outside of all brackets. A bracket that closes nothing changes nothing. */
function outside(list: readonly IToken[]): readonly number[] {
  let depth = 0;
  return list.flatMap(({ tokenType }, i) => {
    if (tokenType === tokens.Open || tokenType === tokens.OpenList) depth++;
    else if (tokenType === tokens.Close || tokenType === tokens.CloseList) depth = Math.max(0, depth - 1);
    else if (depth === 0) return [i];
    return [];
  });
}

/** What stands between the parentheses around a whole part, behind any number of `not`. */
function innerOf(
  list: readonly IToken[],
): { readonly list: readonly IToken[]; readonly close: IToken } | undefined {
  const open = list.findIndex(({ tokenType }) => tokenType !== tokens.Not);
  const close = list.at(-1);
  if (list[open]?.tokenType !== tokens.Open || close?.tokenType !== tokens.Close) return undefined;
  // `(a) + (b)` begins and ends with parentheses that are no pair.
  const inside = list.slice(open + 1, -1);
  let depth = 0;
  for (const { tokenType } of inside) {
    if (tokenType === tokens.Open) depth++;
    if (tokenType === tokens.Close && --depth < 0) return undefined;
  }
  return { list: inside, close };
}
