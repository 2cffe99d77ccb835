import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { skillc, withFolder } from "../helpers/command.ts";

function skill(name: string): string {
  return `---\nname: ${name}\ndescription: Handles ${name}. Use when asked for ${name}.\n---\n# Steps\n\nDo it.\n`;
}

const files = {
  "skillc.config.yaml": "sources: [pack/skills, .claude/skills]\n",
  "pack/skills/pdf/SKILL.md": skill("pdf"),
  ".claude/skills/zip/SKILL.md": skill("zip"),
  "drafts/tax/SKILL.md": skill("tax"),
};

function withProject(run: (folder: string) => void, more: Readonly<Record<string, string>> = {}): void {
  withFolder((folder) => {
    for (const [path, text] of Object.entries({ ...files, ...more })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    run(folder);
  });
}

interface Checked {
  readonly skills: number;
  readonly diagnostics: readonly { readonly code: string; readonly file: string; readonly line: number }[];
}

function checked(cwd: string, ...paths: readonly string[]): Checked & { readonly status: number | null } {
  const { stdout, status } = skillc(["check", ...paths, "--format", "json"], { cwd });
  return { ...(JSON.parse(stdout) as Checked), status };
}

test("without paths the configured sources are read, from wherever the command runs", () => {
  withProject((folder) => {
    expect(checked(folder)).toMatchObject({ skills: 2, diagnostics: [], status: 0 });
    expect(checked(join(folder, "drafts"))).toMatchObject({ skills: 2, diagnostics: [], status: 0 });
    expect(checked(join(folder, "pack"))).toMatchObject({ skills: 2, diagnostics: [], status: 0 });
  });
});

test("paths come before the sources, which are then not judged", () => {
  withProject(
    (folder) => {
      expect(checked(folder, "drafts")).toMatchObject({ skills: 1, diagnostics: [], status: 0 });
      expect(checked(folder, ".")).toMatchObject({ skills: 3, status: 1 });
    },
    { "skillc.config.yaml": "sources: [pack/skills, gone]\n" },
  );
});

test.each([
  ["is missing", {}],
  ["is empty of skills", { "gone/README.md": "Nothing.\n" }],
])("a source that %s is an error at its line", (_, more) => {
  withProject(
    (folder) => {
      const { skills, diagnostics, status } = checked(folder);
      expect({ skills, status }).toEqual({ skills: 1, status: 1 });
      expect(diagnostics).toMatchObject([
        { code: "catalogue/empty-source", file: "skillc.config.yaml", line: 3 },
      ]);
    },
    { ...more, "skillc.config.yaml": "sources:\n  - pack/skills\n  - gone\n" },
  );
});

test("a source that no skill comes from is an error where all of them are empty, too", () => {
  withProject(
    (folder) => {
      const { skills, diagnostics, status } = checked(folder);
      expect({ skills, status }).toEqual({ skills: 0, status: 1 });
      expect(diagnostics.map(({ code }) => code)).toEqual(["catalogue/empty-source"]);
    },
    { "skillc.config.yaml": "sources: [gone]\n" },
  );
});

test("the other commands read the sources, too", () => {
  withProject((folder) => {
    const inspected = JSON.parse(skillc(["inspect", "--format", "json"], { cwd: folder }).stdout) as {
      readonly skills: readonly { readonly name: string }[];
    };
    expect(inspected.skills.map(({ name }) => name)).toEqual(["zip", "pdf"]);
    const { status } = skillc(["compile", "--target", "openai", "--out", "out"], { cwd: folder });
    expect(status).toBe(0);
    expect(
      skillc(["compile", "--target", "openai", "--out", "out", "--verify"], { cwd: folder }).status,
    ).toBe(0);
  });
});

test("the policy of a configuration above applies to the sources below", () => {
  withProject(
    (folder) => {
      const { diagnostics } = checked(join(folder, "drafts"));
      expect(diagnostics.map(({ code }) => code)).toEqual(["catalogue/missing-skill"]);
    },
    { "skillc.config.yaml": "sources: [pack/skills]\npolicy: {expected_skills: [pdf, tax]}\n" },
  );
});
