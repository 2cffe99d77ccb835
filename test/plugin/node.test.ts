import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

let app = "";
const register = pathToFileURL(resolve("dist/plugin/register.js")).href;

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), "skillc-node-"));
  cpSync("test/plugin/app", app, { recursive: true });
  writeFileSync(join(app, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(app, "skillc.config.yaml"), "sources: [skills]\n");
});

afterAll(() => {
  rmSync(app, { recursive: true });
});

function node(code: string): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  writeFileSync(join(app, "run.js"), code);
  return spawnSync(process.execPath, ["--import", register, "run.js"], {
    cwd: app,
    encoding: "utf8",
    timeout: 30_000,
  });
}

test("Node imports a skill, its guard, its handler and the registry", () => {
  const { stdout, stderr } = node(`
    import { find } from "~skillc/registry";
    import { guard, handler } from "./github-issue-search/skill.yml";
    import notes from "./release-notes/SKILL.md";
    const { default: triage } = await find("bug-triage").load();
    const { status } = await handler({ query: "q" });
    console.log(JSON.stringify([notes.name, guard("{}"), status, triage.guard(" low "), triage.guard("none")]));
  `);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(["release-notes", false, "no_results", true, false]);
});

test("importing a skill with an error fails with its place and its line", () => {
  const { status, stderr } = node('import "./broken/release-notes/SKILL.md";');
  expect(status).toBe(1);
  expect(stderr).toContain("broken/release-notes/skill.yml:4:33");
  expect(stderr).toContain("predicate: \"'Fixes' in x and\"");
});

test("other files, and a skill with a query, are left to Node", () => {
  const { status, stderr } = node('import "./release-notes/SKILL.md?raw";');
  expect(status).toBe(1);
  expect(stderr).toContain("ERR_UNKNOWN_FILE_EXTENSION");
});
