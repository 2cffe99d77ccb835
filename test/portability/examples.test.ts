import { beforeAll, describe, expect, test } from "vitest";
import { loadFile, loadSkills, readSibling } from "../../src/cli/load.ts";
import { check, portable } from "../../src/compile.ts";
import type { Judgement } from "../../src/portability/judgement.ts";
import { judge } from "../../src/portability/judge.ts";
import { positionAt, textOf, textSource } from "../../src/report/source.ts";
import type { Span } from "../../src/report/source.ts";
import { targets } from "../../targets/index.ts";

const devices = ["watch", "phone", "cloud"];
let judgements: readonly Judgement[] = [];

beforeAll(async () => {
  const { results } = await portable(loadSkills(["examples"]).files, {
    devices: devices.map((name) => loadFile(`examples/devices/${name}.yml`)),
    read: readSibling,
    rules: [],
    knownTargets: targets,
  });
  judgements = results;
});

function judgementOf(skill: string, device: string): Judgement {
  const found = judgements.find((one) => one.skill === skill && one.device === device);
  if (found === undefined) throw new Error(`${skill} is not judged on ${device}`);
  return found;
}

/** Where a gap points: the file, and the text of its line. */
function lineOf({ file, start }: Span): string {
  const { line } = positionAt(file, start);
  return `${file.path.slice(file.path.lastIndexOf("/") + 1)}: ${(file.text.split("\n")[line - 1] ?? "").trim()}`;
}

test("every example is judged on every device, with its reasons where it does not run", () => {
  const skills = new Set(judgements.map(({ skill }) => skill));
  expect(skills.size).toBeGreaterThanOrEqual(7);
  expect(judgements).toHaveLength(skills.size * devices.length);
  for (const { portable: runs, gaps } of judgements) {
    expect(runs).toBe(gaps.length === 0);
    for (const { detail, span } of gaps) {
      expect(detail).toMatch(/\w.*\.$/);
      expect(span.end).toBeGreaterThan(span.start);
    }
  }
});

describe("make-pdf on the watch", () => {
  const tools = "skill.yml: tools: [ReadFile, WriteFile, Bash]";

  test("effects: writing and running, at the tools that ask for them, and the script", () => {
    const gaps = judgementOf("make-pdf", "watch").gaps.filter(({ kind }) => kind === "effect");
    expect(gaps.slice(0, 2).map(({ span }) => [textOf(span), lineOf(span)])).toEqual([
      ["WriteFile", tools],
      ["Bash", tools],
    ]);
    expect(gaps.map(({ detail }) => detail)).toEqual([
      "`WriteFile` may use `fs.write`, which the device does not allow.",
      "`Bash` may use `env`, `exec`, `fs.write`, `net`, which the device does not allow.",
      'The skill writes files with `mkdtempSync(join(tmpdir(), "make-pdf-"))`, which may use `fs.write`, which the device does not allow.',
      "The skill reads the environment with `process.env.CHROMIUM_PATH`, which may use `env`, which the device does not allow.",
      'The skill starts a process with `spawnSync(browser, ["--headless", \'--print-to-p…`, which may use `env`, `exec`, `fs.write`, `net`, which the device does not allow.',
    ]);
  });

  test("tools: the watch reads files, and neither writes nor runs", () => {
    const gaps = judgementOf("make-pdf", "watch").gaps.filter(({ kind }) => kind === "tool");
    expect(gaps.map(({ span }) => [textOf(span), lineOf(span)])).toEqual([
      ["WriteFile", tools],
      ["Bash", tools],
    ]);
  });

  test("cost: two attempts of a long prompt, at the guard", () => {
    const gaps = judgementOf("make-pdf", "watch").gaps.filter(({ kind }) => kind === "cost");
    // The prompt alone is more than 2,000 bytes, each attempt may answer with 512 tokens: 2 · 2,512 > 4,000.
    expect(gaps.length).toBeGreaterThanOrEqual(1);
    expect(gaps[0]?.detail).toMatch(
      /^One run's token count may reach [\d,]+ in 2 calls; the budget is 4000\.$/,
    );
    expect(gaps.map(({ span }) => textOf(span))).toEqual(gaps.map(() => expect.stringContaining("retry: 1")));
  });

  test("on the cloud, it runs", () => {
    expect(judgementOf("make-pdf", "cloud").gaps.map(({ detail }) => detail)).toEqual([]);
  });
});

describe("a restrict that stays inside", () => {
  const skill = (name: string, rest: string): ReturnType<typeof textSource> =>
    textSource(`${name}/skill.yml`, `name: ${name}\ndescription: Does ${name}. Use for ${name}.\n${rest}`);
  const files = [
    skill("reads", "interface: {restrict: {effect_ceiling: {io: [fs.read]}, allow_tools: [ReadFile]}}\n"),
    skill("fetches", "prompt: Fetch.\nrequires: {tools: [WebFetch]}\n"),
  ];
  const device = textSource("d.yml", "name: d\neffect: {io: [fs.read]}\ntools: {ReadFile: r}\n");

  async function gapsOf(list: string): Promise<readonly string[]> {
    const { programs, setting } = await check(files, {
      agent: textSource("agent.yml", `name: desk\nskills: ${list}\n`),
      devices: [device],
      rules: [],
      knownTargets: targets,
    });
    const whole = programs.find((program) => program.whole === true);
    const [judged] = setting.devices;
    if (whole === undefined || judged === undefined) throw new Error("nothing to judge");
    return judge(whole, judged, { target: undefined }).gaps.map(
      ({ kind, span }) => `${kind} ${textOf(span)}`,
    );
  }

  test("outermost, it takes the tool of every skill away", async () => {
    expect(await gapsOf("[reads, fetches]")).toEqual([]);
  });

  test("inside, a later skill has its tool, and the device must have it too", async () => {
    expect(await gapsOf("[{restrict: reads, inside: true}, fetches]")).toEqual([
      "effect WebFetch",
      "tool WebFetch",
    ]);
  });
});
