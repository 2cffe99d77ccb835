import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { schemaOf } from "../../src/ir/type.ts";
import { parseType } from "../../src/ir/type-name.ts";
import { subtype } from "../../src/types/subtype.ts";
import { anywhere } from "../helpers/program.ts";
import observed from "./fixtures/lambdagent-types.json" with { type: "json" };

type Written = string | JsonSchema;
const types = observed.types as readonly Written[];
const schema = (type: Written): JsonSchema =>
  typeof type === "string" ? schemaOf(parseType(type, () => anywhere)) : type;
const label = (type: Written): string => (typeof type === "string" ? type : JSON.stringify(type));

const found = types.flatMap((a, row) =>
  types.map((b, column) => ({
    a: label(a),
    b: label(b),
    first: schema(a),
    second: schema(b),
    theirs: observed.answers[row]?.[column] === "1",
    ours: subtype(schema(a), schema(b)),
  })),
);

test("256 questions are decided, none left open", () => {
  expect(found).toHaveLength(256);
  expect(found.filter(({ ours }) => ours.verdict === "unknown")).toEqual([]);
});

// A type is the set of its values here; lambdagent compares shapes. Each difference, with what decides it.
const optional = '{"type":"object","properties":{"a":{"type":"integer"}}}';
const differences = {
  "true is no number": ["Bool <: Int", "Bool <: Float"],
  "a name and its schema are the same set": [
    'Int <: {"type":"number"}',
    '{"type":"string"} <: Str',
    '{"type":"integer"} <: Int',
    '{"type":"integer"} <: Float',
    '{"type":"number"} <: Float',
    "Any <: Json",
  ],
  "{} lacks the key that is required": [
    `${optional} <: {"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}`,
    `${optional} <: {"type":"object","properties":{"a":{"type":"number"}},"required":["a"]}`,
  ],
  "a list may hold a text": [
    '{"type":"array"} <: {"type":"array","items":{"type":"integer"}}',
    '{"type":"array"} <: {"type":"array","items":{"type":"number"}}',
  ],
};

test("the other 244 answers are lambdagent's own, and every difference has its reason", () => {
  const other = found.filter(({ ours, theirs }) => (ours.verdict === "yes") !== theirs);
  expect(other.map(({ a, b }) => `${a} <: ${b}`).toSorted()).toEqual(
    Object.values(differences).flat().toSorted(),
  );
});

test("each refusal has its witness", () => {
  const witness = (a: string, b: string): unknown =>
    found.find((entry) => entry.a === a && entry.b === b)?.ours.witness;
  expect(witness("Bool", "Int")).toBe(true);
  const ajv = new Ajv2020({ strict: false });
  for (const { first, second, ours } of found) {
    if (ours.verdict !== "no") continue;
    expect(ajv.validate(first, ours.witness)).toBe(true);
    expect(ajv.validate(second, ours.witness)).toBe(false);
  }
});
