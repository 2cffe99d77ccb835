import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { targets } from "../../targets/index.ts";
import { loadFile, loadSkills, readSibling } from "../../src/cli/load.ts";
import { compile } from "../../src/compile.ts";
import { rules } from "../../src/rules/index.ts";
import { lossFile } from "../../src/target/loss.ts";
import { root, skillc, withFolder } from "../helpers/command.ts";

// Every example for every target. UPDATE_GOLDEN=1 writes the files anew; read the difference before you commit it.
const golden = join(root, "test/golden/examples");

test("emitted files are the golden ones, and no golden file is left over", async () => {
  process.chdir(root);
  const { files, losses } = await compile(loadSkills(["examples"]).files, {
    agent: loadFile("examples/agent.yml"),
    read: readSibling,
    rules,
    knownTargets: targets,
    targets,
  });
  // A file that is copied from the source has its golden form there.
  const written = files.filter(({ copyOf }) => copyOf === undefined);
  const emitted = new Map(written.map(({ target, path, text }) => [`${target}/${path}`, text]));
  for (const target of targets) emitted.set(`${target.name}/loss.json`, lossFile(target, losses).text);
  if (process.env["UPDATE_GOLDEN"] !== undefined) {
    rmSync(golden, { recursive: true, force: true });
    for (const [path, text] of emitted) {
      mkdirSync(dirname(join(golden, path)), { recursive: true });
      writeFileSync(join(golden, path), text);
    }
  }
  expect(existsSync(golden), "test/golden/examples").toBe(true);
  const stored = readdirSync(golden, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(golden, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  expect(stored.toSorted()).toEqual([...emitted.keys()].toSorted());
  for (const [path, text] of emitted) expect(readFileSync(join(golden, path), "utf8"), path).toBe(text);
});

test("the command writes the same files, for every target", () => {
  withFolder((out) => {
    const names = targets.map(({ name }) => name).join();
    const args = ["compile", "examples", "--agent", "examples/agent.yml", "--target", names, "--out", out];
    const { status, stderr } = skillc(args);
    expect(status, stderr).toBe(0);
    const stored = readdirSync(golden, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(stored.length).toBeGreaterThan(100);
    for (const entry of stored) {
      const path = relative(golden, join(entry.parentPath, entry.name));
      expect(readFileSync(join(out, path), "utf8"), path).toBe(readFileSync(join(golden, path), "utf8"));
    }
  });
});

test("the order of files does not matter", async () => {
  process.chdir(root);
  const options = { read: readSibling, rules, knownTargets: targets, targets };
  const { files } = loadSkills(["examples"]);
  const forwards = await compile(files, options);
  const backwards = await compile(files.toReversed(), options);
  expect(backwards.files).toEqual(forwards.files);
  expect(backwards.analysis.diagnostics).toEqual(forwards.analysis.diagnostics);
});
