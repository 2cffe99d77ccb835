import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../helpers/command.ts";

// The entry reads each chunk that a run needs; this prints their names.
const hook = `data:text/javascript,${encodeURIComponent(
  "import fs from 'node:fs'; const read = fs.readFileSync; fs.readFileSync = (path, ...rest) => { if (/\\.js$/.test(path)) console.error('LOADED ' + path.split(/[\\\\/]/).pop()); return read(path, ...rest); };",
)}`;

function chunksOf(args: readonly string[]): readonly string[] {
  const { stderr } = spawnSync(process.execPath, ["--import", hook, "dist/cli/main.js", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  const loaded = [...stderr.matchAll(/^LOADED ([a-z0-9]+)-/gm)].map(([, name]) => name ?? "");
  expect(loaded).toContain("program");
  return loaded;
}

const heavy = ["chevrotain", "clients", "prettier", "targets", "tokenizer", "yaml"];

test.each([
  [["--version"], []],
  [["check", "test/cli/fixtures/mixed/good"], []],
  [
    ["check", "test/cli/fixtures/mixed/good", "--device", "examples/devices/phone.yml"],
    ["targets", "yaml"],
  ],
  [
    ["check", "test/cli/fixtures/mixed/good", "--client", "all"],
    ["clients", "tokenizer", "yaml"],
  ],
  [
    ["check", "examples/assignment-grader"],
    ["chevrotain", "yaml"],
  ],
  [
    ["compile", "test/cli/fixtures/mixed/good", "--target", "openai", "--out", "out/none", "--verify"],
    ["prettier", "targets"],
  ],
  [
    ["sync", "test/cli/fixtures/mixed/good", "--to", "out/none", "--dry-run"],
    ["clients", "targets", "tokenizer", "yaml"],
  ],
  [
    ["serve", "test/cli/fixtures/mixed/good", "--stdio"],
    ["targets", "yaml"],
  ],
  [["inspect", "test/cli/fixtures/mixed/good"], ["tokenizer"]],
  [["guard", "len(x) > 0"], ["chevrotain"]],
])("skillc %j loads %j", (args, expected) => {
  const loaded = chunksOf(args).filter((name) => heavy.includes(name));
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
