import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check, portable } from "../../src/compile.ts";
import type { Device } from "../../src/ir/device.ts";
import { boundOf } from "../../src/ir/bound.ts";
import type { Judgement } from "../../src/portability/judgement.ts";
import { judge } from "../../src/portability/judge.ts";
import { textSource } from "../../src/report/source.ts";
import { targets } from "../../targets/index.ts";

/** A skill and a device, small enough to try every change of both. */
interface Case {
  readonly tools: readonly string[];
  /** Optional for the skill, and listed by the agent. */
  readonly optional: readonly string[];
  /** Undefined: no guard. */
  readonly retry: number | undefined;
  readonly judgeModel: string | undefined;
  readonly hasScript: boolean;
  readonly stateKey: boolean;
  readonly temperature: number;
  readonly device: {
    readonly io: readonly string[];
    readonly tools: readonly string[];
    readonly models: readonly string[];
    readonly tokens: number | undefined;
    readonly latency: number | undefined;
    readonly money: number | undefined;
    readonly pMin: number | undefined;
    readonly state: boolean;
    readonly permissions: readonly string[] | undefined;
    readonly target: "cangjie" | "lambdagent" | undefined;
  };
}

/** What is changed of a case; the moves of a repair in other words, written as text and never by the code under test. */
interface Change {
  readonly cloud: readonly string[];
  readonly dropped: readonly string[];
  readonly model: string | undefined;
  readonly judgeModel: string | undefined;
  readonly retry: number | undefined;
  /** Capabilities that a restrict leaves. */
  readonly ceiling: readonly string[] | undefined;
}

const unchanged: Change = {
  cloud: [],
  dropped: [],
  model: undefined,
  judgeModel: undefined,
  retry: undefined,
  ceiling: undefined,
};
const capabilities: Readonly<Record<string, readonly string[]>> = {
  ReadFile: ["fs.read"],
  WriteFile: ["fs.write"],
  WebFetch: ["net"],
  KBSearch: ["kb.read"],
};
const figures: Readonly<Record<string, string>> = {
  large: "{name: large, max_tokens: 2000, latency: 6, price_per_1k: 0.01}",
  small: "{name: small, max_tokens: 200, latency: 2, price_per_1k: 0.001}",
  tiny: "{name: tiny, max_tokens: 100, latency: 3, price_per_1k: 0}",
};

function skillText(made: Case, change: Change): string {
  const retry = change.retry ?? made.retry;
  const judgeModel = change.judgeModel ?? made.judgeModel;
  const rule = judgeModel === undefined ? "predicate: x" : `kind: judge, rubric: Good., model: ${judgeModel}`;
  return [
    "name: s",
    "description: Does s. Use for s.",
    "prompt: Do it.",
    `requires: {tools: [${made.tools.join(", ")}], optional_tools: [${["Missing", ...made.optional].join(", ")}]}`,
    "interface:",
    "  cost_hint: {p_useful: 0.8, p_fatal: 0.02}",
    ...(made.stateKey ? ["  state_keys: [notes]"] : []),
    ...(retry === undefined ? [] : [`  guard: {${rule}, retry: ${retry}}`]),
    "",
  ].join("\n");
}

function deviceText({ device }: Case): string {
  const parts = [
    ...(device.tokens === undefined ? [] : [`tokens: ${device.tokens}`]),
    ...(device.latency === undefined ? [] : [`latency: ${device.latency}`]),
    ...(device.money === undefined ? [] : [`money: ${device.money}`]),
    ...(device.pMin === undefined ? [] : [`p_min: ${device.pMin}`]),
  ];
  return [
    "name: d",
    `effect: {io: [${device.io.join(", ")}], state: [${device.state ? "notes" : ""}]}`,
    `tools: {${device.tools.map((tool) => `${tool}: t`).join(", ")}}`,
    `models: [${device.models.map((name) => figures[name]).join(", ")}]`,
    `budget: {${parts.join(", ")}}`,
    ...(device.permissions === undefined ? [] : [`permissions: [${device.permissions.join(", ")}]`]),
    ...(device.target === undefined ? [] : [`target: ${device.target}`]),
    "",
  ].join("\n");
}

