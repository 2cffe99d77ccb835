import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lamsOf } from "../../src/ir/children.ts";
import { builtinCatalogue } from "../../src/lower/builtin.ts";
import { mountConfig } from "../../src/lower/config.ts";
import { lowered } from "../helpers/pipeline.ts";

const skill = (name: string, more = ""): string =>
  `name: ${name}\ndescription: Does ${name}. Use for ${name}.\nprompt: Do ${name}.\n${more}`;

describe("programs", () => {
  test("each enabled skill alone, then the agent with all that it lists, in its order", async () => {
    const { programs } = await lowered(
      { a: skill("a"), b: skill("b"), c: skill("c", "enabled: false\n") },
      { agent: "name: desk\nskills: [b, a]\n" },
    );
    expect(programs.map(({ name, whole, skills }) => [name, whole, skills.map((s) => s.name)])).toEqual([
      ["a", undefined, ["a"]],
      ["b", undefined, ["b"]],
      ["desk", true, ["b", "a"]],
    ]);
  });
  test("an agent without `skills:` is no program of its own; one with an empty list is", async () => {
    const names = async (agent: string): Promise<readonly string[]> =>
      (await lowered({ a: skill("a") }, { agent })).programs.map(({ name }) => name);
    expect(await names("name: desk\n")).toEqual(["a"]);
    expect(await names("name: desk\nskills: []\n")).toEqual(["a", "desk"]);
  });
  test("an agent of a skill's name is told apart", async () => {
    const { programs } = await lowered({ a: skill("a") }, { agent: "name: a\nskills: [a]\n" });
    expect(programs.map(({ name }) => name)).toEqual(["a", "a-agent"]);
  });
  test("every unknown name is reported, not only the first, and a near name is offered", async () => {
    const { diagnostics } = await lowered(
      { grader: skill("grader") },
      { agent: "name: desk\nskills: [gradr, zzzzzz]\n" },
    );
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ["lower/unknown-skill", "Write `grader`."],
      ["lower/unknown-skill", "Add the folder of that skill to the paths."],
    ]);
  });
});

test("a skill without `interface:` mounts to the same prompt and tools as an unchecked prompt skill", async () => {
  const tools = fc.subarray(["ReadFile", "WriteFile", "Bash", "WebFetch", "Teleport"]);
  const prompt = fc.constantFrom("Do.", "  Do.  ", "a </skill> b", "技能");
  const systemPrompt = fc.constantFrom("", "Rules.", "Rules.  ");
  await fc.assert(
    fc.asyncProperty(tools, tools, prompt, systemPrompt, async (wanted, own, text, system) => {
      const agent = { name: "desk", systemPrompt: system, mcp: { localTools: own } };
      const { subjects, programs } = await lowered(
        {
          s: `${JSON.stringify({ name: "s", description: "Does s.", prompt: text, requires: { tools: wanted } })}\n`,
        },
        { agent: JSON.stringify(agent) },
      );
      const [program] = programs;
      const [subject] = subjects;
      if (program === undefined || subject === undefined) throw new Error("nothing was lowered");
      const legacy = mountConfig(agent, subject.skill, builtinCatalogue);
      const [lam] = lamsOf(program.term);
      expect(lam?.prompt).toBe(legacy.config.systemPrompt);
      expect(lam?.tools.map(({ name }) => name)).toEqual(legacy.config.mcp?.localTools ?? own);
      const withheld = program.permissionDiff.filter(({ change }) => change === "withheld");
      expect(withheld.map(({ name }) => name)).toEqual(legacy.withheld);
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) },
  );
});
