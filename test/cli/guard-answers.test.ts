import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skillc, withFolder } from "../helpers/command.ts";

describe("guard", () => {
  test("--explain says which operand decided, as text and as data", () => {
    const guard = "'verdict' in x or len(x) < 9";
    const text = skillc(["guard", guard, "--explain", "--input", "-"], { input: "a verdict" });
    expect(text.status).toBe(0);
    expect(text.stdout).toMatch(/^├ 'verdict' in x .* True {2}decides$/m);
    expect(text.stdout).toMatch(/^└ len\(x\) < 9 +bool +\d+ \+ n$/m);
    const { explanation } = JSON.parse(
      skillc(["guard", guard, "--explain", "--input", "-", "--format", "json"], { input: "short" }).stdout,
    ) as { explanation: { value: boolean; parts: { text: string; value: boolean; decides: boolean }[] } };
    expect(explanation.value).toBe(true);
    expect(explanation.parts.map(({ value, decides }) => [value, decides])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test("with --emit the translation has stdout for itself, and nothing that was asked is lost", () => {
    const args = ["guard", "len(x) > 3", "--emit", "python", "--explain", "--input", "-"];
    const { status, stdout, stderr } = skillc(args, { input: "abc" });
    expect(status).toBe(1);
    expect(stdout).toBe(skillc(["guard", "len(x) > 3", "--emit", "python"]).stdout);
    expect(stderr).toMatch(/^len\(x\) > 3 .* False {2}decides$/m);
    expect(
      skillc(
        args.filter((arg) => arg !== "--explain"),
        { input: "abcd" },
      ).stderr,
    ).toBe("true\n");
  });

  test("--mutate reports what the samples do not notice, and is content with samples at the edges", () => {
    withFolder((folder) => {
      const sample = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const [three, four] = [sample("three", "abc"), sample("four", "abcd")];
      const weak = skillc(["guard", "len(x) < 4", "--mutate", "--accept", three]);
      expect(weak.status).toBe(1);
      expect(weak.stdout).toContain("nobody notices a guard that turns `4` into `5`: len(x) < 5");
      const strong = skillc(["guard", "len(x) < 4", "--mutate", "--accept", three, "--refuse", four]);
      expect([strong.status, strong.stdout]).toEqual([0, "4 of 4 mutants are noticed by the samples\n"]);
      expect(skillc(["guard", "len(x) < 4", "--mutate"]).status).toBe(2);
    });
  });

  test("tells its bound of steps, and inspect tells it too", () => {
    const { cost } = JSON.parse(skillc(["guard", "len(x) > 3", "--format", "json"]).stdout) as {
      cost: unknown;
    };
    expect(cost).toEqual({ steps: "8 + n", coefficients: [8, 1] });
    const { skills } = JSON.parse(
      skillc(["inspect", "examples/assignment-grader", "--format", "json"]).stdout,
    ) as { skills: { guards: { kind: string; text: string }[] }[] };
    expect(skills[0]?.guards).toMatchObject([
      { kind: "rule", text: "'review_report' in x or 'verdict' in x or '建议总评' in x" },
    ]);
  });
});

test("check --update-baseline accepts what is there, and reports what comes after", () => {
  withFolder((folder) => {
    const skill = join(folder, "grader");
    mkdirSync(skill);
    const write = (tools: string): void => {
      writeFileSync(
        join(skill, "skill.yml"),
        `name: grader\ndescription: Grades essays. Use when asked for a grade.\nprompt: Grade it.\nrequires: {tools: [${tools}]}\n`,
      );
    };
    const codes = (): readonly string[] => {
      const { stdout } = skillc(["check", "grader", "--format", "json"], { cwd: folder });
      return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
    };
    write("GradeBook");
    expect(codes()).toEqual(["reference/unknown-tool"]);
    expect(skillc(["check", "grader", "--update-baseline"], { cwd: folder }).stderr).toBe(
      "1 problem is accepted; 1 baseline changed\n",
    );
    expect(readFileSync(join(skill, ".skillc-baseline.json"), "utf8")).toContain('"GradeBook"');
    expect(codes()).toEqual([]);
    write("GradeBook, Printer");
    expect(codes()).toEqual(["reference/unknown-tool"]);
    write("ReadFile");
    skillc(["check", "grader", "--update-baseline"], { cwd: folder });
    expect(existsSync(join(skill, ".skillc-baseline.json"))).toBe(false);
  });
});
