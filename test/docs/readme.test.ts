import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { targets } from "../../targets/index.ts";
import { check } from "../../src/index.ts";
import { textSource } from "../../src/report/source.ts";
import { root, skillc, withFolder } from "../helpers/command.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");

function blocks(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, body]) => body ?? "",
  );
}

describe("README", () => {
  test("every command of “What you can ask” runs, and the file system is left alone", () => {
    const commands = blocks(readme, "sh")
      .flatMap((block) => block.split("\n"))
      .filter((line) => line.startsWith("npx skillc ") && !line.includes(" compile "));
    expect(commands.length).toBeGreaterThanOrEqual(6);
    withFolder((folder) => {
      for (const command of commands) {
        const words = [...command.replace(/\s+#.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(
          ([, quoted, bare]) => quoted ?? bare ?? "",
        );
        const args = words
          .slice(2)
          .flatMap((word) =>
            word.includes("*") ? deviceFiles() : [word === "report.txt" ? "README.md" : word],
          );
        const { status, stderr } = skillc(args);
        expect(status, `${command}\n${stderr}`).toBeLessThan(2);
      }
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  test("its skill has no problems", async () => {
    const skill = blocks(readme, "yaml")[0] ?? "";
    const { diagnostics } = await check([textSource("release-notes/skill.yml", skill)]);
    expect(diagnostics).toEqual([]);
  });

  test("its links lead somewhere", () => {
    for (const [, path = ""] of readme.matchAll(/\]\(([^)#]+)\)/g)) {
      if (!path.startsWith("http")) expect(readFileSync(join(root, path)).length, path).toBeGreaterThan(0);
    }
  });
});

function deviceFiles(): readonly string[] {
  return readdirSync(join(root, "examples/devices")).map((name) => `examples/devices/${name}`);
}

describe("targets", () => {
  test.each(targets.map(({ name }) => name))(
    "%s has a page with an example, and a line in README",
    (name) => {
      const page = readFileSync(join(root, `targets/${name}/README.md`), "utf8");
      expect(page).toContain(`--target ${name}`);
      expect(page).toMatch(/^```/m);
      expect(readme).toContain(`| \`${name}\` |`);
    },
  );

  test("every folder is listed", () => {
    const folders = readdirSync(join(root, "targets"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(targets.map(({ name }) => name).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });
});

test("the examples' manifests are YAML that every parser reads", () => {
  for (const entry of readdirSync(join(root, "examples"), { recursive: true, withFileTypes: true })) {
    if (/\.ya?ml$/.test(entry.name))
      expect(parse(readFileSync(join(entry.parentPath, entry.name), "utf8"))).toBeTypeOf("object");
  }
});
