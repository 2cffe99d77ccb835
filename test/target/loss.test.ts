import { describe, expect, test } from "vitest";
import { contractSchema } from "../../grammar/schemas/skill.ts";
import { compile } from "../../src/compile.ts";
import { textSource } from "../../src/report/source.ts";
import { lossFile, lossesOf } from "../../src/target/loss.ts";
import type { Target } from "../../src/target/target.ts";
import { targets } from "../../targets/index.ts";
import { lossMistakes } from "../helpers/loss.ts";
import { markedByHand } from "../helpers/marked.ts";
import { anywhere, skillWith } from "../helpers/program.ts";

type Contract = Readonly<Record<string, unknown>>;

const schemaWith = (word: string): Contract => ({
  type: "object",
  properties: { [`zq${word}qz`]: { type: "string" } },
  required: [`zq${word}qz`],
  additionalProperties: false,
});

/** Words between `zq` and `qz`, and numbers of five digits, stand nowhere else. */
const contract: Contract = {
  name: "zqnameqz",
  version: "zqversionqz",
  description: "Does zqdescriptionqz. Use when a test asks.",
  prompt: "Do zqpromptqz.",
  requires: { tools: ["zqtoolqz"], optional_tools: ["zqoptionalqz"], mcp_scopes: ["zqserverqz/list"] },
  examples: ["Do zqexampleqz."],
  enabled: true,
  interface: {
    effect_hint: { io: ["net"], state: ["zqhintqz"] },
    state_keys: ["zqkeyqz"],
    guard: { kind: "rule", predicate: "has(x, 'zqguardqz')" },
    cost_hint: { tokens: 91_237 },
  },
  input_schema: schemaWith("input"),
  output_schema: schemaWith("output"),
  errors: [{ code: "zqerrorqz" }],
  execution_constraints: { max_memory_mb: 91_128 },
  side_effects: [{ type: "read", target: "zqeffectqz" }],
  idempotency: { key: "zqidempotencyqz" },
  retry_policy: { backoff: "zqbackoffqz" },
  rate_limit_policy: { per: "zqrateqz" },
  timeout_ms: 98_123,
  state_machine: { states: ["zqopenqz", "zqclosedqz"] },
  observability: { metric: "zqmetricqz" },
  handler: "handlers/zqhandlerqz.ts",
  metadata: { owner: "zqownerqz", status: "zqstatusqz" },
  license: "zqlicenseqz",
  compatibility: "zqcompatibilityqz",
  hooks: { Stop: [{ hooks: [{ type: "command", command: "zqhookqz" }] }] },
  tags: ["zqtagqz"],
  author: "zqauthorqz",
  category: "zqcategoryqz",
  "allowed-tools": "zqgrantqz",
};

const without = (...keys: readonly string[]): Contract =>
  Object.fromEntries(Object.entries(contract).filter(([key]) => !keys.includes(key)));

const contracts: Readonly<Record<string, Contract>> = {
  every: contract,
  workflow: {
    ...without("prompt", "interface"),
    steps: [
      { name: "zqfirstqz", prompt: "Look at zqlookqz.", requires: { tools: ["zqsteptoolqz"] } },
      { name: "zqsecondqz", prompt: "Answer.", guard: { kind: "rule", predicate: "'zqstepguardqz' in x" } },
    ],
  },
  typed: {
    ...without("input_schema", "output_schema", "interface"),
    prompt: { action: "Do zqactionqz.", purpose: "For zqpurposeqz.", expectation: "As zqexpectationqz." },
    interface: { input_type: schemaWith("input"), output_type: schemaWith("output") },
  },
  plain: without("input_schema", "output_schema", "interface", "requires", "hooks"),
  nameless: without("description"),
  restrict: {
    ...without("prompt", "interface", "requires", "input_schema", "output_schema"),
    interface: {
      restrict: {
        effect_ceiling: "io",
        allow_tools: ["zqallowedqz"],
        deny_patterns: [{ regex: "zqpatternqz", action: "deny" }],
      },
    },
  },
};

describe("loss.json", () => {
  test("is tested with every key that a contract may have", () => {
    const keys = new Set(Object.values(contracts).flatMap((each) => Object.keys(each)));
    expect(Object.keys(contractSchema.properties ?? {}).filter((key) => !keys.has(key))).toEqual([]);
  });

  test.each(Object.entries(contracts))(
    "lists what is lost of the contract `%s`, and nothing else",
    async (name, data) => {
      const skill = markedByHand(`${name}/skill.yml`, data);
      const { mistakes } = await lossMistakes(
        [skill],
        targets.filter(({ carries }) => carries !== undefined),
      );
      expect(mistakes).toEqual([]);
    },
  );

  test("is one sorted entry a line, and is an empty list where nothing is lost", () => {
    const [openai] = targets.filter(({ name }) => name === "openai");
    if (openai === undefined) throw new Error("there is no target openai");
    const skill = skillWith();
    const field = (path: string, because?: string) => ({ path, span: anywhere, ...(because && { because }) });
    const target: Target = { ...openai, carries: (path) => path === "a" || `no "${path}"` };
    const accounted = [
      {
        name: "y",
        skill,
        fields: [field("c"), field("a"), field("b"), field("./x", "it is a link")],
        leftOut: undefined,
      },
      { name: "x", skill, fields: [field("c")], leftOut: "the skill has errors" },
    ].map((each) => lossesOf(target, each));
    const losses = accounted.flatMap((each) => each.losses);
    expect(lossFile(target, losses).text).toBe(
      [
        "[",
        '  { "skill": "x", "field": "*", "reason": "the skill has errors" },',
        '  { "skill": "y", "field": "./x", "reason": "it is a link" },',
        '  { "skill": "y", "field": "b", "reason": "no \\"b\\"" },',
        '  { "skill": "y", "field": "c", "reason": "no \\"c\\"" }',
        "]",
        "",
      ].join("\n"),
    );
    expect(accounted.flatMap(({ notes }) => notes).map(({ code, message }) => [code, message])).toEqual([
      ["target/not-carried", "The files for `openai` leave out `c`, `b` and `./x` of `test`."],
    ]);
    expect(lossFile(openai, [])).toEqual({ path: "loss.json", text: "[]\n", layout: "verbatim" });
  });

  test("counts a skill that is not emitted as a whole, with the reason", async () => {
    const files = [
      textSource("off/skill.yml", "name: off\ndescription: Off.\nprompt: Do it.\nenabled: false\n"),
      textSource(
        "wrong/skill.yml",
        "name: wrong\ndescription: Wrong.\nprompt: Do it.\ninterface: {guard: {kind: rule, predicate: 'x ='}}\n",
      ),
      textSource(
        "loss.json/skill.yml",
        "name: loss.json\nprompt: Do it.\ninterface: {restrict: {effect_ceiling: io}}\n",
      ),
    ];
    const wanted = targets.filter(({ name }) => name === "openai");
    const { files: emitted, losses } = await compile(files, {
      rules: [],
      knownTargets: targets,
      targets: wanted,
    });
    expect(emitted).toEqual([]);
    expect(losses.toSorted((a, b) => (a.skill < b.skill ? -1 : 1))).toMatchObject([
      { skill: "loss.json", field: "*" },
      { skill: "off", field: "*", reason: "the skill says `enabled: false`" },
      { skill: "wrong", field: "*", reason: "the skill has errors" },
    ]);
  });
});
