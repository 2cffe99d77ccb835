import { describe, expect, test } from "vitest";
import { effectOfTool } from "../../src/ir/infer.ts";
import { lamsOf } from "../../src/ir/children.ts";
import { finite, leq } from "../../src/ir/lattice.ts";
import type { Program } from "../../src/ir/program.ts";
import { judge } from "../../src/portability/judge.ts";
import type { Judgement } from "../../src/portability/judgement.ts";
import { targets } from "../../targets/index.ts";
import { lowered } from "../helpers/pipeline.ts";

const head = (name: string): string => `name: ${name}\ndescription: Does ${name}. Use for ${name}.\n`;
const reads = `${head("reads")}interface: {restrict: {effect_ceiling: {io: [fs.read]}}}\n`;
const writer = `${head("writer")}prompt: Write.\nrequires: {tools: [WriteFile]}\n`;

async function judged(
  skills: Readonly<Record<string, string>>,
  device: string,
  list: string,
  target = targets.find(({ name }) => name === "none"),
): Promise<{ readonly program: Program; readonly judgement: Judgement }> {
  const { programs, setting } = await lowered(skills, {
    agent: `name: desk\nmodel: m\nskills: ${list}\n`,
    devices: [device],
  });
  const program = programs.find(({ name }) => name === "desk");
  const [made] = setting.devices;
  if (program === undefined || made === undefined) throw new Error("nothing to judge");
  return { program, judgement: judge(program, made, { target }) };
}

describe("a restrict inside binds what was mounted before it, and nothing after", () => {
  const device = "name: d\neffect: {io: [fs.read]}\ntools: {}\nmodels: [{name: m, max_tokens: 9}]\n";

  test("a later skill's tool is a gap, and part of the inferred effect", async () => {
    const list = "[{restrict: reads, inside: true}, writer]";
    const { program, judgement } = await judged({ reads, writer }, device, list);
    expect(judgement.gaps.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["effect", "`WriteFile` may use `fs.write`, which the device does not allow."],
      ["tool", "The device has no `WriteFile`."],
    ]);
    expect(program.effect.io).toEqual(finite(["fs.write"]));
  });

  test("what the model is granted is never beyond the program's effect", async () => {
    for (const list of [
      "[{restrict: reads, inside: true}, writer]",
      "[writer, {restrict: reads, inside: true}]",
      "[writer, {restrict: reads}]",
      "[writer]",
    ]) {
      const { program } = await judged({ reads, writer }, device, list);
      for (const { tools } of lamsOf(program.term))
        for (const tool of tools) expect(leq(effectOfTool(tool), program.effect), list).toBe(true);
    }
  });

  test("an earlier skill's tool, or an outermost restrict, is as before", async () => {
    for (const list of ["[writer, {restrict: reads, inside: true}]", "[{restrict: reads}, writer]"])
      expect((await judged({ reads, writer }, device, list)).judgement.gaps, list).toEqual([]);
  });
});

test("a tool in no catalogue may need every permission", async () => {
  const cangjie = targets.find(({ name }) => name === "cangjie");
  const lost = `${head("lost")}prompt: Go.\nrequires: {tools: [Teleport]}\n`;
  const { judgement } = await judged({ lost }, "name: d\npermissions: []\n", "[lost]", cangjie);
  expect(judgement.gaps.map(({ kind, detail }) => [kind, detail])).toContainEqual([
    "permission",
    "`Teleport` needs the permission `ohos.permission.INTERNET` for `net`, which the device does not grant.",
  ]);
});

test("a scope that a restrict leaves is still asked of the device", async () => {
  const scoped = `${head("scoped")}prompt: Go.\nrequires: {mcp_scopes: [files/read]}\n`;
  const most = `${head("most")}interface: {restrict: {effect_ceiling: {io: [net, "tool:files/read"]}}}\n`;
  const { judgement } = await judged({ scoped, most }, "name: d\ntools: {}\n", "[scoped, most]");
  expect(judgement.gaps.map(({ detail }) => detail)).toEqual(["The device has no `files/read`."]);
});

test("an agent's own scope is that tool over the network, not anything", async () => {
  const { programs } = await lowered(
    { writer },
    { agent: "name: desk\nmodel: m\nskills: []\nmcp: {onlineTool: {files: [read]}}\n" },
  );
  expect(programs.at(-1)?.effect).toEqual({
    llm: finite(["m"]),
    io: finite(["net", "tool:files/read"]),
    state: finite([]),
  });
});
