import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";
import { value } from "./schemas.ts";
import file from "./fixtures/subtype-vectors.json" with { type: "json" };

interface Vector {
  readonly test: string;
  readonly kind: "sub" | "equiv";
  readonly a: JsonSchema;
  readonly b: JsonSchema;
  readonly expect: boolean;
  readonly excluded?: string;
  readonly jsoncompat?: boolean | "error";
}

const vectors = file.vectors as unknown as readonly Vector[];
const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
const fits = (schema: JsonSchema, value: unknown): boolean => ajv.validate(schema, value);

/** Each inclusion that a vector asks for, with our answer. */
const asked = vectors.map((vector) => {
  const both: readonly (readonly [JsonSchema, JsonSchema])[] =
    vector.kind === "sub"
      ? [[vector.a, vector.b]]
      : [
          [vector.a, vector.b],
          [vector.b, vector.a],
        ];
  const answers = both.map(([a, b]) => ({
    a,
    b,
    ...subtype(a, b),
  }));
  const verdicts = answers.map(({ verdict }) => verdict);
  const verdict = verdicts.includes("no") ? "no" : verdicts.includes("unknown") ? "unknown" : "yes";
  return { vector, answers, verdict };
});
const label = ({ test, a, b }: Vector): string => `${test}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`;

test("of 573 questions those that JSON Schema 2020-12 answers as expected are answered so, none otherwise", () => {
  const counted = asked.filter(({ vector }) => vector.excluded === undefined);
  const open = counted.filter(({ verdict }) => verdict === "unknown");
  const wrong = counted.filter(({ vector, verdict }) => verdict === (vector.expect ? "no" : "yes"));
  console.log(
    `${counted.length - open.length} of ${counted.length} decided, ${asked.length - counted.length} excluded`,
  );
  expect(vectors).toHaveLength(573);
  expect(counted.length).toBeGreaterThanOrEqual(555);
  expect(wrong.map(({ vector }) => label(vector))).toEqual([]);
  expect(open.map(({ vector }) => label(vector))).toEqual([]);
});

test("what is excluded is answered otherwise, and the witness, if it is one, shows why", () => {
  for (const { vector, verdict } of asked.filter(({ vector }) => vector.excluded !== undefined)) {
    expect(vector.excluded).toMatch(/\S/);
    expect(verdict, label(vector)).toBe(vector.expect ? "no" : "yes");
  }
});

test("every refusal has a witness that Ajv accepts for the first and rejects for the second", () => {
  const refusals = asked.flatMap(({ answers }) => answers.filter(({ verdict }) => verdict === "no"));
  expect(refusals.length).toBeGreaterThan(300);
  for (const { a, b, witness } of refusals) {
    expect(fits(a, witness), `${JSON.stringify(witness)} fits ${JSON.stringify(a)}`).toBe(true);
    expect(fits(b, witness), `${JSON.stringify(witness)} does not fit ${JSON.stringify(b)}`).toBe(false);
  }
});

test("where npm jsoncompat answers otherwise, we are not wrong", () => {
  const answered = asked.filter(({ vector }) => typeof vector.jsoncompat === "boolean");
  const other = answered.filter(({ vector, verdict }) => vector.jsoncompat !== (verdict === "yes"));
  const missed = other.filter(({ vector }) => vector.jsoncompat === false);
  console.log(
    `${other.length} of ${answered.length} answers of jsoncompat differ, ${missed.length} a missed proof`,
  );
  expect(answered.length).toBeGreaterThan(500);
  // Its `false` says only that it found no proof: no value must speak against ours.
  const values = fc.sample(value, { seed: 42, numRuns: 500 });
  for (const { vector } of missed) {
    const [first, second] = [ajv.compile(vector.a), ajv.compile(vector.b)];
    expect(
      values.find((one) => first(one) && !second(one)),
      label(vector),
    ).toBeUndefined();
  }
  // Where it says true, our witness refutes it: it ignores what stands beside `$ref`.
  for (const { vector, answers } of other.filter(({ vector }) => vector.jsoncompat === true)) {
    const [answer] = answers;
    expect(answer?.verdict, label(vector)).toBe("no");
    expect(vector.excluded).toContain("$ref");
    expect(fits(vector.a, answer?.witness) && !fits(vector.b, answer?.witness)).toBe(true);
  }
});
