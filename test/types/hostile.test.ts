import { describe, expect, test, vi } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";

// Leaves room for a slow machine: the budget alone takes about a second.
vi.setConfig({ testTimeout: 20_000 });

const times = <T>(count: number, of: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => of(i));
const fields = (count: number, of: (index: number) => JsonSchema): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(times(count, (i) => [`p${i}`, of(i)]));

describe("many parts", () => {
  const ints = { type: "object", properties: fields(10_000, (i) => ({ type: "integer", minimum: i })) };
  const numbers = { type: "object", properties: fields(10_000, (i) => ({ type: "number", minimum: i - 1 })) };
  test("ten thousand properties", () => {
    expect(subtype(ints, numbers).verdict).toBe("yes");
    expect(subtype(numbers, ints).verdict).toBe("no");
    expect(
      subtype({ ...ints, additionalProperties: false }, { additionalProperties: { type: "number" } }).verdict,
    ).toBe("yes");
  });
  test("fifty thousand constants", () => {
    const up = { enum: times(50_000, (i) => `v${i}`) };
    const down = { enum: times(50_000, (i) => `v${50_000 - i}`) };
    expect(subtype(up, down)).toEqual({ verdict: "no", witness: "v0" });
    expect(subtype(up, { type: "string", pattern: "^v[0-9]+$" }).verdict).toBe("yes");
    expect(subtype({ type: "string", pattern: "^v[0-9]+$" }, up).verdict).toBe("no");
  });
  test("a million ways to satisfy", () => {
    const choices = (count: number): JsonSchema => ({
      allOf: times(count, (i) => ({ anyOf: [{ required: [`a${i}`] }, { required: [`b${i}`] }] })),
    });
    expect(subtype(choices(21), choices(20)).verdict).toBe("yes");
    expect(subtype(choices(20), choices(21)).verdict).toBe("no");
  });
  test("sixty branches of which one holds", () => {
    const branches = times(60, (i) => ({ type: "object", properties: { k: { const: i } }, required: ["k"] }));
    expect(subtype({ anyOf: branches }, { oneOf: branches }).verdict).toBe("yes");
  });
  test("twelve patterns for the same names", () => {
    const patterns = (least: number): JsonSchema => ({
      patternProperties: fields(12, (i) => ({ minimum: i + least })),
    });
    expect(subtype(patterns(1), patterns(0)).verdict).toBe("yes");
    expect(subtype(patterns(0), patterns(1)).verdict).toBe("no");
  });
});

describe("large numbers", () => {
  test.each<readonly [JsonSchema, JsonSchema, string]>([
    [{ type: "array", minItems: 1_000_000 }, { type: "array", minItems: 5 }, "yes"],
    [{ type: "string", minLength: 1e9 }, { type: "string", minLength: 5 }, "yes"],
    [{ type: "string", minLength: 1e9 }, { type: "string", maxLength: 5 }, "unknown"],
    [{ type: "number", multipleOf: 1e-300 }, { type: "number", multipleOf: 1e-301 }, "yes"],
    [{ type: "object", minProperties: 1e6 }, { type: "object", minProperties: 1e5 }, "yes"],
    [{ type: "integer", maximum: 1e300, minimum: -1e300 }, { type: "number" }, "yes"],
  ])("%j <: %j", (a, b, verdict) => {
    expect(subtype(a, b).verdict).toBe(verdict);
  });
  test("thirty values in thirty-one different items", () => {
    const list = { type: "array", items: { type: "integer", minimum: 1, maximum: 30 }, uniqueItems: true };
    expect(subtype({ ...list, minItems: 31 }, false).verdict).toBe("yes");
    expect(subtype({ ...list, minItems: 30 }, false).verdict).toBe("no");
  });
});

describe("schemas inside themselves", () => {
  const tree = (type: string): JsonSchema => ({
    $ref: "#/$defs/tree",
    $defs: {
      tree: {
        type: "object",
        properties: { left: { $ref: "#/$defs/tree" }, right: { $ref: "#/$defs/tree" }, value: { type } },
      },
    },
  });
  test("inclusion of trees is coinductive", () => {
    expect(subtype(tree("integer"), tree("number")).verdict).toBe("yes");
    expect(subtype(tree("number"), tree("integer")).verdict).toBe("no");
  });
  test("a list and its unrolling", () => {
    const list = {
      $id: "https://example.com/list",
      type: ["object", "null"],
      properties: { next: { $ref: "#" } },
    };
    const unrolled = { type: ["object", "null"], properties: { next: list } };
    expect(subtype(list, unrolled).verdict).toBe("yes");
    expect(subtype(unrolled, list).verdict).toBe("yes");
  });
  test("a type without a smallest value is empty", () => {
    const endless = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] };
    expect(subtype(endless, false).verdict).toBe("yes");
    const list = { type: "array", items: { $ref: "#" }, minItems: 1 };
    expect(subtype(list, { type: "string" }).verdict).toBe("yes");
    expect(subtype({ ...list, minItems: 0 }, { type: "string" })).toEqual({ verdict: "no", witness: [] });
  });
  test.each<JsonSchema>([
    { $ref: "#" },
    { not: { $ref: "#" } },
    { $ref: "https://example.com/elsewhere" },
    { $ref: "#/$defs/none" },
  ])("a reference that leads nowhere is not decided: %j", (loop) => {
    expect(subtype(loop, { type: "string" }).verdict).toBe("unknown");
    expect(subtype({ type: "string" }, loop).verdict).toBe("unknown");
    expect(subtype(loop, true).verdict).toBe("yes");
  });
  test("an anchor, an embedded resource and a dynamic anchor that stands once", () => {
    const forms: readonly JsonSchema[] = [
      { $ref: "#x", $defs: { x: { $anchor: "x", type: "integer" } } },
      { $ref: "part", $defs: { x: { $id: "https://schema.invalid/part", type: "integer" } } },
      { $dynamicRef: "#x", $defs: { x: { $dynamicAnchor: "x", type: "integer" } } },
    ];
    for (const form of forms) {
      expect(subtype(form, { type: "number" }).verdict).toBe("yes");
      expect(subtype({ type: "integer" }, form).verdict).toBe("yes");
      expect(subtype({ type: "number" }, form)).toEqual({ verdict: "no", witness: 0.5 });
    }
  });
});

describe("depth and size", () => {
  const nested = (depth: number, leaf: JsonSchema): JsonSchema =>
    times(depth, (i) => i).reduce<JsonSchema>(
      (inner) => ({ type: "object", properties: { a: inner }, required: ["a"] }),
      leaf,
    );
  test("what is deep is compared, what is deeper is refused", () => {
    expect(subtype(nested(60, { type: "integer" }), nested(60, { type: "number" })).verdict).toBe("yes");
    expect(subtype(nested(60, { type: "number" }), nested(60, { type: "integer" })).verdict).toBe("no");
    expect(subtype(nested(20_000, {}), { type: "string" }).reason).toContain("levels");
  });
  test("aliases that multiply, and a schema that contains itself as an object", () => {
    let doubled: JsonSchema = { type: "string" };
    for (let i = 0; i < 60; i++) doubled = { properties: { x: doubled, y: doubled } };
    expect(subtype(doubled, { type: "string" }).reason).toContain("parts");
    const endless: Record<string, unknown> = { type: "object" };
    endless["properties"] = { me: endless };
    expect(subtype(endless, { type: "string" }).verdict).toBe("unknown");
  });
});
