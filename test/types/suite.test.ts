import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { accepts } from "../../src/types/accepts.ts";
import { subtype } from "../../src/types/subtype.ts";

type Group = readonly [string, JsonSchema, readonly (readonly [unknown, 0 | 1])[]];
// Parsed here, since a module would take a property `__proto__` for the prototype.
const suite = JSON.parse(readFileSync(new URL("fixtures/test-suite.json", import.meta.url), "utf8")) as {
  readonly groups: readonly Group[];
};
const cases = suite.groups.flatMap(([name, schema, tests]) =>
  tests.map(([value, valid]) => ({ name, schema, value, valid: valid === 1 })),
);
const label = ({ name, value }: (typeof cases)[number]): string => `${name}: ${JSON.stringify(value)}`;

test("the official test suite: our validator agrees, or cannot tell", () => {
  const found = cases.map((one) => ({ one, fits: accepts(one.schema, one.value) }));
  expect(found.filter(({ one, fits }) => fits === !one.valid).map(({ one }) => label(one))).toEqual([]);
  expect(found.filter(({ fits }) => fits !== undefined).length / cases.length).toBeGreaterThan(0.95);
});

// A value is in a schema if its constant is included in it, and out of it if the schema is included in all the rest.
test("the official test suite, asked as inclusions", () => {
  const found = cases.flatMap((one) => [
    { one, holds: one.valid, ...subtype({ const: one.value }, one.schema) },
    { one, holds: !one.valid, ...subtype(one.schema, { not: { const: one.value } }) },
  ]);
  const wrong = found.filter(({ holds, verdict }) => verdict === (holds ? "no" : "yes"));
  expect(wrong.map(({ one, verdict }) => `${label(one)} ${verdict}`)).toEqual([]);
  const open = found.filter(({ verdict }) => verdict === "unknown");
  for (const { reason } of open) expect(reason).toMatch(/leads to|\\p\{Letter\}/);
  expect(open.length / found.length).toBeLessThan(0.05);
});
