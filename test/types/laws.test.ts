import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";
import { laws as settings } from "../helpers/law-runs.ts";
import { smallSchema as schema } from "./schemas.ts";

const { numRuns } = settings;

/** Holds, or is left open; left open hardly ever. */
function law(
  name: string,
  ofRun: (...forms: readonly JsonSchema[]) => readonly [JsonSchema, JsonSchema],
): void {
  test(name, () => {
    let open = 0;
    fc.assert(
      fc.property(schema, schema, (one, other) => {
        const [a, b] = ofRun(one, other);
        const { verdict, witness } = subtype(a, b);
        if (verdict === "unknown") open++;
        const shown = `${JSON.stringify(a)} <: ${JSON.stringify(b)}`;
        expect(verdict, `${shown} but ${JSON.stringify(witness)}`).not.toBe("no");
      }),
      settings,
    );
    expect(open).toBeLessThanOrEqual(numRuns / 50);
  });
}

law("a schema is included in its copy", (a = true) => [a, structuredClone(a)]);
law("a schema is included in itself with other words", (a = true) => [
  { allOf: [a] },
  { not: { not: structuredClone(a) } },
]);
law("a schema is included in each union with it", (a = true, b = true) => [
  a,
  { anyOf: [b, structuredClone(a)] },
]);
law("an intersection is included in each part", (a = true, b = true) => [
  { allOf: [b, structuredClone(a)] },
  structuredClone(a),
]);
law("nothing is in a schema and outside it", (a = true, b = true) => [
  { allOf: [a, { not: structuredClone(a) }] },
  b,
]);
law("everything is in a schema or outside it", (a = true, b = true) => [
  b,
  { anyOf: [structuredClone(a), { not: a }] },
]);
law("a part of an intersection that changes nothing", (a = true, b = true) => [
  { anyOf: [{ allOf: [a, b] }, { allOf: [structuredClone(a), { not: structuredClone(b) }] }] },
  a,
]);
law("the distributive law", (a = true, b = true) => {
  const c: JsonSchema = { type: ["string", "object", "number"] };
  return [{ allOf: [c, { anyOf: [a, b] }] }, { anyOf: [{ allOf: [c, a] }, { allOf: [c, b] }] }];
});

const keyword: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.oneof(
  fc.constantFrom<Readonly<Record<string, unknown>>>(
    { minLength: 2 },
    { maximum: 1 },
    { multipleOf: 2 },
    { required: ["q"] },
    { pattern: "^a" },
    { uniqueItems: true },
    { dependentRequired: { p: ["q"] } },
    { maxProperties: 1 },
    { const: "a" },
  ),
  schema.map((inner) => ({ not: inner })),
  schema.map((inner) => ({ propertyNames: inner })),
  schema.map((inner) => ({ contains: inner })),
);

test("a keyword more narrows, a required name less widens", () => {
  let open = 0;
  fc.assert(
    fc.property(schema, keyword, (form, more) => {
      if (typeof form === "boolean" || Object.keys(more).some((name) => name in form)) return;
      // Keywords that speak about their neighbours, or that replace a default, do more than narrow.
      if (Object.keys(form).some((name) => /unevaluated|Contains$/.test(name))) return;
      const { required: _, ...wider } = form;
      for (const [a, b] of [
        [{ ...form, ...more }, form],
        [form, wider],
      ] as const) {
        const { verdict } = subtype(a, b);
        if (verdict === "unknown") open++;
        expect(verdict, `${JSON.stringify(a)} <: ${JSON.stringify(b)}`).not.toBe("no");
      }
    }),
    settings,
  );
  expect(open).toBeLessThanOrEqual(numRuns / 50);
});

test("what is included in what is included is included", () => {
  let chains = 0;
  fc.assert(
    fc.property(schema, schema, schema, fc.boolean(), (a, b, c, nested) => {
      const [first, last] = nested ? [{ allOf: [a, b] }, { anyOf: [b, c] }] : [a, c];
      if (subtype(first, b).verdict !== "yes" || subtype(b, last).verdict !== "yes") return;
      chains++;
      expect(
        subtype(first, last).verdict,
        [first, b, last].map((form) => JSON.stringify(form)).join(" <: "),
      ).not.toBe("no");
    }),
    settings,
  );
  expect(chains).toBeGreaterThan(numRuns / 4);
});
