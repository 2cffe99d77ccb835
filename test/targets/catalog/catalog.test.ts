import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Agent } from "../../../src/ir/agent.ts";
import { features } from "../../../src/ir/feature.ts";
import type { Program } from "../../../src/ir/program.ts";
import type { Skill, TextField } from "../../../src/ir/skill.ts";
import { compile } from "../../../src/compile.ts";
import type { SourceFile } from "../../../src/report/source.ts";
import { textSource } from "../../../src/report/source.ts";
import { layOut } from "../../../src/target/format.ts";
import { catalog } from "../../../targets/catalog/index.ts";
import { anywhere, lamWith, programWith, skillWith } from "../../helpers/program.ts";

function catalogueOf(skills: readonly Partial<Skill>[], agent: Partial<Agent> = {}): Program {
  const program = programWith({
    name: "helper",
    skills: skills.map((parts, i) => skillWith({ id: `skills/${i}`, ...parts })),
    term: lamWith(),
    agent,
  });
  return { ...program, whole: true };
}

const given = (...tools: readonly string[]): Partial<Agent> => ({
  span: anywhere,
  tools: tools.map((name) => ({ name, span: anywhere })),
});
const notesOf = (program: Program): readonly object[] =>
  [...(catalog.notes?.(program) ?? [])].map(({ code, message }) => ({ code, message }));
const codesOf = (program: Program): readonly string[] =>
  [...(catalog.notes?.(program) ?? [])].map(({ code }) => code);
const field = (key: string, text: string): TextField => ({ key, text, isJson: false, span: anywhere });
const about = (...others: readonly TextField[]): Skill["about"] => ({ ...skillWith().about, others });

interface Listed {
  readonly name: string;
  readonly description: string;
}

/** A reader of the block alone: tags, and character references. */
function parse(block: string): readonly Listed[] {
  expect(block.startsWith("<available_skills>\n")).toBe(true);
  expect(block.endsWith("\n</available_skills>\n")).toBe(true);
  const tokens = block.split(/(<[^>]*>)/);
  const listed: Listed[] = [];
  let current: Record<string, string> = {};
  for (const [i, token] of tokens.entries()) {
    if (token === "<skill>") current = {};
    if (token === "</skill>") listed.push(current as unknown as Listed);
    const close = /^<\/(name|description)>$/.exec(token);
    if (close?.[1] !== undefined) current[close[1]] = decode(tokens[i - 1] ?? "");
  }
  return listed;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">" };

function decode(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9A-F]+)|([a-z]+));/g,
    (_, code: string | undefined, name: string | undefined) =>
      code === undefined ? (named[name ?? ""] ?? "?") : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

