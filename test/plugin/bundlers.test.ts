import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const bundlers = ["vite", "rollup", "rolldown", "webpack", "rspack", "esbuild", "farm"];
const script = resolve("test/plugin/build.mjs");
let app = "";

// A copy, since skillc's own package.json says of its files that they have no side effects.
beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), "skillc-app-"));
  cpSync("test/plugin/app", app, { recursive: true });
  writeFileSync(join(app, "package.json"), '{ "type": "module" }\n');
});

afterAll(() => {
  rmSync(app, { recursive: true });
});

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...args: readonly string[]): Run {
  return spawnSync(process.execPath, args, { cwd: app, encoding: "utf8", timeout: 60_000 });
}

function outputs(folder: string): readonly string[] {
  const path = join(app, folder);
  return existsSync(path)
    ? readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))
    : [];
}

describe.each(bundlers)("%s", (bundler) => {
  test("builds an application whose skills, guard, handler and registry work", () => {
    const built = run(script, bundler, "main.js", `out/${bundler}`);
    expect(built.stderr).not.toContain("error[");
    expect(built.status).toBe(0);
    const { stdout } = run(`out/${bundler}/main.mjs`);
    expect(JSON.parse(stdout)).toEqual({
      name: "release-notes",
      prompt: "\n# Release notes\n\nGroup the changes by kind, newest first.\n",
      level: "pure",
      required: ["repo_owner", "repo_name", "query"],
      tool: "github-issue-search",
      guarded: [true, false, false],
      handled: { status: "no_results", data: { reason: "crash" } },
      kinds: [
        ["bug-triage", "skill"],
        ["code-review", "skill"],
      ],
    });
  });

  test("names the skill's file in the source map", () => {
    const maps = outputs(`out/${bundler}`).filter((path) => path.endsWith(".map"));
    const sources = maps.flatMap((path) => {
      const { sources: named } = JSON.parse(readFileSync(path, "utf8")) as {
        readonly sources: readonly string[];
      };
      return named;
    });
    expect(sources.filter((source) => /(?:^|\/)SKILL\.md$/.test(source))).not.toEqual([]);
    expect(sources.filter((source) => /(?:^|\/)skill\.yml$/.test(source))).not.toEqual([]);
  });

  test("fails for a skill with an error, with its place and the line in the text", () => {
    const { status, stdout, stderr } = run(script, bundler, "broken.js", `out/broken-${bundler}`);
    const text = `${stdout}${stderr}`;
    expect(status).toBe(1);
    expect(text).toContain("error[guard/syntax]: The guard ends where an operand has to stand.");
    expect(text).toContain("broken/release-notes/skill.yml:4:33");
    expect(text).toMatch(/4 \|     predicate: \\?"'Fixes' in x and\\?"/);
  });

  test("puts no more into a client's bundle than the parts that it imports", () => {
    const { status } = run(script, bundler, "client.js", `out/client-${bundler}`);
    expect(status).toBe(0);
    const code = outputs(`out/client-${bundler}`)
      .filter((path) => /\.m?js$/.test(path))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    expect(code).toContain("Group the changes by kind");
    expect(code).toContain("no_results");
    for (const part of [
      "Turn the user's description",
      "Writes release notes",
      "p_fatal",
      "repo_owner",
      "$truthy",
    ]) {
      expect(code).not.toContain(part);
    }
  });
});
