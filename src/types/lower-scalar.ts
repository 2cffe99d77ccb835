import { kindBit, literal, negate, ofKinds, opaque, or } from "./algebra.ts";
import type { Node, Store } from "./algebra.ts";
import { patternProblem } from "./ecma.ts";
import { rationalOf } from "./rational.ts";
import type { Fields, Kind } from "./value.ts";

/** The keywords of numbers and texts. */
export function lowerScalar(store: Store, schema: Fields): readonly Node[] {
  const found: Node[] = [];
  const add = (keyword: string, kind: Kind, node: (argument: number) => Node): void => {
    const argument = schema[keyword];
    if (typeof argument === "number") found.push(about(store, kind, node(argument)));
  };
  const least = (open: boolean) => (bound: number) =>
    literal(store, { op: "least", bound: rationalOf(bound), open });
  const most = (open: boolean) => (bound: number) => negate(store, least(!open)(bound));
  add("minimum", "number", least(false));
  add("exclusiveMinimum", "number", least(true));
  add("maximum", "number", most(false));
  add("exclusiveMaximum", "number", most(true));
  add("multipleOf", "number", (of) => literal(store, { op: "multiple", of: rationalOf(of) }));
  for (const [kind, noun] of [
    ["string", "Length"],
    ["array", "Items"],
    ["object", "Properties"],
  ] as const) {
    add(`min${noun}`, kind, (size) => atLeast(store, kind, size));
    add(`max${noun}`, kind, (size) => negate(store, atLeast(store, kind, size + 1)));
  }
  const { pattern } = schema as { readonly pattern?: string };
  if (pattern !== undefined) found.push(about(store, "string", patternNode(store, pattern)));
  return found;
}

/** What a keyword says of one kind of value; it says nothing of the others. */
export function about(store: Store, kind: Kind, node: Node): Node {
  return or(store, [negate(store, ofKinds(store, kindBit(kind))), node]);
}

function atLeast(store: Store, kind: Kind, least: number): Node {
  return least === 0 ? store.any : literal(store, { op: "size", kind, least });
}

function patternNode(store: Store, pattern: string): Node {
  const problem = patternProblem(pattern);
  if (problem === undefined) return literal(store, { op: "pattern", pattern });
  return opaque(store, problem, `pattern ${pattern}`);
}