function filesOf(made: Case, change: Change): Parameters<typeof check>[0] {
  return [
    textSource("s/skill.yml", skillText(made, change)),
    ...(made.hasScript ? [textSource("s/scripts/run.py", "import os\nos.system('make')\n")] : []),
    ...(change.ceiling === undefined
      ? []
      : [
          textSource(
            "r/skill.yml",
            `name: r\ndescription: Cuts. Use to cut.\ninterface: {restrict: {effect_ceiling: {io: [${change.ceiling.join(", ")}], state: [notes], llm: [large, small, tiny, elsewhere]}}}\n`,
          ),
        ]),
  ];
}

const agentText = (made: Case, change: Change): string =>
  `name: desk\nmcp: {localTools: [${made.optional.filter((tool) => !change.dropped.includes(tool)).join(", ")}]}\nmodel: {name: ${change.model ?? made.device.models[0] ?? "none"}, temperature: ${made.temperature}}\nskills: [s${change.ceiling === undefined ? "" : ", r"}]\n`;

/** Whether the changed skill runs, by judging the changed texts. */
async function runs(made: Case, change: Change, base: Device): Promise<boolean> {
  const options = {
    agent: textSource("agent.yml", agentText(made, change)),
    tools: textSource(
      "tools.yml",
      change.cloud
        .map(
          (tool) =>
            `${tool}: {capabilities: [${[...(capabilities[tool] ?? []), "net"].join(", ")}], risk: low}\n`,
        )
        .join(""),
    ),
    rules: [],
    knownTargets: targets,
  };
  const { programs } = await check(filesOf(made, change), options);
  const program = programs.find(({ whole }) => whole === true);
  if (program === undefined) throw new Error("nothing to judge");
  const calls = boundOf(program.term, base.models).calls * change.cloud.length;
  const { latency, money } = base.budget;
  const device: Device = {
    ...base,
    tools: new Map([...(base.tools ?? []), ...change.cloud.map((tool) => [tool, "cloud"] as const)]),
    budget: {
      ...base.budget,
      ...(latency === undefined ? {} : { latency: latency - calls }),
      ...(money === undefined ? {} : { money: money - calls * 0.001 }),
    },
  };
  const target = targets.find(({ name }) => name === made.device.target);
  return judge(program, device, { target }).portable;
}

async function deviceOf(made: Case): Promise<Device> {
  const { setting } = await check([], {
    devices: [textSource("d.yml", deviceText(made))],
    rules: [],
    knownTargets: targets,
  });
  const [device] = setting.devices;
  if (device === undefined) throw new Error("no device");
  return device;
}

async function judgementOf(made: Case): Promise<Judgement> {
  const { results } = await portable(filesOf(made, unchanged), {
    agent: textSource("agent.yml", agentText(made, unchanged)),
    devices: [textSource("d.yml", deviceText(made))],
    rules: [],
    knownTargets: targets,
  });
  const found = results.find(({ skill }) => skill === "desk");
  if (found === undefined) throw new Error("not judged");
  return found;
}

function subsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.reduce<readonly (readonly T[])[]>(
    (all, item) => [...all, ...all.map((set) => [...set, item])],
    [[]],
  );
}

const ofScript = ["env", "exec", "fs.read", "fs.write", "net"];

function sizeOf(change: Change): number {
  const rest = [change.model, change.judgeModel, change.retry, change.ceiling];
  return change.cloud.length + change.dropped.length + rest.filter((part) => part !== undefined).length;
}

