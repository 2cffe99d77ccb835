import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root, skillc, withFolder } from "../helpers/command.ts";

/** A shell line with `skillc` for the built command. */
function shell(line: string, env: NodeJS.ProcessEnv = { NO_COLOR: "1" }): ReturnType<typeof spawnSync> {
  const defined = `skillc() { '${process.execPath}' dist/cli/main.js "$@"; }; ${line}`;
  const { NO_COLOR: _no, FORCE_COLOR: _force, CI: _ci, ...inherited } = process.env;
  return spawnSync("bash", ["-c", defined], { cwd: root, encoding: "utf8", env: { ...inherited, ...env } });
}

describe("the reader of the answer", () => {
  test("may close the pipe: no noise, and the status is still that of the check", () => {
    // `true` is gone before node has started, so the first write finds the pipe closed.
    const line = (paths: string): string =>
      `skillc check ${paths} --format json | true; echo "\${PIPESTATUS[0]}"`;
    expect(shell(line("test/cli/fixtures/mixed"))).toMatchObject({ stdout: "1\n", stderr: "" });
    expect(shell(line("examples"))).toMatchObject({ stdout: "0\n", stderr: "" });
  });

  test("may close the pipe of the messages", () => {
    const line = `skillc compile examples --target openai --out out/none --verify 2>&1 >/dev/null | true; echo "\${PIPESTATUS[0]}"`;
    expect(shell(line)).toMatchObject({ stdout: "1\n", stderr: "" });
  });

  test("may be slow: nothing is cut", () => {
    withFolder((folder) => {
      // 400 skills with one error each are some 250 kB of JSON, four times what a pipe holds.
      for (let i = 0; i < 400; i++) {
        mkdirSync(join(folder, `s${i}`));
        writeFileSync(
          join(folder, `s${i}/SKILL.md`),
          `---\nname: S${i}\ndescription: Reads. Use to read.\n---\nRead.\n`,
        );
      }
      const { stdout } = shell(`skillc check '${folder}' --format json | { sleep 1; cat; }`);
      const { skills, summary } = JSON.parse(String(stdout)) as {
        skills: number;
        summary: { errors: number };
      };
      expect(String(stdout).length).toBeGreaterThan(1 << 17);
      expect({ skills, errors: summary.errors }).toEqual({ skills: 400, errors: 400 });
    });
  });

  test.skipIf(!existsSync("/dev/full"))("may have no room: one line, status 2", () => {
    const { status, stderr } = shell("skillc check examples > /dev/full");
    expect(stderr).toMatch(/^skillc: the answer cannot be written: ENOSPC[^\n]*\n$/);
    expect(status).toBe(2);
  });
});

describe("colours", () => {
  const escape = "\u001b[";

  test("are off where no terminal reads, on when forced, and off again by NO_COLOR", () => {
    const line = "skillc check test/cli/fixtures/mixed";
    expect(shell(line, {}).stdout).not.toContain(escape);
    expect(shell(line, { FORCE_COLOR: "1" }).stdout).toContain(`${escape}31m`);
    expect(shell(line, { FORCE_COLOR: "1", NO_COLOR: "1" }).stdout).not.toContain(escape);
  });

  test("never get into JSON", () => {
    expect(
      shell("skillc check test/cli/fixtures/mixed --format json", { FORCE_COLOR: "1" }).stdout,
    ).not.toContain(escape);
  });
});

describe("the text that a guard is tried on", () => {
  test("is UTF-8 byte for byte, from a file, from standard input and from a pipe alike", () => {
    withFolder((folder) => {
      // What looks like UTF-16 is four code points too: two bytes that are no UTF-8, `a` and NUL.
      const path = join(folder, "text");
      writeFileSync(path, Buffer.of(0xff, 0xfe, 0x61, 0));
      const args = ["guard", "len(x) == 4", "--input"];
      expect(skillc([...args, path]).stdout).toBe("true\n");
      expect(shell(`skillc guard 'len(x) == 4' --input - < '${path}'`).stdout).toBe("true\n");
      expect(shell(`skillc guard 'len(x) == 4' --input <(cat '${path}')`).stdout).toBe("true\n");
      expect(readFileSync(path)).toHaveLength(4);
    });
  });
});
