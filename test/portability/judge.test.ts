import { describe, expect, test } from "vitest";
import type { Judgement } from "../../src/portability/judgement.ts";
import { judge } from "../../src/portability/judge.ts";
import { targets } from "../../targets/index.ts";
import { lowered } from "../helpers/pipeline.ts";

const cangjie = targets.find(({ name }) => name === "cangjie");
const head = "name: s\ndescription: Does s. Use for s.\nprompt: Do.\n";

const withoutTarget = { target: undefined };

async function judged(
  skill: string,
  device: string,
  options: Parameters<typeof judge>[2] = { target: cangjie },
): Promise<Judgement> {
  const { programs, setting } = await lowered({ s: skill }, { devices: [device] });
  const [program] = programs;
  const [made] = setting.devices;
  if (program === undefined || made === undefined) throw new Error("nothing to judge");
  return judge(program, made, options);
}

const at = ({ span }: Judgement["gaps"][number]): string => span.file.text.slice(span.start, span.end);

describe("gaps, each at the source that causes it", () => {
  test("an effect, a tool and a permission", async () => {
    const { portable, gaps } = await judged(
      `${head}requires: {tools: [ReadFile, WebFetch]}\n`,
      "name: d\neffect: {io: [fs.read]}\ntools: {ReadFile: r}\npermissions: []\n",
    );
    expect(portable).toBe(false);
    expect(gaps.map((gap) => [gap.kind, at(gap)])).toEqual([
      ["effect", "WebFetch"],
      ["tool", "WebFetch"],
      ["permission", "WebFetch"],
    ]);
  });

  test("cost: 2 attempts of 5 prompt bytes, 32 and 100 tokens are 2 · (wrapper + 132) at the least", async () => {
    const skill = `${head}interface: {guard: {predicate: "x", retry: 1}}\n`;
    const device =
      "name: d\nmodels: [{name: m, max_tokens: 100, latency: 3, price_per_1k: 1}]\nbudget: {tokens: 100, latency: 5, money: 0.01, p_min: 0.995, p_fatal_max: 0.001}\n";
    const { gaps } = await judged(skill, device);
    expect(gaps.map(({ kind }) => kind)).toEqual(["cost", "cost", "cost", "cost", "cost"]);
    expect(gaps[1]?.detail).toBe("One run's time may reach 6 s in 2 calls; the budget is 5 s.");
    expect(gaps[0] && at(gaps[0])).toContain("retry: 1");
  });

  test("a model without figures has no bound, so a budget refuses it", async () => {
    const { gaps } = await judged(
      head,
      "name: d\nmodels: [{name: m}]\nbudget: {tokens: 100000, latency: 100}\n",
    );
    expect(gaps.map(({ detail }) => detail)).toEqual([
      "One run's token count has no bound, since the device does not say what a call costs at most; the budget is 100000.",
      "One run's time has no bound, since the device does not say what a call costs at most; the budget is 100 s.",
    ]);
  });

  test("a feature that the target does not carry, with its reason", async () => {
    if (cangjie === undefined) throw new Error("there is no such target");
    const none = { level: "none", because: "nobody judges there" } as const;
    const target = { ...cangjie, supports: { ...cangjie.supports, "guard.judge": none } };
    const written = `${head}interface: {guard: {kind: judge, rubric: Good.}}\n`;
    const { gaps } = await judged(written, "name: d\n", { target });
    expect(gaps.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["feature", "cangjie does not carry `guard.judge`, because nobody judges there."],
    ]);
  });

  test("a device that says nothing takes everything; without a target no feature is judged", async () => {
    const skill = `${head}requires: {tools: [Bash]}\ninterface: {guard: {predicate: "regex(x, 'a')"}}\n`;
    expect((await judged(skill, "name: d\n", withoutTarget)).portable).toBe(true);
  });

  test("asking its own model is never a gap, asking a judge of another model is", async () => {
    const device = "name: d\neffect: pure\nmodels: [{name: m, max_tokens: 9}]\n";
    expect((await judged(head, device, withoutTarget)).gaps).toEqual([]);
    const judge_ = `${head}interface: {guard: {kind: judge, rubric: Good., model: other}}\n`;
    expect(
      (await judged(judge_, device, withoutTarget)).gaps.map(({ kind, detail }) => [kind, detail]),
    ).toEqual([["effect", "The judge may use `other`, which the device does not allow."]]);
  });
});
