import { describe, expect, test } from "vitest";
import { agentSchema, configSchema, deviceSchema, toolsSchema } from "../../grammar/schemas/data.ts";
import { contractSchema, frontMatterSchema } from "../../grammar/schemas/skill.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { groupSkills } from "../../src/manifest/discover.ts";
import { readData, readSkill } from "../../src/manifest/read.ts";
import { checkSkillShape } from "../../src/manifest/shape.ts";
import { textOf, textSource } from "../../src/report/source.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";

function show({ severity, code, span, help }: Diagnostic): readonly (string | undefined)[] {
  return [severity, code, textOf(span), help];
}

function shapeOf(path: string, text: string): readonly (readonly (string | undefined)[])[] {
  const [source] = groupSkills([textSource(path, text)]);
  if (source === undefined) throw new Error("no skill");
  return checkSkillShape(readSkill(source).value).map(show);
}

describe("front matter", () => {
  test("keys of clients are accepted", () => {
    const keys = "model: opus\nargument-hint: x\nuser-invocable: true\nhooks: {}\nversion: 1\nfoo: bar\n";
    expect(shapeOf("a/SKILL.md", `---\nname: a\ndescription: b\n${keys}---\n`)).toEqual([]);
  });

  test("a near miss of a key of the format is a warning with that key", () => {
    expect(shapeOf("a/SKILL.md", "---\nname: a\ndescripton: b\n---\n")).toEqual([
      ["warning", "manifest/unknown-key", "descripton", "Write `description`."],
    ]);
  });
});

describe("skill.yml", () => {
  test("a near miss at the top is a warning", () => {
    expect(shapeOf("a/skill.yml", "name: a\npromt: b\n")).toEqual([
      ["warning", "manifest/unknown-key", "promt", "Write `prompt`."],
    ]);
  });

  test("inside interface, unknown keys are errors, and values have a type and a range", () => {
    const text =
      "interface: {ouput_type: Str, guard: {predicate: x, retry: two, on_fail: lst}, cost_hint: {tokens: many}}\n";
    expect(shapeOf("a/skill.yml", text).map((shown) => shown.slice(0, 3))).toEqual([
      ["error", "manifest/unknown-key", "ouput_type"],
      ["error", "manifest/wrong-type", "two"],
      ["error", "manifest/wrong-value", "lst"],
      ["error", "manifest/wrong-type", "many"],
    ]);
  });

  test("a step has a name and a prompt", () => {
    const found = shapeOf("a/skill.yml", "steps:\n  - {name: one}\n");
    expect(found.map(([severity, code]) => [severity, code])).toEqual([["error", "manifest/missing-key"]]);
  });

  test("a manifest of another tool raises no error", () => {
    const text =
      "name: x\nversion: 1.0.0\nauthor: y\nrepository: z\ntags: [a]\nhooks: {postInstall: a}\nenvironment: {A: b}\n";
    expect(shapeOf("a/skill.yaml", text).filter(([severity]) => severity === "error")).toEqual([]);
  });
});

describe("agents, devices and tools are checked when they are read", () => {
  test.each([
    ["device", "name: watch\nbudgt: {tokens: 1}\n", "budgt"],
    ["tools", "ReadFile: {risc: low}\n", "risc"],
    ["config", "agnet: a.yml\n", "agnet"],
  ] as const)("%s", (kind, text, at) => {
    const { diagnostics } = readData(textSource(`${kind}.yml`, text), kind);
    expect(diagnostics.map(({ code, span }) => [code, textOf(span)])).toEqual([["manifest/unknown-key", at]]);
  });
});

test.each(
  Object.entries({ agentSchema, configSchema, deviceSchema, toolsSchema, contractSchema, frontMatterSchema }),
)("%s is a JSON Schema 2020-12", (_, schema) => {
  expect(() => new Ajv2020({ strict: false }).compile(schema)).not.toThrow();
});