describe("the catalog target", () => {
  test.each([
    ["ReadFile", ["target/catalog-no-activation-tool"]],
    ["ReadFile, activate_skill", []],
  ])("is written for an agent with skills and the tools %s", async (tools, expected) => {
    const agent = `name: helper\nmcp: {localTools: [${tools}]}\nskills: [two, one]\n`;
    const skill = (name: string): SourceFile =>
      textSource(`${name}/skill.yml`, `name: ${name}\ndescription: Does ${name}.\nprompt: Do it.\n`);
    const { files, analysis } = await compile([skill("one"), skill("two"), skill("three")], {
      rules: [],
      knownTargets: [catalog],
      targets: [catalog],
      agent: textSource("agent.yml", agent),
    });
    const block = files.find(({ path }) => path === "helper/available_skills.xml")?.text ?? "";
    expect(parse(block).map(({ name }) => name)).toEqual(["two", "one"]);
    const codes = analysis.diagnostics.map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith("target/catalog-"))).toEqual(expected);
  });

  test("writes a block and the tool that loads a skill of it", async () => {
    const program = catalogueOf([
      { name: "release-notes", description: "Writes release notes. Use before a release." },
      { kind: "restrict", name: "careful" },
      { name: "qa", description: "Runs the tests & mends what fails." },
    ]);
    const [tool, block] = await layOut(catalog.emit(program));
    expect([tool?.path, block?.path]).toEqual(["helper/activate_skill.json", "helper/available_skills.xml"]);
    expect(block?.text).toBe(`<available_skills>
  <skill>
    <name>release-notes</name>
    <description>Writes release notes. Use before a release.</description>
  </skill>
  <skill>
    <name>qa</name>
    <description>Runs the tests &amp; mends what fails.</description>
  </skill>
</available_skills>
`);
    expect(JSON.parse(tool?.text ?? "")).toEqual({
      name: "activate_skill",
      description: expect.stringContaining("<available_skills>") as string,
      parameters: {
        type: "object",
        properties: {
          name: { type: "string", description: "The name of the skill.", enum: ["release-notes", "qa"] },
        },
        required: ["name"],
        additionalProperties: false,
      },
    });
  });

  test("writes nothing at all without skills", () => {
    expect(catalog.emit(catalogueOf([]))).toEqual([]);
    expect(catalog.emit(catalogueOf([{ kind: "restrict" }]))).toEqual([]);
    expect(catalog.emit(catalogueOf([{ description: "" }]))).toEqual([]);
    expect(codesOf(catalogueOf([], given()))).toEqual([]);
  });

  test("parsing the block gives the same names and descriptions, whatever they are", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      // Any UTF-16, halves of pairs included.
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      fc
        .array(
          fc.constantFrom("<", ">", "&", "amp;", "&#x41;", "\n", "</description>", "<name>", "]]>", " ", "x"),
        )
        .map((parts) => parts.join("")),
    );
    const entry = fc.record({ name: text, description: text.filter((description) => description !== "") });
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { minLength: 1, maxLength: 4, selector: ({ name }) => name }),
        (skills) => {
          const [block, tool] = catalog.emit(catalogueOf(skills));
          // As the file is written and read again.
          const bytes = new TextEncoder().encode(block?.text);
          expect(parse(new TextDecoder().decode(bytes))).toEqual(skills);
          // One line for each tag and each entry: no text of a skill makes another.
          expect(block?.text.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(skills.length * 4 + 3);
          const { parameters } = JSON.parse(tool?.text ?? "") as {
            parameters: { properties: { name: { enum: string[] } } };
          };
          expect(parameters.properties.name.enum).toEqual(skills.map(({ name }) => name));
        },
      ),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 300) },
    );
  });

  test("says when the agent has no tool that loads a skill", () => {
    expect(notesOf(catalogueOf([{}], given("ReadFile")))).toEqual([
      {
        code: "target/catalog-no-activation-tool",
        message:
          "The catalogue of `helper` tells the model to call `activate_skill`, which is not among the tools of the agent.",
      },
    ]);
    // Without an agent, nobody knows its tools.
    expect(codesOf(catalogueOf([{}]))).toEqual([]);
    expect(codesOf(catalogueOf([{}], given("ReadFile", "activate_skill")))).toEqual([]);
  });

  test.each(["skill", "Skill", "load_skill", "use_skill", "read_skill"])(
    "names the tool %s that the agent has",
    (name) => {
      const program = catalogueOf([{}], given("ReadFile", name));
      expect(codesOf(program)).toEqual([]);
      const [, tool] = catalog.emit(program);
      expect(tool?.path).toBe(`helper/${name}.json`);
      expect(JSON.parse(tool?.text ?? "")).toMatchObject({ name });
    },
  );

  test("says which skills are not listed, and why", () => {
    const program = catalogueOf([
      { name: "one", about: about(field("disable-model-invocation", "true")) },
      { name: "two", description: "" },
      { name: "three", about: about(field("disable-model-invocation", "false")) },
      { name: "three", description: "Another." },
    ]);
    expect(codesOf(program)).toEqual([
      "target/catalog-hidden",
      "target/catalog-no-description",
      "target/catalog-same-name",
    ]);
    expect(parse(catalog.emit(program)[0]?.text ?? "")).toEqual([{ name: "three", description: "Tests." }]);
  });

  test("says when a strict reader refuses the block", () => {
    expect(codesOf(catalogueOf([{ description: "A\0B" }]))).toEqual(["target/catalog-character"]);
    expect(codesOf(catalogueOf([{ description: "A\nB\t" }]))).toEqual([]);
  });

  test("answers for every feature and every field", () => {
    expect(Object.keys(catalog.supports).toSorted()).toEqual([...features].toSorted());
    const skill = skillWith();
    expect(catalog.carries?.("name", skill)).toBe(true);
    expect(catalog.carries?.("description", skill)).toBe(true);
    expect(catalog.carries?.("prompt", skill)).toBe("a catalogue holds names and descriptions alone");
    expect(catalog.carries?.("name", skillWith({ description: "" }))).toBe("a model cannot choose the skill");
    expect(catalog.carries?.("name", skillWith({ kind: "restrict" }))).toMatch(/a restrict is not chosen$/);
  });
});