/** Every change of at most four moves. A restrict leaves what the tools need, and takes something from the scripts. */
function changesOf(made: Case): readonly Change[] {
  const missing = [...new Set([...made.tools, ...made.optional])].filter(
    (tool) => !made.device.tools.includes(tool),
  );
  const models = made.device.models.slice(1);
  const judges =
    made.judgeModel === undefined ? [] : made.device.models.filter((name) => name !== made.judgeModel);
  const most = made.device.pMin === undefined ? (made.retry ?? 0) : 7;
  const retries =
    made.retry === undefined
      ? []
      : Array.from({ length: most + 1 }, (_, n) => n).filter((n) => n !== made.retry);
  return subsets(missing)
    .flatMap((cloud) =>
      subsets(made.optional.filter((tool) => !made.tools.includes(tool) && !cloud.includes(tool))).flatMap(
        (dropped) =>
          [undefined, ...models].flatMap((model) =>
            [undefined, ...judges].flatMap((judgeModel) =>
              [undefined, ...retries].flatMap((retry) =>
                [undefined, ...ceilingsOf(made, cloud, dropped)].map((ceiling): Change => ({
                  cloud,
                  dropped,
                  model,
                  judgeModel,
                  retry,
                  ceiling,
                })),
              ),
            ),
          ),
      ),
    )
    .filter((change) => sizeOf(change) >= 1 && sizeOf(change) <= 4);
}

/** What a restrict may leave: all that the tools need which are still there, and less of what scripts may do. */
function ceilingsOf(
  made: Case,
  cloud: readonly string[],
  dropped: readonly string[],
): readonly (readonly string[])[] {
  if (!made.hasScript) return [];
  const kept = [...made.tools, ...made.optional.filter((tool) => !dropped.includes(tool))];
  const required = [
    ...kept.flatMap((tool) => capabilities[tool] ?? []),
    ...(cloud.length > 0 ? ["net"] : []),
  ];
  const free = ofScript.filter((name) => !required.includes(name));
  return subsets(free)
    .filter((some) => some.length < free.length)
    .map((some) => [...required, ...some]);
}

/** Whether a change does all that a smaller one does: its moves, or stronger ones of the same kind. */
function includes(change: Change, smaller: Change, from: number): boolean {
  const same = (a: string | undefined, b: string | undefined): boolean => b === undefined || a === b;
  const stronger = (a: number | undefined, b: number | undefined): boolean =>
    b === undefined || (a !== undefined && (b < from ? a <= b : a >= b));
  const cut = (kept: readonly string[]): readonly string[] => ofScript.filter((name) => !kept.includes(name));
  return (
    smaller.cloud.every((tool) => change.cloud.includes(tool)) &&
    smaller.dropped.every((tool) => change.dropped.includes(tool)) &&
    same(change.model, smaller.model) &&
    same(change.judgeModel, smaller.judgeModel) &&
    stronger(change.retry, smaller.retry) &&
    (smaller.ceiling === undefined ||
      (change.ceiling !== undefined &&
        cut(smaller.ceiling).every((name) => cut(change.ceiling ?? []).includes(name))))
  );
}

/** A repair, or a change, as one text. */
function changeKey(change: Change): string {
  return JSON.stringify([
    change.cloud.toSorted(),
    change.dropped.toSorted(),
    change.model ?? null,
    change.judgeModel ?? null,
    change.retry ?? null,
    change.ceiling === undefined ? null : ofScript.filter((name) => change.ceiling?.includes(name)),
  ]);
}

function changeOf({ moves }: Judgement["repairs"][number]): Change {
  const of = (kind: string): typeof moves => moves.filter((move) => move.kind === kind);
  const isJudge = ({ loses }: (typeof moves)[number]): boolean => loses.includes("judges");
  const [retry] = of("retry");
  const [restrict] = of("restrict");
  return {
    cloud: of("cloud-tool").map(({ from }) => from),
    dropped: of("drop-optional-tool").map(({ from }) => from),
    model: of("model").find((move) => !isJudge(move))?.to,
    judgeModel: of("model").find(isJudge)?.to,
    retry: retry === undefined ? undefined : Number(retry.to.replace("retry: ", "")),
    ceiling: restrict?.to.match(/\[(.*)\]/)?.[1]?.split(", "),
  };
}

