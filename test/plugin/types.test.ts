import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root, skillc } from "../helpers/command.ts";

let app = "";

beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), "skillc-types-"));
  cpSync("test/plugin/app", app, { recursive: true });
  rmSync(join(app, "broken"), { recursive: true });
  mkdirSync(join(app, "node_modules"));
  symlinkSync(root, join(app, "node_modules/skillc"));
  writeFileSync(join(app, "package.json"), '{ "type": "module" }\n');
});

afterEach(() => {
  rmSync(app, { recursive: true });
});

/** What the TypeScript compiler says of one file, as `line: code`. */
function errorsOf(code: string, settings: object): readonly string[] {
  writeFileSync(join(app, "app.ts"), code);
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2022",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(
    join(app, "tsconfig.json"),
    JSON.stringify({
      ...settings,
      compilerOptions: { ...compilerOptions, types: ["skillc/client"], allowJs: true },
    }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", ".", "--pretty", "false"], {
    cwd: app,
    encoding: "utf8",
  });
  return [...stdout.matchAll(/^app\.ts\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, line, error]) => `${line}: ${error}`,
  );
}

const exact = { extends: "./.skillc/tsconfig.json", include: ["app.ts", ".skillc/types/**/*"] };

test("of right and wrong uses of a skill, exactly the wrong ones are errors", () => {
  expect(skillc(["types"], { cwd: app })).toMatchObject({ status: 0, stderr: "" });
  const code = [
    'import search, { guard, handler, name, type Input } from "./github-issue-search/skill.yml";',
    'import notes from "./release-notes/SKILL.md";',
    'import { find, skills } from "~skillc/registry";',
    'const exactly: "github-issue-search" = name;',
    'const input: Input = { repo_owner: "a", repo_name: "b", query: "c", state: "open" };',
    'const answer: boolean = guard("{}");',
    "const level: string = notes.effect.level;",
    "const names: readonly string[] = skills.map((skill) => skill.name);",
    "export { exactly, input, answer, level, names, search, handler, find };",
    'export const state: Input = { repo_owner: "a", repo_name: "b", query: "c", state: "shut" };',
    'export const missing: Input = { repo_owner: "a", repo_name: "b" };',
    'export const other: "release-note" = notes.name;',
    'export const unguarded = notes.guard("x");',
    "export const typo = notes.descripton;",
  ];
  expect(errorsOf(code.join("\n"), exact)).toEqual([
    "10: TS2322",
    "11: TS2741",
    "12: TS2322",
    "13: TS2722",
    "13: TS18048",
    "14: TS2551",
  ]);
});

test("without written types, skillc/client gives loose ones", () => {
  const code = [
    'import search, { guard, name } from "./github-issue-search/skill.yml";',
    'import notes from "./release-notes/SKILL.md";',
    'import { find } from "~skillc/registry";',
    "export const texts: readonly string[] = [name, notes.prompt, search.description];",
    'export const answer: boolean | undefined = guard?.("x");',
    'export const found: string | undefined = find("a")?.name;',
    "export const wrong: number = notes.name;",
  ];
  expect(errorsOf(code.join("\n"), { include: ["app.ts"] })).toEqual(["7: TS2322"]);
});

test("what is right already is not written anew, and what belongs to no skill any more is removed", () => {
  skillc(["types"], { cwd: app });
  const notes = join(app, ".skillc/types/release-notes/SKILL.d.md.ts");
  const review = join(app, ".skillc/types/skills/code-review/SKILL.d.md.ts");
  utimesSync(notes, 1, 1);
  rmSync(join(app, "skills/code-review"), { recursive: true });
  // A part of the skills says nothing about the others.
  skillc(["types", "release-notes"], { cwd: app });
  expect(existsSync(review)).toBe(true);
  skillc(["types"], { cwd: app });
  expect(existsSync(review)).toBe(false);
  expect(statSync(notes).mtimeMs).toBe(1000);
});

test("a skill with an error is named, and keeps the types that it had", () => {
  skillc(["types"], { cwd: app });
  writeFileSync(join(app, "release-notes/SKILL.md"), "---\nname: [\n---\n");
  const { status, stdout, stderr } = skillc(["types"], { cwd: app });
  expect(status).toBe(1);
  expect(stderr).toContain("release-notes/SKILL.md:");
  expect(stdout).toMatch(/3 skills: \d+ errors?\n$/);
  expect(existsSync(join(app, ".skillc/types/release-notes/SKILL.d.md.ts"))).toBe(true);
});
