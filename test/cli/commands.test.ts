import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { version } from "../../src/cli/version.ts";
import { root, skillc, withFolder } from "../helpers/command.ts";

test("the version is that of the package", () => {
  const { version: packaged } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  expect(version).toBe(packaged);
  expect(skillc(["--version"]).stdout).toBe(`${packaged}\n`);
});

test("no example raises an error", () => {
  const { status, stdout } = skillc([
    "check",
    "examples",
    "--agent",
    "examples/agent.yml",
    "--format",
    "json",
  ]);
  const { skills, summary } = JSON.parse(stdout) as { skills: number; summary: { errors: number } };
  expect({ status, skills, errors: summary.errors }).toEqual({ status: 0, skills: 7, errors: 0 });
});

describe("compile", () => {
  test("writes what it says, and --verify finds no difference, then one", () => {
    withFolder((out) => {
      const args = [
        "compile",
        "examples",
        "--target",
        "lambdagent,cangjie",
        "--target",
        "openai",
        "--out",
        out,
      ];
      const written = skillc(args);
      expect(written.status).toBe(0);
      const paths = [...written.stdout.matchAll(/^wrote (.+)$/gm)].map(([, path]) => path ?? "");
      expect(paths.length).toBeGreaterThan(20);
      for (const path of paths) expect(readFileSync(path, "utf8")).not.toBe("");
      expect(readdirSync(out).toSorted()).toEqual([
        ".skillc-outputs.json",
        "cangjie",
        "lambdagent",
        "openai",
      ]);
      expect(skillc([...args, "--verify"]).status).toBe(0);
      const elsewhere = skillc([
        "compile",
        "examples/qa",
        "--target",
        "openai",
        "--out",
        join(out, "new"),
        "--verify",
        "--format",
        "json",
      ]);
      expect(elsewhere.status).toBe(1);
      const answer = JSON.parse(elsewhere.stdout) as { differing: string[]; losses: object[] };
      expect(answer.differing).toHaveLength(3);
      const path = join(out, "new/openai/loss.json");
      expect(answer.differing).toContain(path);
      expect(answer.losses).toEqual([{ target: "openai", path, count: 8 }]);
    });
  });

  test("a skill with an error is left out, and the others are written", () => {
    const { status, stdout } = skillc([
      "compile",
      "test/cli/fixtures/mixed",
      "--target",
      "openai",
      "--out",
      "out/none",
      "--verify",
      "--format",
      "json",
    ]);
    const { files } = JSON.parse(stdout) as { files: { skill: string }[] };
    expect([...new Set(files.map(({ skill }) => skill))]).toEqual(["good"]);
    expect(status).toBe(1);
  });
});

test("portable refuses make-pdf on the watch with effect, tool and cost gaps at their lines", () => {
  const { status, stdout } = skillc([
    "portable",
    "examples",
    "--device",
    "examples/devices/watch.yml",
    "examples/devices/phone.yml",
    "--device",
    "examples/devices/cloud.yml",
    "--format",
    "json",
  ]);
  const { results } = JSON.parse(stdout) as {
    results: {
      skill: string;
      device: string;
      portable: boolean;
      gaps: { kind: string; file: string; line: number }[];
    }[];
  };
  expect(status).toBe(1);
  expect(results).toHaveLength(21);
  const refused = results.find(({ skill, device }) => skill === "make-pdf" && device === "watch");
  expect(refused?.portable).toBe(false);
  const source = readFileSync(join(root, "examples/make-pdf/skill.yml"), "utf8").split("\n");
  const lineOf = (start: string): number => source.findIndex((line) => line.trim().startsWith(start)) + 1;
  const file = "examples/make-pdf/skill.yml";
  expect(refused?.gaps).toContainEqual(
    expect.objectContaining({ kind: "effect", file, line: lineOf("tools:") }),
  );
  expect(refused?.gaps).toContainEqual(
    expect.objectContaining({ kind: "tool", file, line: lineOf("tools:") }),
  );
  // Cost is caused by the retry, so it points at the guard: the first key of its mapping.
  expect(refused?.gaps).toContainEqual(
    expect.objectContaining({ kind: "cost", file, line: lineOf("guard:") + 1 }),
  );
  expect(results.find(({ skill, device }) => skill === "make-pdf" && device === "cloud")?.portable).toBe(
    true,
  );
});

