import { expect, test } from "vitest";
import { lowerAgent } from "../../src/lower/agent.ts";
import { lowerCatalogue } from "../../src/lower/catalogue.ts";
import { lowerDevice } from "../../src/lower/device.ts";
import { defaultAgent } from "../../src/ir/agent.ts";
import { readData } from "../../src/manifest/read.ts";
import { textSource } from "../../src/report/source.ts";

test("an agent with everything that a skill is mounted on", () => {
  const text = `agentId: tutor
type: react
systemPrompt: Be exact.
model: {provider: p, name: m, temperature: 0.5, maxTokens: 2048}
react: {maxSteps: 4}
mcp: {localTools: [ReadFile], onlineTool: {github: [search]}}
skills: [grade, {restrict: careful, inside: true}, {skill: qa}]
`;
  const { value } = lowerAgent(readData(textSource("agent.yml", text), "agent").value);
  expect(value).toMatchObject({
    name: "tutor",
    type: "react",
    model: "m",
    provider: "p",
    temperature: 0.5,
    maxTokens: 2048,
    systemPrompt: "Be exact.",
    maxSteps: 4,
  });
  expect(value.tools.map(({ name }) => name)).toEqual(["ReadFile", "github/search"]);
  expect(value.skills?.map(({ name, inside }) => [name, inside])).toEqual([
    ["grade", false],
    ["careful", true],
    ["qa", false],
  ]);
});

test("an agent that says nothing is the default agent; a model may be a plain text", () => {
  const { span, ...rest } = lowerAgent(readData(textSource("agent.yml", "{}\n"), "agent").value).value;
  const { span: _, ...expected } = defaultAgent;
  expect(rest).toEqual(expected);
  expect(span?.file.path).toBe("agent.yml");
  expect(lowerAgent(readData(textSource("agent.yml", "model: gpt-4o\n"), "agent").value).value.model).toBe(
    "gpt-4o",
  );
});

test("the parts of chains, routers and parallel agents", () => {
  const parts = (text: string): unknown =>
    lowerAgent(readData(textSource("agent.yml", text), "agent").value).value.parts;
  expect(parts("type: chain\nchain: {steps: [{name: a, prompt: b}]}\n")).toEqual([
    { name: "a", prompt: "b" },
  ]);
  expect(parts("type: router\nrouter: {classifier: c, routes: {yes: {prompt: d}}}\n")).toEqual([
    { name: "yes", prompt: "d" },
  ]);
});

test("a device", () => {
  const text = `name: watch
target: cangjie
effect: {io: [fs.read]}
tools: {ReadFile: readFile}
models: [{name: m, tokens_per_call: 400, max_tokens: 512, latency: 0.8, price_per_1k: 0}]
budget: {tokens: 4000, p_min: 0.9}
permissions: []
`;
  const { value } = lowerDevice(readData(textSource("watch.yml", text), "device").value);
  expect(value).toMatchObject({
    name: "watch",
    target: "cangjie",
    effect: { kind: "record", llm: [], state: [] },
    models: [{ name: "m", tokensPerCall: 400, maxTokens: 512, latency: 0.8, pricePer1k: 0 }],
    budget: { tokens: 4000, p_min: 0.9 },
    permissions: [],
  });
  expect([...(value.tools ?? [])]).toEqual([["ReadFile", "readFile"]]);
});

test("a device that names no tools, permissions or budget leaves them open", () => {
  const { value } = lowerDevice(
    readData(textSource("devices/phone.yml", "target: openai\n"), "device").value,
  );
  expect(value).toMatchObject({
    name: "phone",
    tools: undefined,
    permissions: undefined,
    budget: {},
    models: [],
  });
});

test("a tool catalogue", () => {
  const text = `ReadFile: {capabilities: [fs.read], risk: low, confined: true, parameters: {type: object}, devices: {watch: r}}
Mystery: {}
`;
  const { value } = lowerCatalogue(readData(textSource("tools.yml", text), "tools").value);
  expect(value.get("ReadFile")).toMatchObject({
    capabilities: ["fs.read"],
    risk: "low",
    confined: true,
    parameters: { type: "object" },
    devices: { watch: "r" },
  });
  expect(value.get("Mystery")?.capabilities).toBeUndefined();
});
