import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { skillc, withFolder } from "../helpers/command.ts";

interface Reported {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `skillc check --format json` on a folder with these files. */
function check(
  files: Readonly<Record<string, string>>,
  prepare: (folder: string) => void = () => undefined,
): {
  readonly status: number | null;
  readonly skills: number;
  readonly found: readonly Reported[];
} {
  return withFolder((folder) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    prepare(folder);
    const { status, stdout } = skillc(["check", "--format", "json"], { cwd: folder });
    const { skills, diagnostics } = JSON.parse(stdout) as {
      skills: number;
      diagnostics: readonly Reported[];
    };
    return { status, skills, found: diagnostics };
  });
}

const good = "---\nname: good\ndescription: Sorts imports. Use after editing a file.\n---\nSort them.\n";

describe("a file that cannot be read gives one diagnostic and hides nothing", () => {
  test("front matter that is never closed", () => {
    const { status, skills, found } = check({
      "open/SKILL.md": "---\nname: open\ndescription: Reads. Use to read.\n\nThe text.\n",
      "good/SKILL.md": good,
    });
    expect(found).toMatchObject([
      {
        code: "manifest/front-matter-unterminated",
        severity: "error",
        file: "open/SKILL.md",
        line: 1,
        column: 1,
      },
    ]);
    expect({ status, skills }).toEqual({ status: 1, skills: 2 });
  });

  test("tabs in YAML", () => {
    const { status, found } = check({
      "tabs/SKILL.md":
        "---\nname: tabs\ndescription: Reads. Use to read.\nmetadata:\n\tteam: core\n---\nText.\n",
    });
    expect(found).toMatchObject([
      { code: "manifest/tab", severity: "error", file: "tabs/SKILL.md", line: 5, column: 1 },
    ]);
    expect(status).toBe(1);
  });

  test("a folder called SKILL.md", () => {
    const { status, skills, found } = check({ "good/SKILL.md": good }, (folder) => {
      mkdirSync(join(folder, "odd/SKILL.md"), { recursive: true });
    });
    expect(found).toMatchObject([
      { code: "manifest/not-a-file", severity: "error", file: "odd/SKILL.md", line: 1 },
    ]);
    expect({ status, skills }).toEqual({ status: 1, skills: 2 });
  });

  test("a link called SKILL.md that leads nowhere", () => {
    const { status, skills, found } = check({ "good/SKILL.md": good }, (folder) => {
      mkdirSync(join(folder, "odd"));
      symlinkSync("nowhere.md", join(folder, "odd/SKILL.md"));
    });
    expect(found).toMatchObject([
      { code: "manifest/not-a-file", severity: "error", file: "odd/SKILL.md", line: 1 },
    ]);
    expect({ status, skills }).toEqual({ status: 1, skills: 2 });
  });

  test("a link called SKILL.md that leads to itself, and a sibling that does", () => {
    const { status, skills, found } = check({ "good/SKILL.md": good }, (folder) => {
      mkdirSync(join(folder, "odd"));
      symlinkSync("SKILL.md", join(folder, "odd/SKILL.md"));
      symlinkSync("circle", join(folder, "good/circle"));
    });
    expect(found).toMatchObject([
      { code: "manifest/not-a-file", severity: "error", file: "odd/SKILL.md", line: 1 },
    ]);
    expect({ status, skills }).toEqual({ status: 1, skills: 2 });
  });

  test.skipIf(process.platform !== "linux")("folders whose names are no UTF-8 are two skills", () => {
    const { skills, found } = check({}, (folder) => {
      for (const last of [0xfe, 0xff]) {
        const inner = Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.of(last)]);
        mkdirSync(inner);
        writeFileSync(Buffer.concat([inner, Buffer.from("/SKILL.md")]), good);
      }
    });
    expect(skills).toBe(2);
    const files = found.filter(({ code }) => code === "name/directory").map(({ file }) => file);
    expect(files).toEqual(["bad\\xfe/SKILL.md", "bad\\xff/SKILL.md"]);
  });

  test("a folder without skills", () => {
    const { status, skills, found } = check({ "README.md": "# Nothing\n" });
    expect(found).toMatchObject([{ code: "name/no-skill", severity: "error" }]);
    expect({ status, skills }).toEqual({ status: 1, skills: 0 });
  });
});

describe("wrong usage is one line on stderr, nothing on stdout, status 2", () => {
  test.each([
    [
      "a device file that is missing",
      ["portable", "examples", "--device", "nowhere.yml"],
      /no file "nowhere\.yml"/,
    ],
    [
      "an unknown target",
      ["compile", "examples", "--target", "lambdagnt"],
      /no target "lambdagnt".*Did you mean lambdagent\?/,
    ],
    ["no target", ["compile", "examples"], /--target/],
    ["an unknown option", ["check", "--fromat", "json"], /unknown option '--fromat'.*--format/],
    ["an unknown command", ["chekc"], /unknown command 'chekc'.*check/],
    ["an unknown code", ["explain", "name/formt"], /no code "name\/formt".*name\/format/],
    ["an unknown format", ["check", "examples", "--format", "xml"], /--format.*xml/],
    ["a path that is missing", ["check", "nowhere"], /no file or folder "nowhere"/],
    ["a path below a file", ["check", "README.md/below"], /no file or folder "README\.md\/below"/],
    ["a path that no file can have", ["check", "x".repeat(5000)], /no file or folder "x+"/],
    ["a folder as a device", ["portable", "examples", "--device", "examples"], /"examples" is a folder/],
    [
      "a place where nothing can be written",
      ["compile", "examples/qa", "--target", "openai", "--out", "README.md/out"],
      /"README\.md\/out\/.*" cannot be written: ENOTDIR/,
    ],
    ["an unknown type", ["guard", "len(x) > 0", "--type", "Strr"], /no type "Strr"/],
    ["an input that is missing", ["guard", "len(x) > 0", "--input", "nowhere.txt"], /no file "nowhere\.txt"/],
  ])("%s", (_, args, message) => {
    for (const format of [[], ["--format", "json"]]) {
      const withFormat =
        args.includes("--format") || args.includes("--fromat") || args[0] === "chekc" ? [] : format;
      const { status, stdout, stderr } = skillc([...args, ...withFormat]);
      expect(stdout).toBe("");
      expect(stderr).toMatch(message);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(status).toBe(2);
    }
  });
});
