import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "../helpers/command.ts";

// A loader hook prints each file that a run imports.
const hook = `data:text/javascript,${encodeURIComponent(
  "export async function load(url, context, next) { if (url.includes('/dist/cli/')) console.error('LOADED ' + url.split('/').pop()); return next(url, context); }",
)}`;
const register = `data:text/javascript,${encodeURIComponent(`import { register } from "node:module"; register(${JSON.stringify(hook)}, ${JSON.stringify(pathToFileURL(root).href)});`)}`;

function heavyChunks(args: readonly string[]): readonly string[] {
  const { stderr } = spawnSync(process.execPath, ["--import", register, "dist/cli/main.js", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  const heavy = ["chevrotain", "prettier", "re2js", "tokenizer", "yaml"];
  const loaded = [...stderr.matchAll(/^LOADED ([a-z]+)-/gm)].map(([, name]) => name ?? "");
  return heavy.filter((name) => loaded.includes(name));
}

test.each([
  [["--version"], []],
  [["check", "test/cli/fixtures/mixed/good"], ["yaml"]],
  [
    ["check", "examples/assignment-grader"],
    ["chevrotain", "re2js", "yaml"],
  ],
  [
    ["compile", "test/cli/fixtures/mixed/good", "--target", "openai", "--out", "out/none", "--verify"],
    ["prettier", "yaml"],
  ],
  [
    ["inspect", "test/cli/fixtures/mixed/good"],
    ["tokenizer", "yaml"],
  ],
  [
    ["guard", "len(x) > 0"],
    ["chevrotain", "re2js"],
  ],
])("skillc %j loads %j", (args, expected) => {
  const loaded = heavyChunks(args);
  // What is not listed must not be loaded; what is listed may be, where the command needs it.
  expect(loaded.filter((name) => !expected.includes(name))).toEqual([]);
});

test("the entry is small", () => {
  const folder = join(root, "dist/cli");
  const main = statSync(join(folder, "main.js")).size;
  const all = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(main).toBeLessThan(80_000);
  expect(main * 20).toBeLessThan(all);
  expect(readFileSync(join(folder, "main.js"), "utf8").startsWith("#!/usr/bin/env node")).toBe(true);
  // `npx skillc` in a checkout runs the file as it is.
  expect(statSync(join(folder, "main.js")).mode & 0o111).not.toBe(0);
});