async function bruteForce(made: Case): Promise<readonly string[]> {
  const base = await deviceOf(made);
  const working: Change[] = [];
  for (const change of changesOf(made)) if (await runs(made, change, base)) working.push(change);
  const from = made.retry ?? 0;
  return working
    .filter((one) => !working.some((other) => other !== one && includes(one, other, from)))
    .map(changeKey)
    .toSorted();
}

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const cases: fc.Arbitrary<Case> = fc
  .record({
    tools: fc.subarray(Object.keys(capabilities), { minLength: 1, maxLength: 2 }),
    optional: fc.constantFrom([], [], ["WriteFile"], ["KBSearch"]),
    retry: optional(fc.integer({ min: 0, max: 2 })),
    judgeModel: optional(fc.constantFrom("small", "elsewhere")),
    hasScript: fc.boolean(),
    stateKey: fc.boolean(),
    temperature: fc.constantFrom(0, 1),
    device: fc.record({
      io: fc
        .subarray(["fs.read", "fs.write", "kb.read", "exec", "env"], { minLength: 2 })
        .chain((names) => fc.constantFrom([...names, "net"], [...names, "net"], names)),
      tools: fc.subarray(Object.keys(capabilities), { minLength: 1, maxLength: 3 }),
      models: fc.shuffledSubarray(Object.keys(figures), { minLength: 1, maxLength: 2 }),
      tokens: optional(fc.constantFrom(700, 2500, 5000)),
      latency: optional(fc.constantFrom(5, 9, 15)),
      money: optional(fc.constantFrom(0.004, 0.03)),
      pMin: optional(fc.constantFrom(0.75, 0.9)),
      state: fc.constantFrom(true, true, false),
      permissions: optional(fc.subarray(["ohos.permission.INTERNET"])),
      target: fc.constantFrom(undefined, undefined, "lambdagent" as const, "cangjie" as const),
    }),
  })
  // A full search of all restricts of a script and eight numbers of attempts takes long; one of them at a time.
  .map((made) => (made.hasScript ? { ...made, device: { ...made.device, pMin: undefined } } : made));

describe("repairs", () => {
  test("are exactly the smallest changes that a search of every change finds", async () => {
    let repaired = 0;
    await fc.assert(
      fc.asyncProperty(cases, async (made) => {
        const judgement = await judgementOf(made);
        const found = judgement.repairs.map((repair) => changeKey(changeOf(repair)));
        if (found.length > 0) repaired++;
        const expected = judgement.portable ? [] : await bruteForce(made);
        expect(found.toSorted(), JSON.stringify(made)).toEqual(expected);
      }),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 25) },
    );
    // Most cases would prove nothing if few could be mended.
    expect(repaired).toBeGreaterThan(3);
  }, 120_000);
});

