import { describe, expect, test } from "vitest";
import type { Type } from "../../src/ir/type.ts";
import { schemaOf, showType, typesIn } from "../../src/ir/type.ts";
import { lowerType } from "../../src/lower/type.ts";
import { find } from "../../src/manifest/node.ts";
import { parseYaml } from "../../src/manifest/yaml.ts";
import { textOf, textSource } from "../../src/report/source.ts";

function lower(written: string): Type {
  const text = `type: ${written}\n`;
  const { value } = parseYaml(textSource("skill.yml", text), 0, text.length);
  const node = value?.kind === "map" ? find(value, "type") : undefined;
  if (node === undefined) throw new Error("no type");
  return lowerType(node);
}

const int = { kind: "int" };
const string = { kind: "str" };

describe("types by their names", () => {
  test.each([
    ["Str", string],
    ["Int", int],
    ["Float", { kind: "float" }],
    ["Bool", { kind: "bool" }],
    ["Any", { kind: "any" }],
    ["None", { kind: "none" }],
    ["Json", { kind: "json", schema: true }],
    ["Tuple[Int, Str]", { kind: "tuple", items: [int, string] }],
    ["Tuple[Int,Str]", { kind: "tuple", items: [int, string] }],
    ['" Union[ Int , Str ] "', { kind: "union", members: [int, string] }],
    ["Union[Tuple[Int], Str]", { kind: "union", members: [{ kind: "tuple", items: [int] }, string] }],
    ["{type: array}", { kind: "json", schema: { type: "array" } }],
    ["{}", { kind: "json", schema: {} }],
  ])("%s", (written, type) => {
    expect(lower(written)).toEqual(type);
  });
});

describe("what is no type is marked where it stands, and the rest is read", () => {
  test.each([
    ["str", "str"],
    ["constructor", "constructor"],
    ["Union[Str, string]", "string"],
    ["Tuple[Int, Union[Str, Flot]]", "Flot"],
    ["Tuple[Int", "Tuple[Int"],
    ["Tuple", "Tuple"],
    ["Tuple[]", "Tuple[]"],
    ["Union[Str,]", "Union[Str,]"],
    ["Str Int", "Str Int"],
    ["List[Str]", "List[Str]"],
    ["7", "7"],
  ])("%s", (written, under) => {
    const wrong = [...typesIn(lower(written))].filter((type) => type.kind === "invalid");
    expect(wrong.map((type) => [type.written, textOf(type.span)])).toEqual([[under, under]]);
  });

  test("a list, marked whole", () => {
    const type = lower("[Str, Int]");
    expect(type.kind === "invalid" && textOf(type.span)).toBe("[Str, Int]");
  });

  test("nesting without end is no type, and no exception", () => {
    expect(lower(`${"Tuple[".repeat(5000)}Int${"]".repeat(5000)}`).kind).toBe("invalid");
    expect(lower(`${"Tuple[".repeat(20)}Int${"]".repeat(20)}`).kind).toBe("tuple");
  });
});

describe("as JSON Schema and as text", () => {
  test.each([
    ["Float", { type: "number" }, "Float"],
    ["Any", {}, "Any"],
    ["None", { not: {} }, "None"],
    ["Json", {}, "Json"],
    ["{type: array}", { type: "array" }, "Json"],
    ["Union[Int, Bool]", { anyOf: [{ type: "integer" }, { type: "boolean" }] }, "Union[Int, Bool]"],
    [
      "Tuple[Str]",
      { type: "array", prefixItems: [{ type: "string" }], minItems: 1, maxItems: 1 },
      "Tuple[Str]",
    ],
  ])("%s", (written, schema, shown) => {
    expect(schemaOf(lower(written))).toEqual(schema);
    expect(showType(lower(written))).toBe(shown);
  });
});
