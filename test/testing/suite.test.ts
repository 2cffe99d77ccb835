import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { boundaries } from "../../src/testing/boundaries.ts";
import { valid } from "../../src/testing/valid.ts";
import { violations } from "../../src/testing/violations.ts";
import type { Judge } from "../helpers/two-validators.ts";
import { judgeOf } from "../helpers/two-validators.ts";

type Group = readonly [
  name: string,
  schema: JsonSchema,
  tests: readonly (readonly [value: unknown, valid: 0 | 1])[],
];
// Parsed here, since a module would take a property `__proto__` for the prototype.
const { groups } = JSON.parse(
  readFileSync(new URL("../types/fixtures/test-suite.json", import.meta.url), "utf8"),
) as { readonly groups: readonly Group[] };
const runs = Math.min(Number(process.env["FC_RUNS"] ?? 20), 1000);

/** Why a schema of the suite is not asked about; each with the number of its schemas. */
const expectedOutside: Readonly<Record<string, number>> = {
  "The schema accepts no value.": 10,
  // Dynamic references and Unicode classes, which the algebra leaves open.
  "No value of the schema was found": 3,
  "a validator errs on the suite's own values": 40,
};

/** Faults of ajv that the suite's own values do not show. */
const faults = new Set([
  // It divides in doubles, and by 1e-8 or 0.0001 that leaves a rest.
  "multipleOf: by small number",
  "multipleOf: small multiple of large integer",
]);

/** Two validators that are right about the suite's own values; a validator that is not cannot judge ours. */
async function fairJudge([name, schema, tests]: Group): Promise<Judge | undefined> {
  const judge = await judgeOf(schema);
  try {
    const isFair = tests.every(([value, fits]) => judge?.(value).every((answer) => answer === (fits === 1)));
    return isFair && !faults.has(name) ? judge : undefined;
  } catch {
    return undefined;
  }
}

function valuesOf(schema: JsonSchema): readonly unknown[] | string {
  try {
    const drawn = fc.sample(valid(schema), { seed: 42, numRuns: runs });
    return [...drawn, ...boundaries(schema).map(({ value }) => value)];
  } catch (error) {
    return error instanceof RangeError ? error.message.replace(/:.*/s, "") : String(error);
  }
}

test("the official schemas: two validators accept what is valid and refuse what breaks one constraint", async () => {
  const wrong: string[] = [];
  const outside: Record<string, number> = {};
  for (const group of groups) {
    const [name, schema] = group;
    const values = valuesOf(schema);
    const judge = await fairJudge(group);
    if (judge === undefined || typeof values === "string") {
      const why = judge === undefined ? "a validator errs on the suite's own values" : String(values);
      outside[why] = (outside[why] ?? 0) + 1;
      continue;
    }
    for (const value of values) {
      if (!judge(value).every(Boolean)) wrong.push(`${name}: ${JSON.stringify(value)} is not valid`);
    }
    for (const { value, keyword, pointer } of violations(schema).violations) {
      if (judge(value).some(Boolean))
        wrong.push(`${name}: ${JSON.stringify(value)} keeps ${pointer} ${keyword}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(outside).toEqual(expectedOutside);
});