describe("each kind of move", () => {
  const base: Case = {
    tools: [],
    optional: [],
    retry: undefined,
    judgeModel: undefined,
    hasScript: false,
    stateKey: false,
    temperature: 0,
    device: {
      io: ["fs.read", "net"],
      tools: [],
      models: ["large", "small"],
      tokens: undefined,
      latency: undefined,
      money: undefined,
      pMin: undefined,
      state: true,
      permissions: undefined,
      target: undefined,
    },
  };
  const moves = async (made: Case): Promise<readonly (readonly string[])[]> =>
    (await judgementOf(made)).repairs.map((repair) =>
      repair.moves.map(({ kind, from, to }) => `${kind}: ${from} -> ${to}`),
    );

  test("cloud-tool: a tool that the device lacks, where it may use the network", async () => {
    const made = { ...base, tools: ["ReadFile"] };
    expect(await moves(made)).toEqual([["cloud-tool: ReadFile -> ReadFile in the cloud"]]);
    expect(await moves({ ...made, device: { ...base.device, io: ["fs.read"] } })).toEqual([]);
  });

  test("cloud-tool: it costs a second a call, so that a tight budget refuses it", async () => {
    // One call of the large model takes 6 s.
    const made = { ...base, tools: ["ReadFile"] };
    const under = (latency: number): Case => ({
      ...made,
      device: { ...base.device, models: ["large"], latency },
    });
    expect(await moves(under(7))).toHaveLength(1);
    expect(await moves(under(6.5))).toEqual([]);
  });

  test("model: another model of the device, for the agent", async () => {
    const made = { ...base, device: { ...base.device, latency: 3 } };
    expect(await moves(made)).toEqual([["model: large -> small"]]);
  });

  test("model: a model of the device, for a judge that asks one elsewhere", async () => {
    const made = { ...base, retry: 0, judgeModel: "elsewhere" };
    expect(await moves(made)).toEqual([["model: elsewhere -> large"], ["model: elsewhere -> small"]]);
  });

  test("retry: as few attempts less as are enough", async () => {
    const made = { ...base, retry: 4, device: { ...base.device, models: ["large"], latency: 18 } };
    expect(await moves(made)).toEqual([["retry: retry: 4 -> retry: 2"]]);
  });

  test("retry: as few attempts more as reach the chance of success, where answers are drawn anew", async () => {
    // p 0.8, f 0.02: one attempt succeeds with 0.8, two with 0.8 · (1 + 0.18) = 0.944.
    const made = {
      ...base,
      retry: 0,
      temperature: 1,
      device: { ...base.device, models: ["large"], pMin: 0.9 },
    };
    expect(await moves(made)).toEqual([["retry: retry: 0 -> retry: 1"]]);
    expect(await moves({ ...made, temperature: 0 })).toEqual([]);
  });

  test("restrict: what a script may do, never what a required tool needs", async () => {
    const made = { ...base, hasScript: true, device: { ...base.device, tools: ["ReadFile"] } };
    expect(await moves(made)).toEqual([
      ["restrict: `env`, `exec`, `fs.write` -> effect_ceiling: {io: [fs.read, net]}"],
    ]);
    expect(await moves({ ...made, tools: ["WriteFile"] })).toEqual([]);
  });

  test("restrict: none where a required tool is in no catalogue, since no list of capabilities leaves it", async () => {
    const skills = [
      textSource(
        "s/skill.yml",
        "name: s\ndescription: Does s. Use for s.\nprompt: Do it.\nrequires: {tools: [Teleport]}\n",
      ),
      textSource("s/scripts/run.py", "import os\nos.system('make')\n"),
    ];
    const { results } = await portable(skills, {
      devices: [textSource("d.yml", "name: d\ntarget: lambdagent\neffect: {io: [fs.read]}\n")],
      rules: [],
      knownTargets: targets,
    });
    expect(results.map(({ portable: runs, repairs }) => [runs, repairs])).toEqual([[false, []]]);
  });

  test("drop-optional-tool: an optional tool is not asked of a device, until the agent lists it", async () => {
    const { portable: runs, notes } = await judgementOf(base);
    expect([runs, notes]).toEqual([true, ["`desk` does without its optional tool `Missing` on d."]]);
    const made = { ...base, optional: ["ReadFile"] };
    expect(await moves(made)).toEqual([
      ["cloud-tool: ReadFile -> ReadFile in the cloud"],
      ["drop-optional-tool: ReadFile -> no ReadFile"],
    ]);
    // What some skill requires is not dropped.
    expect(await moves({ ...made, tools: ["ReadFile"] })).toEqual([
      ["cloud-tool: ReadFile -> ReadFile in the cloud"],
    ]);
    // Not allowed, though it is there: it can only be dropped.
    const writes = { ...base, optional: ["WriteFile"], device: { ...base.device, tools: ["WriteFile"] } };
    expect(await moves(writes)).toEqual([["drop-optional-tool: WriteFile -> no WriteFile"]]);
  });

  test("more than four moves are no repair", async () => {
    const tools = ["ReadFile", "WebFetch"];
    const two = { ...base, tools, retry: 0, judgeModel: "elsewhere", hasScript: true };
    expect((await moves(two)).map((repair) => repair.length)).toEqual([4, 4]);
    const slow = { ...two, device: { ...two.device, latency: 7 } };
    expect(await moves(slow)).toEqual([]);
  });
});
