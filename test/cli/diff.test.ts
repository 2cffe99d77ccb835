import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skillc, withFolder } from "../helpers/command.ts";

function ask(before: string, after: string, ...args: readonly string[]): ReturnType<typeof skillc> {
  return withFolder((folder) => {
    for (const [name, text] of [
      ["old", before],
      ["new", after],
    ] as const) {
      mkdirSync(join(folder, name, "s"), { recursive: true });
      writeFileSync(join(folder, name, "s", "skill.yml"), text);
    }
    return skillc(["diff", "old", "new", ...args], { cwd: folder });
  });
}

const skill = (version: string, predicate: string): string =>
  `name: s\nversion: ${version}\ndescription: Does s. Use for s.\nprompt: Do it.\ninterface: {guard: {predicate: "${predicate}"}}\n`;

describe("skillc diff", () => {
  test("refuses a weaker guard without a major version, and shows the text", () => {
    const { status, stdout, stderr } = ask(
      skill("1.0.0", "'a' in x and 'b' in x"),
      skill("1.1.0", "'a' in x"),
    );
    expect(status).toBe(1);
    expect(stdout).toContain('major The guard of `s` is weaker: it accepts "a", which it refused.');
    expect(stderr).toContain("error[diff/version]: The version of `s` does not allow a major change");
    expect(stderr).toContain("help: Write `version: 2.0.0` or a later one.");
  });

  test("allows it with one, as JSON of version 1", () => {
    const { status, stdout, stderr } = ask(
      skill("1.0.0", "'a' in x and 'b' in x"),
      skill("2.0.0", "'a' in x"),
      "--format",
      "json",
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      verdict: "major",
      allowed: true,
      skills: [
        {
          name: "s",
          status: "changed",
          before: { name: "s", version: "1.0.0", file: "old/s/skill.yml" },
          after: { name: "s", version: "2.0.0", file: "new/s/skill.yml" },
          verdict: "major",
          allowed: true,
          changes: [
            { kind: "weaker-guard", verdict: "major", witness: "a", file: "new/s/skill.yml", line: 5 },
          ],
        },
      ],
    });
  });

  test("says that nothing changed", () => {
    const same = skill("1.0.0", "'a' in x");
    expect(ask(same, same)).toEqual({ status: 0, stdout: "1 skill, 0 changed: none\n", stderr: "" });
  });

  test("needs two paths that exist", () => {
    expect(skillc(["diff", "examples"])).toMatchObject({ status: 2, stdout: "" });
    expect(skillc(["diff", "examples", "nowhere"])).toMatchObject({ status: 2, stdout: "" });
  });
});
