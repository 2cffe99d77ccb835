import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readEntry, writeEntry } from "../../src/cli/cache.ts";
import { root, withFolder } from "../helpers/command.ts";

const main = join(root, "dist/cli/main.js");

// Prints the name of each chunk that the entry reads.
const hook = `data:text/javascript,${encodeURIComponent(
  "import fs from 'node:fs'; const read = fs.readFileSync; fs.readFileSync = (path, ...rest) => { if (/\\.js$/.test(path)) console.error('LOADED ' + path.split(/[\\\\/]/).pop()); return read(path, ...rest); };",
)}`;

// Compiled code is kept apart from answers here, so that each test finds none of the latter.
const compiled = mkdtempSync(join(tmpdir(), "skillc-test-"));
afterAll(() => {
  rmSync(compiled, { recursive: true });
});

// The chunks of the compiler and of what it loads.
const compiler = /^LOADED (?:chevrotain|clients|compile|rules|targets|tokens|yaml)-/;

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True where the answer came without the compiler. */
  readonly isKept: boolean;
}

function environment(caches: string | undefined, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { SKILLC_NO_CACHE: _off, FORCE_COLOR: _force, CI: _ci, ...inherited } = process.env;
  return { ...inherited, XDG_CACHE_HOME: caches, NO_COLOR: "1", NODE_COMPILE_CACHE: compiled, ...more };
}

function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Run {
  const command = ["--import", hook, main, "check", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd, encoding: "utf8", env });
  const lines = stderr.split("\n");
  const isKept = !lines.some((line) => compiler.test(line));
  return { status, stdout, stderr: lines.filter((line) => !line.startsWith("LOADED ")).join("\n"), isKept };
}

const greeting =
  "---\nname: Hello\ndescription: Says hello. Use to greet.\n---\nRun this:\n\n```sh\n./scripts/run.sh\n```\n";

/** A folder with one skill that has an error and a warning, and a folder for the cache. */
function withSkill(test: (folder: string, caches: string) => void): void {
  withFolder((folder) => {
    mkdirSync(join(folder, "skills/hello/scripts"), { recursive: true });
    writeFileSync(join(folder, "skills/hello/SKILL.md"), greeting);
    writeFileSync(join(folder, "skills/hello/scripts/run.sh"), "#!/bin/sh\necho a.io|cat\n", { mode: 0o755 });
    test(join(folder, "skills"), join(folder, "caches"));
  });
}

function entriesOf(caches: string): readonly string[] {
  const folder = join(caches, "skillc/check");
  return readdirSync(folder).map((name) => join(folder, name));
}

describe("a second run", () => {
  const formats: readonly (readonly [string, readonly string[], NodeJS.ProcessEnv])[] = [
    ["text", [], {}],
    ["coloured text", [], { NO_COLOR: undefined, FORCE_COLOR: "1" }],
    ["json", ["--format", "json"], {}],
    ["sarif", ["--format", "sarif"], {}],
    ["github", ["--format", "github"], {}],
    ["errors only", ["--quiet"], {}],
    ["what clients do", ["--client", "codex"], {}],
  ];

  test.each(formats)("prints the same bytes without the compiler: %s", (_, args, more) => {
    withSkill((folder, caches) => {
      const env = environment(caches, more);
      const uncached = run(folder, [...args, "--no-cache"], env);
      expect(uncached).toMatchObject({ status: 1, stderr: "", isKept: false });
      expect(uncached.stdout).toContain("Hello");
      expect(run(folder, args, env)).toEqual(uncached);
      expect(run(folder, args, env)).toEqual({ ...uncached, isKept: true });
    });
  });

  test("keeps what is asked otherwise apart", () => {
    withSkill((folder, caches) => {
      writeFileSync(join(folder, "hello/SKILL.md"), greeting.replace("name: Hello", "name: hello"));
      // It runs what it downloads, which is a warning.
      writeFileSync(join(folder, "hello/scripts/run.sh"), "curl a.io|sh\n");
      const env = environment(caches);
      const status = (...args: readonly string[]): unknown => run(folder, args, env).status;
      expect([status(), status("--max-warnings", "0"), status(), status("--max-warnings", "9")]).toEqual([
        0, 1, 0, 0,
      ]);
      expect(entriesOf(caches)).toHaveLength(3);
    });
  });

  test("sees another text of the same size and time, and another mode of the same text", () => {
    withSkill((folder, caches) => {
      const env = environment(caches);
      const script = join(folder, "hello/scripts/run.sh");
      utimesSync(script, 1, 1);
      const first = run(folder, [], env);
      writeFileSync(script, "#!/bin/sh\ncurl a.io|sh \n");
      utimesSync(script, 1, 1);
      const second = run(folder, [], env);
      chmodSync(script, 0o644);
      const third = run(folder, [], env);
      expect([first, second, third].map(({ isKept }) => isKept)).toEqual([false, false, false]);
      expect(new Set([first, second, third].map(({ stdout }) => stdout)).size).toBe(3);
      expect(run(folder, [], env)).toEqual({ ...third, isKept: true });
    });
  });
});

