import { describe, expect, test } from "vitest";
import type { Agent } from "../../src/ir/agent.ts";
import type { Device } from "../../src/ir/device.ts";
import type { Skill } from "../../src/ir/skill.ts";
import type { Tool } from "../../src/ir/tool.ts";
import { lowerAgent } from "../../src/lower/agent.ts";
import { lowerCatalogue } from "../../src/lower/catalogue.ts";
import { lowerDevice } from "../../src/lower/device.ts";
import { noGuardLanguage } from "../../src/lower/guard.ts";
import { lowerSkill } from "../../src/lower/skill.ts";
import { groupSkills } from "../../src/manifest/discover.ts";
import { readData, readSkill } from "../../src/manifest/read.ts";
import { textOf, textSource } from "../../src/report/source.ts";

const agent = (text: string): Agent =>
  lowerAgent(readData(textSource("agent.yml", text), "agent").value).value;
const device = (text: string): Device =>
  lowerDevice(readData(textSource("devices/watch.yaml", text), "device").value).value;
const tool = (text: string): Tool | undefined =>
  lowerCatalogue(readData(textSource("tools.yml", text), "tools").value).value.get("T");

function skill(files: Readonly<Record<string, string>>): Skill {
  const [source] = groupSkills(Object.entries(files).map(([path, text]) => textSource(`pdf/${path}`, text)));
  if (source === undefined) throw new Error("no skill");
  return lowerSkill(readSkill(source).value, noGuardLanguage).value;
}

const names = (uses: readonly { readonly name: string }[] | undefined): readonly string[] | undefined =>
  uses?.map(({ name }) => name);

describe("agent", () => {
  test.each([
    ["agentId: a", { name: "a" }],
    ["agentId: a\nname: b", { name: "b" }],
    ["model: gpt-4o", { model: "gpt-4o" }],
    ["model: {name: gpt-4o, maxTokens: 7}", { model: "gpt-4o", maxTokens: 7 }],
    ["model: {maxTokens: -7, temperature: warm}", { maxTokens: 1024, temperature: 0 }],
    ["model: {maxTokens: 1.5}", { maxTokens: 1024 }],
    ["type: swarm", { type: "simple", parts: [] }],
    ["react: {maxSteps: 3}", { type: "simple", maxSteps: 3 }],
    ["memory: {enabled: true}", { memoryKeys: ["conversation"] }],
    ["memory: {enabled: true, keys: [a, b]}", { memoryKeys: ["a", "b"] }],
    ["memory: {enabled: false, keys: [a]}", { memoryKeys: [] }],
    ["memory: {keys: [a]}", { memoryKeys: [] }],
    ["skills: []", { skills: [] }],
    ["name: x", { skills: undefined }],
    [
      "type: chain\nchain: {steps: [Do., {prompt: Then.}]}",
      {
        parts: [
          { name: "step-1", prompt: "Do." },
          { name: "step-2", prompt: "Then." },
        ],
      },
    ],
    [
      "type: parallel\nparallel: {agents: [{name: a, systemPrompt: b}]}",
      { parts: [{ name: "a", prompt: "b" }] },
    ],
    [
      "type: router\nrouter: {routes: {x: Go.}, default: Stay.}",
      {
        parts: [
          { name: "x", prompt: "Go." },
          { name: "default", prompt: "Stay." },
        ],
      },
    ],
    ["type: simple\nchain: {steps: [Do.]}", { parts: [] }],
  ])("%s", (text, expected) => {
    expect(agent(`${text}\n`)).toMatchObject(expected);
  });

  test("a mounting list names each skill at its place", () => {
    const { skills } = agent(
      "skills:\n  - a\n  - skill: b\n  - {restrict: c, inside: true}\n  - {inside: true}\n  - [d]\n",
    );
    expect(skills?.map(({ name, inside, span }) => [name, inside, textOf(span)])).toEqual([
      ["a", false, "a"],
      ["b", false, "b"],
      ["c", true, "c"],
    ]);
  });

  test("a value that is null is absent", () => {
    expect(agent("name: ~\nsystemPrompt: null\nmcp: {localTools: null}\n")).toMatchObject({
      name: "agent",
      systemPrompt: "",
      tools: [],
    });
  });
});

