import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root, skillc, withFolder } from "../helpers/command.ts";

function project(folder: string): void {
  for (const name of ["qa", "pdf-library"])
    cpSync(join("examples", name), join(folder, "skills", name), { recursive: true });
}

const compile = ["compile", "skills", "--target", "agent-skills,openai"];

describe("inputs", () => {
  test("lists manifests, their siblings and what the options name", () => {
    withFolder((folder) => {
      project(folder);
      writeFileSync(join(folder, "agent.yml"), "name: agent\n");
      const { stdout } = skillc(["inputs", "skills", "--agent", "agent.yml"], { cwd: folder });
      const paths = stdout.trim().split("\n");
      expect(paths).toEqual(paths.toSorted());
      expect(paths).toEqual(
        expect.arrayContaining(["agent.yml", "skills/pdf-library/SKILL.md", "skills/qa/skill.yml"]),
      );
      expect(paths.some((path) => path.startsWith("skills/pdf-library/scripts/"))).toBe(true);
      for (const path of paths) expect(existsSync(join(folder, path))).toBe(true);
    });
  });
});

describe("metafile and depfile", () => {
  test("an output depends on its own skill, and an account of losses on all", () => {
    withFolder((folder) => {
      project(folder);
      const { status } = skillc([...compile, "--metafile", "build/meta.json"], { cwd: folder });
      expect(status).toBe(0);
      const { outputs, inputs } = JSON.parse(readFileSync(join(folder, "build/meta.json"), "utf8")) as {
        readonly outputs: Readonly<Record<string, { readonly inputs: readonly string[] }>>;
        readonly inputs: Readonly<Record<string, { readonly bytes: number }>>;
      };
      expect(outputs["out/openai/qa/chat.json"]?.inputs).toEqual(["skills/qa/skill.yml"]);
      expect(outputs["out/openai/loss.json"]?.inputs).toEqual(Object.keys(inputs));
      for (const path of Object.keys(outputs)) expect(existsSync(join(folder, path))).toBe(true);
      for (const [path, { bytes }] of Object.entries(inputs))
        expect(statSync(join(folder, path)).size).toBe(bytes);
    });
  });

  test("blanks, dollars and number signs are written as make reads them", () => {
    withFolder((folder) => {
      mkdirSync(join(folder, "skills"));
      cpSync("examples/qa", join(folder, "skills/a $b #c"), { recursive: true });
      skillc([...compile, "--depfile", "skills.d"], { cwd: folder });
      const text = readFileSync(join(folder, "skills.d"), "utf8");
      expect(text).toContain("out/openai/qa/chat.json: \\\n  skills/a\\ $$b\\ \\#c/skill.yml\n");
    });
  });

  const ninja = spawnSync("ninja", ["--version"]).status === 0;
  test.skipIf(!ninja)("ninja builds anew what a touched file is part of, and nothing else", () => {
    withFolder((folder) => {
      project(folder);
      const main = join(root, "dist/cli/main.js");
      const rule = (name: string): string =>
        `build out-${name}/openai/loss.json: skill skills/${name}\n  name = ${name}\n`;
      writeFileSync(
        join(folder, "build.ninja"),
        `rule skill\n  command = ${process.execPath} ${main} compile $in --target openai --out out-$name --depfile $name.d --quiet && echo $name >> built\n  depfile = $name.d\n  deps = gcc\n\n${rule("qa")}${rule("pdf-library")}`,
      );
      const run = (): readonly string[] => {
        rmSync(join(folder, "built"), { force: true });
        const { status, stdout } = spawnSync("ninja", [], { cwd: folder, encoding: "utf8" });
        expect(status, stdout).toBe(0);
        const built = join(folder, "built");
        return existsSync(built) ? readFileSync(built, "utf8").trim().split("\n").toSorted() : [];
      };
      expect(run()).toEqual(["pdf-library", "qa"]);
      expect(run()).toEqual([]);
      const touched = join(folder, "skills/qa/skill.yml");
      writeFileSync(touched, `${readFileSync(touched, "utf8")}# touched\n`);
      expect(run()).toEqual(["qa"]);
    });
  });
});

describe("outputs of earlier runs", () => {
  test("what a run no longer writes is removed, and nothing that it did not write", () => {
    withFolder((folder) => {
      project(folder);
      skillc(compile, { cwd: folder });
      writeFileSync(join(folder, "out/openai/by-hand.json"), "{}\n");
      expect(existsSync(join(folder, "out/openai/qa/chat.json"))).toBe(true);
      renameSync(join(folder, "skills/qa"), join(folder, "gone"));
      const { stdout } = skillc(compile, { cwd: folder });
      expect(stdout).toContain("removed out/openai/qa/chat.json\n");
      expect(existsSync(join(folder, "out/openai/qa"))).toBe(false);
      expect(existsSync(join(folder, "out/openai/pdf-library/chat.json"))).toBe(true);
      expect(existsSync(join(folder, "out/openai/by-hand.json"))).toBe(true);
    });
  });

  test("another target, other paths and a run with an error remove nothing", () => {
    withFolder((folder) => {
      project(folder);
      skillc(compile, { cwd: folder });
      skillc(["compile", "skills/pdf-library", "--target", "openai"], { cwd: folder });
      skillc(["compile", "skills", "--target", "agent-skills"], { cwd: folder });
      expect(existsSync(join(folder, "out/openai/qa/chat.json"))).toBe(true);
      writeFileSync(join(folder, "skills/qa/skill.yml"), "name: [\n");
      expect(skillc(compile, { cwd: folder }).status).toBe(1);
      expect(existsSync(join(folder, "out/openai/qa/chat.json"))).toBe(true);
    });
  });

  test("a list that was damaged, or that leads out of the output, removes nothing", () => {
    withFolder((folder) => {
      project(folder);
      skillc(compile, { cwd: folder });
      const list = join(folder, "out/.skillc-outputs.json");
      const runs = { "agent-skills skills": ["../agent.yml"], "openai skills": ["/etc/none"] };
      writeFileSync(join(folder, "agent.yml"), "name: agent\n");
      writeFileSync(list, JSON.stringify({ version: 1, runs }));
      expect(skillc(compile, { cwd: folder }).status).toBe(0);
      expect(existsSync(join(folder, "agent.yml"))).toBe(true);
      writeFileSync(list, "{");
      expect(skillc(compile, { cwd: folder }).status).toBe(0);
    });
  });
});
