import fc from "fast-check";
import { expect, test } from "vitest";
import type { Expr } from "../../grammar/guard.ts";
import { partsOf } from "../../grammar/parts.ts";
import type { FailureCode } from "../../src/guard/values.ts";
import { guard } from "../../src/guard/guard.ts";
import { isTotal } from "../../src/guard/total.ts";
import type { Type } from "../../src/ir/type.ts";
import { guardSource } from "../helpers/guard-sources.ts";
import { text } from "../helpers/guard-texts.ts";
import { jsonSchema, valueFor } from "../helpers/schema-generator.ts";
import { referenceValue } from "../model/evaluate.ts";

interface Sort {
  readonly type: Type | string;
  /** Where `x` is the text. */
  readonly isText: boolean;
  /** Where the kind of `x` is not known before it runs. */
  readonly isUntyped: boolean;
  /** Outputs of the declared type. */
  readonly outputs: fc.Arbitrary<string>;
}

const space = fc.constantFrom("", "", " ", "\n\t");
const spaced = (inner: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(space, inner, space).map(([before, value, after]) => `${before}${JSON.stringify(value)}${after}`);
const whole = fc.oneof(fc.integer({ min: -12, max: 12 }), fc.maxSafeInteger());
const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const word = fc.constantFrom("", "a", "TODO", "pass", "😀", "x y");

const sorts: fc.Arbitrary<Sort> = fc.oneof(
  fc.constant<Sort>({ type: "Str", isText: true, isUntyped: false, outputs: text }),
  fc.constant<Sort>({ type: "Any", isText: true, isUntyped: false, outputs: text }),
  fc.constant<Sort>({ type: "Union[Str, Int]", isText: true, isUntyped: false, outputs: text }),
  fc.constant<Sort>({
    type: "Int",
    isText: false,
    isUntyped: false,
    outputs: fc.oneof(spaced(whole), fc.constantFrom("4.0", "1e3", "-0")),
  }),
  fc.constant<Sort>({
    type: "Float",
    isText: false,
    isUntyped: false,
    outputs: fc.oneof(spaced(double), spaced(whole)),
  }),
  fc.constant<Sort>({ type: "Bool", isText: false, isUntyped: false, outputs: spaced(fc.boolean()) }),
  fc.constant<Sort>({
    type: "Tuple[Int, Str]",
    isText: false,
    isUntyped: true,
    outputs: spaced(fc.tuple(whole, word)),
  }),
  fc.constant<Sort>({
    type: "Union[Int, Bool]",
    isText: false,
    isUntyped: true,
    outputs: fc.oneof(spaced(whole), spaced(fc.boolean())),
  }),
  jsonSchema.map((schema): Sort => ({
    type: { kind: "json", schema },
    isText: false,
    isUntyped: true,
    outputs: spaced(valueFor(schema, schema)),
  })),
);

/** The ways to have no value that the specification gives an expression; a guard may end in no others. */
function failuresOf(expr: Expr, sort: Sort): ReadonlySet<FailureCode> {
  return new Set([
    ...ownFailures(expr, sort),
    ...partsOf(expr).flatMap((part) => [...failuresOf(part, sort)]),
  ]);
}

/** A value of JSON whose kind is not known. */
function isOpen(expr: Expr, sort: Sort): boolean {
  switch (expr.kind) {
    case "name":
      return sort.isUntyped;
    case "index":
    case "slice":
      return isOpen(expr.object, sort);
    case "arithmetic":
      return expr.operator === "+" && (isOpen(expr.left, sort) || isOpen(expr.right, sort));
    default:
      return false;
  }
}

function ownFailures(expr: Expr, sort: Sort): readonly FailureCode[] {
  const wrongKind: readonly FailureCode[] = partsOf(expr).some((part) => isOpen(part, sort))
    ? ["guard/wrong-kind"]
    : [];
  switch (expr.kind) {
    case "index":
    case "slice":
      return ["guard/wrong-kind", "guard/missing"];
    case "arithmetic":
      return [
        ...wrongKind,
        "guard/out-of-range",
        ...(["/", "//", "%"].includes(expr.operator) ? (["guard/division-by-zero"] as const) : []),
      ];
    case "negate":
    case "method":
    case "compare":
      return wrongKind;
    case "call":
      if (expr.name === "has") return sort.isText ? ["guard/bad-json"] : [];
      if (expr.name === "json_len")
        return ["guard/missing", "guard/wrong-kind", ...(sort.isText ? (["guard/bad-json"] as const) : [])];
      return wrongKind;
    default:
      return [];
  }
}

const cases = sorts.chain((sort) =>
  fc.tuple(fc.constant(sort), guardSource, fc.array(sort.outputs, { minLength: 6, maxLength: 6 })),
);
const numRuns = 15 * Number(process.env["FC_RUNS"] ?? 200);

test("a guard without diagnostics fails on outputs of its type only where an operation is partial", () => {
  let accepted = 0;
  let total = 0;
  fc.assert(
    fc.property(cases, ([sort, source, outputs]) => {
      const { diagnostics, predicate, evaluate } = guard(source, sort.type);
      if (diagnostics.length > 0) return;
      accepted++;
      const allowed = failuresOf(predicate.expr, sort);
      const mayFail = !isTotal(predicate.expr, predicate);
      if (!mayFail) total++;
      for (const output of outputs) {
        const { error } = evaluate(output);
        if (error === undefined) continue;
        expect([...allowed], `${source} on ${JSON.stringify(output)}`).toContain(error.code);
        expect(mayFail, `${source} on ${JSON.stringify(output)}: ${error.code}`).toBe(true);
      }
    }),
    { seed: 42, numRuns },
  );
  expect(accepted).toBeGreaterThan(numRuns / 10);
  expect(total).toBeGreaterThan(numRuns / 50);
});

/** Conditions on few subjects with near limits, so that many guards are constant. */
const limit = fc.constantFrom("0", "1", "2", "3", "-1");
const condition = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("len(x)", "count(x, 'a')", "lines(x)", "x", "x['a']", "x[0]"),
      fc.constantFrom("<", "<=", ">", ">=", "==", "!="),
      limit,
    )
    .map((parts) => parts.join(" ")),
  fc
    .tuple(fc.constantFrom("'a'", "'ab'", "''"), fc.constantFrom("in", "not in"))
    .map(([a, o]) => `${a} ${o} x`),
  fc.constantFrom(
    "x",
    "regex(x, r'^a')",
    "regex(x, r'a|[^a]|^$')",
    "x.startswith('a')",
    "x.startswith('b')",
    "x == 'a'",
    "has(x, 'a')",
  ),
  fc
    .tuple(fc.constantFrom("x", "x['a']"), fc.constantFrom("in", "not in"), fc.array(limit, { maxLength: 3 }))
    .map(([a, o, items]) => `${a} ${o} [${items.join(", ")}]`),
);
const { joined } = fc.letrec<{ joined: string }>((tie) => ({
  joined: fc.oneof(
    { depthSize: "small", maxDepth: 2 },
    condition,
    tie("joined").map((inner) => `not (${inner})`),
    fc
      .tuple(tie("joined"), fc.constantFrom("and", "or"), tie("joined"))
      .map(([a, o, b]) => `(${a}) ${o} (${b})`),
  ),
}));
const constantCases = sorts.chain((sort) =>
  fc.tuple(
    fc.constant(sort),
    joined,
    // The declared type is not enforced, so a verdict holds of other outputs as well.
    fc.array(fc.oneof(sort.outputs, sort.outputs, text), { minLength: 8, maxLength: 8 }),
  ),
);

function isJson(output: string): boolean {
  return referenceValue(guard("x == x", "Json").predicate.expr, output, false);
}

test("a guard that is reported as constant has that value on every output", () => {
  let found = 0;
  fc.assert(
    fc.property(constantCases, ([sort, source, outputs]) => {
      const { diagnostics, predicate } = guard(source, sort.type);
      const codes = diagnostics.map(({ code }) => code);
      const isTrue = codes.includes("guard/always-true");
      if (!isTrue && !codes.includes("guard/always-false")) return;
      found++;
      for (const output of outputs) {
        if (isTrue && !sort.isText && !isJson(output)) continue;
        const value = referenceValue(predicate.expr, output, sort.isText);
        expect(value, `${source} on ${JSON.stringify(output)}`).toBe(isTrue);
      }
    }),
    { seed: 42, numRuns },
  );
  expect(found).toBeGreaterThan(numRuns / 20);
});