describe("device", () => {
  test.each([
    ["target: openai", { name: "watch", target: "openai", effect: undefined, tools: undefined }],
    ["effect: io", { effect: { kind: "level", level: "io" } }],
    ["effect: iO", { effect: { kind: "invalid", written: "iO" } }],
    ["effect: [io]", { effect: { kind: "invalid", written: "a list" } }],
    ["effect: {oi: [net]}", { effect: { kind: "invalid", written: "oi" } }],
    ["effect:", { effect: undefined }],
    ["permissions: []", { permissions: [] }],
    ["permissions: a", { permissions: ["a"] }],
    [
      "models: [{name: m, max_tokens: 0, latency: .5}, m]",
      { models: [{ name: "m", maxTokens: 0, latency: 0.5, pricePer1k: undefined }] },
    ],
    [
      "models: [{max_tokens: -1, price_per_1k: .inf}]",
      { models: [{ name: "", maxTokens: undefined, pricePer1k: undefined }] },
    ],
    ["budget: {tokens: 1, money: 0, p_min: 0.5, speed: 3}", { budget: { tokens: 1, money: 0, p_min: 0.5 } }],
    ["budget: {tokens: many}", { budget: {} }],
  ])("%s", (text, expected) => {
    const made = device(`${text}\n`);
    expect(made).toMatchObject(expected);
    if ("budget" in expected) expect(made.budget).toEqual(expected.budget);
  });

  test("tools map a name to what implements it", () => {
    expect([...(device("tools: {A: a, B: {x: y}}\n").tools ?? [])]).toEqual([
      ["A", "a"],
      ["B", ""],
    ]);
  });
});

describe("catalogue", () => {
  test.each([
    ["T: {}", { name: "T", risk: "medium", confined: false, devices: {} }],
    ["T:", { name: "T", risk: "medium", confined: false, devices: {} }],
    ["T: {capabilities: []}", { capabilities: [] }],
    ["T: {capabilities: net}", { capabilities: ["net"] }],
    ["T: {capabilities: [net, fs.read]}", { capabilities: ["net", "fs.read"] }],
    ["T: {risk: extreme}", { risk: "medium" }],
    ["T: {risk: high, confined: true}", { risk: "high", confined: true }],
    ["T: {parameters: {type: object, required: [a]}}", { parameters: { type: "object", required: ["a"] } }],
    ["T: {devices: {watch: t, phone: [x]}}", { devices: { watch: "t" } }],
  ])("%s", (text, expected) => {
    expect(tool(`${text}\n`)).toMatchObject(expected);
  });

  test("a tool without capabilities has none that are known", () => {
    expect(tool("T: {risk: low}\n")).not.toHaveProperty("capabilities");
  });
});

describe("skill", () => {
  test("null is absent, and no tool of that name", () => {
    expect(names(skill({ "skill.yml": "requires: {tools: null}\n" }).tools)).toEqual([]);
    expect(names(skill({ "skill.yml": "requires: {tools: ~}\n" }).tools)).toEqual([]);
    expect(names(skill({ "skill.yml": "requires: {tools: [A, null]}\n" }).tools)).toEqual(["A"]);
    expect(skill({ "skill.yml": "name: ~\n" }).name).toBe("pdf");
  });

  test("a SKILL.md without a body takes the prompt of the contract", () => {
    const files = {
      "SKILL.md": "---\nname: pdf\ndescription: Fills.\n---\n",
      "skill.yml": "prompt: Do it.\n",
    };
    expect(skill(files).prompt).toEqual({ kind: "text", text: "Do it." });
    const blank = { ...files, "SKILL.md": `${files["SKILL.md"]}\n \n` };
    expect(skill(blank).prompt).toEqual({ kind: "text", text: "Do it." });
  });

  test.each([
    [
      "interface: {output_type: Json}\noutput_schema: {type: array}\n",
      { kind: "json", schema: { type: "array" } },
    ],
    ["interface: {output_type: Str}\noutput_schema: {type: array}\n", { kind: "str" }],
    ["interface: {output_type: ~}\n", { kind: "str" }],
  ])("%j", (text, output) => {
    expect(skill({ "skill.yml": text }).output).toEqual(output);
  });

  test("hints: numbers only, and only those that are there", () => {
    const hint = "interface: {cost_hint: {tokens: 100, latency: long, p_useful: 0.9, colour: 1}}\n";
    expect(skill({ "skill.yml": hint }).costHint).toEqual({ tokens: 100, p_useful: 0.9 });
    expect(skill({ "skill.yml": "name: a\n" }).costHint).toBeUndefined();
  });

  test("scripts are files that run, in their folders; each may do what a process may", () => {
    const { scripts, evidence } = skill({
      "SKILL.md": "---\nname: pdf\ndescription: Fills.\n---\n",
      "scripts/a.py": "",
      "scripts/b.txt": "",
      "bin/c.sh": "",
      "d.py": "",
    });
    expect(scripts.map(({ path }) => path)).toEqual(["bin/c.sh", "scripts/a.py"]);
    expect(evidence.map(({ effect }) => effect.io.names)).toEqual([
      ["env", "exec", "fs.read", "fs.write", "net"],
      ["env", "exec", "fs.read", "fs.write", "net"],
    ]);
  });

  test("keys of the contract that have no place of their own are kept as data", () => {
    const text = "name: a\ntimeout_ms: 500\nmetadata: {owner: me}\nprompt: b\n";
    expect(skill({ "skill.yml": text }).contract.rest).toEqual({
      timeout_ms: 500,
      metadata: { owner: "me" },
    });
  });
});
