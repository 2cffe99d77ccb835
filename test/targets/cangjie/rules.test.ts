import { describe, expect, test } from "vitest";
import { cangjie } from "../../../targets/cangjie/index.ts";
import { attributeProblems, structureProblems } from "../../helpers/cangjie.ts";
import { guardOf } from "../../helpers/guards.ts";
import { lamWith, programWith } from "../../helpers/program.ts";

// The checks that the other tests rest on must themselves be able to fail.
describe("attributeProblems finds", () => {
  test.each([
    ["concatenation", '@agent[description: "a" + "b"]\nclass A {}'],
    ["a keyword as a key", '@tool[parameters: { type: "x" }]\nfunc f(type: String): String { throw E("") }'],
    ["temperature without a point", "@agent[temperature: 1]\nclass A {}"],
    ["a model without a provider", '@agent[model: "gpt-4o"]\nclass A {}'],
    ["an unknown attribute", '@agent[name: "x"]\nclass A {}'],
    ["servers that are no calls", '@agent[mcp: ["x"]]\nclass A {}'],
    ["a server whose address is no literal", "@agent[tools: [stdioMCP(command)]]\nclass A {}"],
    [
      "a member macro of two literals",
      '@jsonable\npublic class A {\n@alias["a" "b"]\npublic let a: String\n}',
    ],
    ["a member of a type without a schema", "@jsonable\npublic class A {\npublic let a: Int32\n}"],
    ["a member without a type", "@jsonable\npublic class A {\npublic let a = 1\n}"],
    ["a member twice", "@jsonable\npublic class A {\npublic let a: String\npublic let a: Bool\n}"],
    [
      "a condition with a comma",
      "@jsonable\npublic class A {\n@constraint[a > 0, a < 2]\npublic let a: Int64\n}",
    ],
    ["a type without members", "@jsonable\npublic class A {\n}"],
    ["a key twice", '@tool[description: "x", description: "y"]\nfunc f(): String { throw E("") }'],
    ["a supertype", '@agent[description: "x"]\nclass A <: B {}'],
    ["a qualified tool", "@agent[tools: [a.b]]\nclass A {}"],
    ["a named parameter", '@tool[description: "x"]\nfunc f(a!: String): String { throw E("") }'],
    ["an optional by question mark", '@tool[description: "x"]\nfunc f(a: ?String): String { throw E("") }'],
    ["a type without a schema", '@tool[description: "x"]\nfunc f(a: Int32): String { throw E("") }'],
    ["an empty body", '@tool[description: "x"]\nfunc f(): String {}'],
    ["a prompt that is dropped", '@prompt("a" + "b")'],
    ["a missing part of the pattern", '@prompt[pattern: APE](action: "a", purpose: "b")'],
  ])("%s", (_, source) => {
    expect(attributeProblems(source)).not.toEqual([]);
  });
});

describe("structureProblems finds", () => {
  test.each([
    ["an open bracket", "package a\n\nfunc f( {}\n"],
    ["an import too late", "package a\n\nlet x = 1\nimport a.b\n"],
    ["no package", "import a.b\n"],
    ["a hyphen", "package a-b\n"],
    ["an interpolation", 'package a\n\nlet x = "${y}"\n'],
  ])("%s", (_, source) => {
    expect(structureProblems(source)).not.toEqual([]);
  });
});

test("a guard with Cangjie text is in the package", () => {
  const guard = guardOf("'verdict' in x and len(x) > 20 and count(x, '${') < 2", { retry: 1 });
  const files = cangjie.emit(programWith({ term: { kind: "guard", guard, term: lamWith() } }));
  const text = files.find(({ path }) => path === "test/src/guard.cj")?.text ?? "";
  expect(structureProblems(text)).toEqual([]);
  expect(text).toContain("func guard1(x: String): Bool {\n    return ");
  expect(text).toContain('"\\${"');
  expect(text).not.toContain("throw");
});
