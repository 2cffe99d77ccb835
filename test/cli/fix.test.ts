import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { skillc, withFolder } from "../helpers/command.ts";

const colon = "---\r\nname: audit\r\ndescription: Audits bills. Use when: asked.\r\n---\r\nAudit.\r\n";
const good = "---\nname: good\ndescription: Sorts imports. Use after editing a file.\n---\nSort them.\n";

function withSkills(run: (folder: string) => void): void {
  withFolder((folder) => {
    for (const [path, text] of Object.entries({ "audit/SKILL.md": colon, "good/SKILL.md": good })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    run(folder);
  });
}

const frontMatter = (text: string): unknown => parse(text.split("---")[1] ?? "");

describe("check --fix", () => {
  test("mends in place, keeps line ends, touches nothing else, and has nothing to do twice", () => {
    withSkills((folder) => {
      const before = statSync(join(folder, "good/SKILL.md")).mtimeMs;
      const first = skillc(["check", "--fix"], { cwd: folder });
      expect(first).toMatchObject({ status: 0, stderr: "mended 1 problem in 1 file\n" });
      const mended = readFileSync(join(folder, "audit/SKILL.md"), "utf8");
      expect(mended).toBe(
        colon.replace("Audits bills. Use when: asked.", '"Audits bills. Use when: asked."'),
      );
      expect(frontMatter(mended)).toEqual({ name: "audit", description: "Audits bills. Use when: asked." });
      expect(readFileSync(join(folder, "good/SKILL.md"), "utf8")).toBe(good);
      expect(statSync(join(folder, "good/SKILL.md")).mtimeMs).toBe(before);
      expect(skillc(["check", "--fix"], { cwd: folder }).stderr).toBe("mended 0 problems in 0 files\n");
    });
  });

  test("--diff shows the change and writes nothing", () => {
    withSkills((folder) => {
      const { stdout, stderr } = skillc(["check", "--diff"], { cwd: folder });
      expect(stdout).toContain('+description: "Audits bills. Use when: asked."');
      expect(stdout).toContain("--- a/audit/SKILL.md");
      expect(stderr).toBe("would mend 1 problem in 1 file\n");
      expect(readFileSync(join(folder, "audit/SKILL.md"), "utf8")).toBe(colon);
    });
  });

  test("the JSON answer stays one document", () => {
    withSkills((folder) => {
      const { stdout } = skillc(["check", "--fix", "--format", "json"], { cwd: folder });
      expect(JSON.parse(stdout)).toMatchObject({ version: 1, skills: 2, diagnostics: [] });
    });
  });
});
