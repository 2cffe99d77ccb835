import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, withFolder } from "../helpers/command.ts";

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    timeout: 240_000,
    env: { ...process.env, NO_COLOR: "1" },
  });
  expect(status, `${command} ${args.join(" ")}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

test("the package works where it is installed", { timeout: 300_000 }, () => {
  withFolder((folder) => {
    run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root);
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    const app = join(folder, "app");
    mkdirSync(app);
    run("npm", ["init", "-y"], app);
    run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", join(folder, tarball)], app);
    cpSync(join(root, "examples"), join(app, "examples"), { recursive: true });
    expect(run("npx", ["skillc", "check", "examples"], app)).toContain("7 skills: 3 warnings");
    expect(
      run(
        "npx",
        ["skillc", "compile", "examples", "--target", "lambdagent,cangjie,openai", "--out", "out"],
        app,
      ),
    ).toContain("wrote out/lambdagent/qa/qa.py");
    const script = `
      import { check, compile, guard, sourceFile, subtype } from "skillc";
      const bytes = new TextEncoder().encode("---\\nname: hello\\ndescription: Says hello. Use to greet.\\n---\\nSay hello.\\n");
      const files = [sourceFile({ path: "hello/SKILL.md", bytes })];
      const { diagnostics, skills } = await check(files);
      const { files: emitted } = await compile(files, { targets: ["openai"] });
      console.log(skills, diagnostics.length, emitted.length, guard("'hello' in x.lower()").test("Hello"), subtype({ type: "integer" }, { type: "number" }).verdict);
    `;
    expect(run(process.execPath, ["--input-type=module", "-e", script], app)).toBe("1 0 2 true yes\n");
  });
});