test("inspect shows the grade worked out by hand", () => {
  const { status, stdout } = skillc([
    "inspect",
    "examples/assignment-grader",
    "--agent",
    "examples/agent.yml",
    "--format",
    "json",
  ]);
  const report = JSON.parse(stdout) as {
    skills: {
      grade: Record<string, number>;
      effect: { level: string; llm: string[]; io: string[] };
      term: { kind: string; text: string };
    }[];
    agent: { grade: Record<string, number> };
  };
  expect(status).toBe(0);
  const [skill] = report.skills;
  // cost_hint: tokens 1200, latency 6, p_useful 0.85, p_fatal 0.02; money follows tokens: 1.2 · 0.003 = 0.0036.
  // guard with retry 1, k = 2: p = 1 − 0.15² = 0.9775; tokens, latency and money doubled; p_fatal unchanged.
  const expected = { p: 0.9775, p_fatal: 0.02, tokens: 2400, latency: 12, money: 0.0072 };
  for (const [key, value] of Object.entries(expected)) {
    expect(skill?.grade[key]).toBeCloseTo(value, 9);
    expect(report.agent.grade[key]).toBeCloseTo(value, 9);
  }
  expect(skill?.effect).toMatchObject({
    level: "io",
    llm: ["claude-sonnet-4-20250514"],
    io: ["fs.read", "fs.write", "kb.read"],
  });
  expect(skill?.term.kind).toBe("skill");
});

describe("guard", () => {
  test("evaluates standard input byte for byte", () => {
    const args = ["guard", "len(x) == 3 and x.endswith('\\n')", "--input", "-"];
    expect(skillc(args, { input: "ab\n" })).toMatchObject({ status: 0, stdout: "true\n" });
    expect(skillc(args, { input: "ab\r\n" })).toMatchObject({ status: 1, stdout: "false\n" });
  });

  test("says in JSON where an operation had no value", () => {
    const { status, stdout } = skillc(["guard", "1 / len(x) > 0", "--input", "-", "--format", "json"], {
      input: "",
    });
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      value: false,
      error: { code: "guard/division-by-zero", line: 1, column: 1 },
    });
    expect(status).toBe(1);
  });

  test("a mistake is shown under a caret, with status 1", () => {
    const { status, stderr } = skillc(["guard", "len(x) > 'a'"]);
    expect(stderr).toContain("`'a'` is a text; it has to be a number, like the other side of `>`.");
    expect(status).toBe(1);
  });
});

test("explain prints the page of a code, and lists all codes", () => {
  const page = skillc(["explain", "name/format"]);
  expect(page.status).toBe(0);
  expect(page.stdout).toMatch(/^# name\/format \(error\)\n\n/);
  expect(skillc(["explain"]).stdout.split("\n").length).toBeGreaterThan(50);
});

test("--max-warnings turns warnings into a failure", () => {
  expect(skillc(["check", "examples/make-pdf", "--quiet"]).status).toBe(0);
  expect(skillc(["check", "examples/make-pdf", "--quiet", "--max-warnings", "0"]).status).toBe(1);
});

test("sarif and github are whole documents", () => {
  const sarif = JSON.parse(skillc(["check", "examples", "--format", "sarif"]).stdout) as {
    runs: { results: unknown[] }[];
  };
  // Three warnings, and two notes on a guard that asks for what its schema requires.
  expect(sarif.runs[0]?.results).toHaveLength(5);
  expect(skillc(["check", "examples", "--format", "github"]).stdout.match(/^::warning file=/gm)).toHaveLength(
    3,
  );
});