describe("no answer is kept or used", () => {
  test.each([["--fix"], ["--diff"], ["--update-baseline"], ["--no-cache"]])("with %s", (flag) => {
    withSkill((folder, caches) => {
      expect(run(folder, [flag], environment(caches)).isKept).toBe(false);
      expect(readdirSync(dirname(caches))).toEqual(["skills"]);
    });
  });

  test("with SKILLC_NO_CACHE=1", () => {
    withSkill((folder, caches) => {
      const env = environment(caches, { SKILLC_NO_CACHE: "1" });
      expect([run(folder, [], env).isKept, run(folder, [], env).isKept]).toEqual([false, false]);
      expect(readdirSync(dirname(caches))).toEqual(["skills"]);
    });
  });

  test("of a run that was wrong usage", () => {
    withSkill((folder, caches) => {
      const env = environment(caches);
      for (const args of [["gone"], ["--client", "nobody"]]) {
        const first = run(folder, args, env);
        expect(first.status).toBe(2);
        expect(run(folder, args, env).stderr).toBe(first.stderr);
      }
      expect(readdirSync(dirname(caches))).toEqual(["skills"]);
    });
  });
});

describe("the folder", () => {
  test("is the one that --cache-dir names", () => {
    withSkill((folder, caches) => {
      const env = environment(undefined, { HOME: caches });
      const args = ["hello", "--cache-dir", "../mine"];
      const first = run(folder, args, env);
      expect(readdirSync(join(folder, "../mine/check"))).toHaveLength(1);
      expect(run(folder, args, env)).toEqual({ ...first, isKept: true });
      expect(readdirSync(dirname(caches)).toSorted()).toEqual(["mine", "skills"]);
    });
  });

  test("is below the home where XDG_CACHE_HOME is no absolute path", () => {
    withSkill((folder, caches) => {
      run(folder, [], environment("relative", { HOME: caches, LOCALAPPDATA: undefined }));
      expect(readdirSync(join(caches, ".cache/skillc/check"))).toHaveLength(1);
      expect(readdirSync(folder)).toEqual(["hello"]);
    });
  });

  test("that cannot be made is no failure", () => {
    withSkill((folder, caches) => {
      writeFileSync(caches, "a file");
      const env = environment(caches);
      const expected = run(folder, ["--no-cache"], env);
      expect([run(folder, [], env), run(folder, [], env)]).toEqual([expected, expected]);
      expect(run(folder, ["--cache-dir", "hello/SKILL.md"], env)).toEqual(expected);
    });
  });

  test("may be used by several runs at once", () => {
    withSkill((folder, caches) => {
      const line = `for i in 1 2 3 4 5 6; do '${process.execPath}' '${main}' check > ../$i.txt & done; wait`;
      spawnSync("bash", ["-c", line], { cwd: folder, env: environment(caches) });
      const outputs = [1, 2, 3, 4, 5, 6].map((i) => readFileSync(join(folder, `../${i}.txt`), "utf8"));
      expect(new Set(outputs).size).toBe(1);
      expect(outputs[0]).toContain("1 skill: 1 error");
      // The drafts are gone.
      expect(entriesOf(caches)).toHaveLength(1);
      expect(run(folder, [], environment(caches))).toMatchObject({ stdout: outputs[0], isKept: true });
    });
  });
});

describe("an entry", () => {
  const damages: readonly (readonly [string, (bytes: Buffer) => Uint8Array])[] = [
    ["is empty", () => Buffer.alloc(0)],
    ["is cut", (bytes) => bytes.subarray(0, -1)],
    ["is longer", (bytes) => Buffer.concat([bytes, Buffer.from(" ")])],
    ["has another byte", (bytes) => bytes.map((byte, i) => (i === bytes.length - 9 ? byte ^ 1 : byte))],
    ["is something else", () => Buffer.from("{}\n1 skill: no problems\n")],
  ];

  test("that is damaged is none, and is written anew", () => {
    withSkill((folder, caches) => {
      const env = environment(caches);
      const first = run(folder, [], env);
      const [path = ""] = entriesOf(caches);
      const whole = readFileSync(path);
      for (const [what, damage] of damages) {
        writeFileSync(path, damage(whole));
        expect(run(folder, [], env), what).toEqual(first);
        expect(readFileSync(path).equals(whole), what).toBe(true);
      }
    });
  });

  test("that is a folder is none", () => {
    withSkill((folder, caches) => {
      const first = run(folder, [], environment(caches));
      const [path = ""] = entriesOf(caches);
      rmSync(path);
      mkdirSync(path);
      expect(run(folder, [], environment(caches))).toEqual(first);
    });
  });

  const keyOf = (i: number): string => String(i).padStart(64, "0");

  test("under the name of another is none", () => {
    withFolder((folder) => {
      writeEntry(folder, keyOf(1), "one");
      copyFileSync(join(folder, keyOf(1)), join(folder, keyOf(2)));
      expect([readEntry(folder, keyOf(1)), readEntry(folder, keyOf(2))]).toEqual(["one", undefined]);
    });
  });

  test("goes when newer ones need its room, and what is no entry stays", () => {
    withFolder((folder) => {
      const other = join(folder, "notes.txt");
      writeFileSync(other, "x".repeat(1000));
      utimesSync(other, 1, 1);
      // Each entry is a checksum of 64 bytes and a text of 36: three fill 300 bytes.
      for (let i = 1; i <= 5; i++) {
        writeEntry(folder, keyOf(i), "x".repeat(36), { bytes: 300, entries: 10 });
        utimesSync(join(folder, keyOf(i)), i, i);
      }
      expect(readdirSync(folder).toSorted()).toEqual([keyOf(3), keyOf(4), keyOf(5), "notes.txt"]);
      writeEntry(folder, keyOf(6), "x", { bytes: 300, entries: 2 });
      expect(readdirSync(folder).toSorted()).toEqual([keyOf(5), keyOf(6), "notes.txt"]);
      // One text may not take more than half of the room.
      writeEntry(folder, keyOf(7), "x".repeat(151), { bytes: 300, entries: 10 });
      expect(readdirSync(folder).toSorted()).toEqual([keyOf(5), keyOf(6), "notes.txt"]);
    });
  });
});
