import { describe, expect, test } from "vitest";
import type { Program } from "../../src/ir/program.ts";
import { lamsOf } from "../../src/ir/children.ts";
import { termText } from "../../src/ir/term-text.ts";
import { finite, leq } from "../../src/ir/lattice.ts";
import { lowered } from "../helpers/pipeline.ts";

const head = (name: string): string => `name: ${name}\ndescription: Does ${name}. Use for ${name}.\n`;
const reader = `${head("reader")}prompt: Read.\nrequires: {tools: [ReadFile, WriteFile, Bash]}\n`;
const noter = `${head("noter")}prompt: Note.\ninterface: {state_keys: [notes], guard: {predicate: "len(x) > 1", retry: 2, merge: and}}\n`;
const grader = `${head("grader")}prompt: Grade.\ninterface: {guard: {predicate: "'ok' in x", retry: 1, merge: and, on_fail: error}, cost_hint: {tokens: 100, p_useful: 0.8}}\n`;
const strict = `${head("strict")}interface: {restrict: {effect_ceiling: {io: [fs.read]}, allow_tools: [ReadFile, WriteFile]}}\n`;

async function agentProgram(
  skills: Readonly<Record<string, string>>,
  list: string,
  more = "",
): Promise<Program> {
  const { programs, diagnostics } = await lowered(skills, {
    agent: `name: desk\nmodel: m\nskills: ${list}\n${more}`,
  });
  expect(diagnostics).toEqual([]);
  const program = programs.at(-1);
  if (program === undefined) throw new Error("no program");
  return program;
}

const tools = (program: Program): readonly string[] =>
  lamsOf(program.term).flatMap((lam) => lam.tools.map(({ name }) => name));

describe("skills inject", () => {
  test("Guard(Memory(A ⊕ prompt ⊕ tools)); no Guard without a guard, no Memory without keys", async () => {
    const { programs } = await lowered({ reader, noter });
    expect(programs.map(({ term }) => termText(term))).toEqual([
      "Skill[noter](Guard(Memory(Lam(agent, claude-sonnet-4-20250514), notes), retry 2))",
      "Skill[reader](Lam(agent, claude-sonnet-4-20250514, tools ReadFile WriteFile))",
    ]);
  });

  test("a high-risk tool is listed and not granted", async () => {
    const { programs } = await lowered({ reader });
    expect(programs[0]?.permissionDiff.map(({ change, name }) => `${change} ${name}`)).toEqual([
      "granted ReadFile",
      "granted WriteFile",
      "withheld Bash",
    ]);
  });

  test("hints combine by the larger cost and the smaller chance", async () => {
    const other = `${head("other")}prompt: Go.\ninterface: {cost_hint: {tokens: 300, p_useful: 0.9, latency: 4}}\n`;
    const program = await agentProgram({ grader, other }, "[grader, other]");
    expect(lamsOf(program.term)[0]?.hint).toEqual({ tokens: 300, latency: 4, p_useful: 0.8 });
  });

  test("guards marked `merge: and` become one with the larger retry, and keep the wish for an error", async () => {
    const program = await agentProgram({ noter, grader }, "[noter, grader]");
    expect(termText(program.term)).toBe(
      "Skill[grader](Guard(Skill[noter](Memory(Lam(desk, m), notes)), retry 2, or error))",
    );
  });

  test("steps are a Compose with a guard each", async () => {
    const flow = `${head("flow")}steps:\n  - {name: one, prompt: First., requires: {tools: [ReadFile]}, guard: {predicate: "x"}}\n  - {name: two, prompt: Then.}\n`;
    const { programs } = await lowered({ flow });
    expect(
      termText(
        programs[0]?.term ?? {
          kind: "tool",
          name: "none",
          effect: { llm: finite([]), io: finite([]), state: finite([]) },
        },
      ),
    ).toBe(
      "Skill[flow](Compose(Guard(Lam(one, claude-sonnet-4-20250514, tools ReadFile)), Lam(two, claude-sonnet-4-20250514)))",
    );
  });
});

describe("restricts take away", () => {
  test("outermost, whatever the order: tools and memory are really gone, and each is listed", async () => {
    const program = await agentProgram({ reader, noter, strict }, "[{restrict: strict}, reader, noter]");
    expect(termText(program.term)).toBe(
      "Restrict[strict](Skill[noter](Guard(Skill[reader](Lam(desk, m, tools ReadFile)), retry 2)))",
    );
    expect(tools(program)).toEqual(["ReadFile"]);
    expect(
      program.permissionDiff
        .filter(({ change }) => change === "removed")
        .map(({ what, name, because }) => `${what} ${name}: ${because}`),
    ).toEqual([
      "tool WriteFile: it may do more than the ceiling allows",
      "memory notes: the ceiling does not include this memory key",
    ]);
    expect(leq(program.effect, { llm: finite(["m"]), io: finite(["fs.read"]), state: finite([]) })).toBe(
      true,
    );
  });

  test("inside: a later skill may add again", async () => {
    const program = await agentProgram({ reader, strict }, "[{restrict: strict, inside: true}, reader]");
    expect(termText(program.term)).toBe(
      "Skill[reader](Restrict[strict](Lam(desk, m, tools ReadFile WriteFile)))",
    );
  });

  test("the agent's own tools are cut too", async () => {
    const program = await agentProgram(
      { strict },
      "[strict]",
      "mcp: {localTools: [Bash, ReadFile, WebFetch]}\n",
    );
    expect(tools(program)).toEqual(["ReadFile"]);
  });
});

test("a skill that is not there is an error at its name, and the agent is left out", async () => {
  const { programs, diagnostics } = await lowered({ reader }, { agent: "name: desk\nskills: [raeder]\n" });
  expect(diagnostics.map(({ code, span }) => [code, span.file.text.slice(span.start, span.end)])).toEqual([
    ["lower/unknown-skill", "raeder"],
  ]);
  expect(programs.map(({ name }) => name)).toEqual(["reader"]);
});

test("two skills of one name are told apart by their folders", async () => {
  const { programs } = await lowered({ "a/reader": reader, "b/reader": reader });
  expect(programs.map(({ name }) => name)).toEqual(["a__reader", "b__reader"]);
});
