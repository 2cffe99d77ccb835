import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { skillc, withFolder } from "../helpers/command.ts";

const files = {
  "skillc.config.yaml":
    "agent: settings/agent.yml\ndevices: [settings/watch.yml]\ntools: settings/tools.yml\n",
  "settings/agent.yml": "name: librarian\nmodel: claude-opus-4-20250514\nskills: [find-book]\n",
  "settings/watch.yml": "name: wrist\ntarget: openai\neffect: io\ntools: {Shelf: shelf}\n",
  "settings/phone.yml": "name: pocket\ntarget: openai\neffect: io\ntools: {}\n",
  "settings/tools.yml": "Shelf: {capabilities: [kb.read], risk: low}\n",
  "skills/find-book/skill.yml":
    "name: find-book\ndescription: Finds books. Use when a book is asked for.\nprompt: Find it.\nrequires: {tools: [Shelf]}\n",
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

interface Inspected {
  readonly skills: readonly { readonly effect: { readonly io: readonly string[] } }[];
  readonly agent?: { readonly name: string };
}
interface Judged {
  readonly results: readonly {
    readonly device: string;
    readonly gaps: readonly { readonly kind: string }[];
  }[];
}

test("the nearest configuration above names agent, devices and tools, relative to itself", () => {
  withProject((folder) => {
    const below = { cwd: join(folder, "skills/find-book") };
    const { skills, agent } = JSON.parse(skillc(["inspect", "--format", "json"], below).stdout) as Inspected;
    expect(agent?.name).toBe("librarian");
    expect(skills[0]?.effect.io).toEqual(["kb.read"]);
    const { results } = JSON.parse(skillc(["portable", "--format", "json"], below).stdout) as Judged;
    expect(results.map(({ device }) => device)).toEqual(expect.arrayContaining(["wrist"]));
  });
});

test("an option comes before the same key, and is relative to the working directory", () => {
  withProject((folder) => {
    const args = ["portable", "--device", "../settings/phone.yml", "--format", "json"];
    const { results } = JSON.parse(skillc(args, { cwd: join(folder, "skills") }).stdout) as Judged;
    expect([...new Set(results.map(({ device }) => device))]).toEqual(["pocket"]);
    expect(results[0]?.gaps.map(({ kind }) => kind)).toContain("tool");
  });
});

test("a nearer configuration hides the one above", () => {
  withProject(
    (folder) => {
      const { stdout } = skillc(["inspect", "--format", "json"], { cwd: join(folder, "skills") });
      expect((JSON.parse(stdout) as Inspected).agent).toBeUndefined();
    },
    { "skills/skillc.config.yaml": "tools: ../settings/tools.yml\n" },
  );
});

test("a file that the configuration names and that is missing is wrong usage", () => {
  withProject(
    (folder) => {
      const { status, stdout, stderr } = skillc(["check"], { cwd: join(folder, "skills") });
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^skillc: there is no file ".*nowhere\.yml"\n$/);
    },
    { "skills/skillc.config.yaml": "agent: nowhere.yml\n" },
  );
});
