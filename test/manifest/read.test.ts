import { describe, expect, test } from "vitest";
import { groupSkills } from "../../src/manifest/discover.ts";
import type { SkillManifest } from "../../src/manifest/manifest.ts";
import { dataOf } from "../../src/manifest/node.ts";
import { readSkill } from "../../src/manifest/read.ts";
import type { Checked } from "../../src/report/diagnostic.ts";
import { sourceFile, textOf, textSource } from "../../src/report/source.ts";
import type { SourceFile } from "../../src/report/source.ts";

function read(...files: readonly SourceFile[]): Checked<SkillManifest> {
  const [source] = groupSkills(files);
  if (source === undefined) throw new Error("no skill among the files");
  return readSkill(source);
}

function readText(text: string): Checked<SkillManifest> {
  return read(textSource("pdf/SKILL.md", text));
}

function codes({ diagnostics }: Checked<unknown>): readonly string[] {
  return diagnostics.map(({ severity, code }) => `${severity} ${code}`);
}

const fields = { name: "pdf", description: "Fills in forms." };
const lines = "name: pdf\ndescription: Fills in forms.";

describe("front matter and body are told apart", () => {
  test.each([
    ["LF", `---\n${lines}\n---\nBody\n`, "Body\n"],
    ["CR LF", `---\n${lines}\n---\nBody\n`.replaceAll("\n", "\r\n"), "Body\r\n"],
    ["blanks after the fences", `--- \n${lines}\n---\t\nBody\n`, "Body\n"],
    ["no body", `---\n${lines}\n---`, ""],
    ["a body with a rule in it", `---\n${lines}\n---\nA\n\n---\nB`, "A\n\n---\nB"],
  ])("%s", (_, text, body) => {
    const result = readText(text);
    expect(result.diagnostics).toEqual([]);
    expect(result.value.frontMatter && dataOf(result.value.frontMatter)).toEqual(fields);
    expect(result.value.body?.text).toBe(body);
    expect(result.value.body && textOf(result.value.body.span)).toBe(body);
  });

  test("three hyphens inside a value close nothing", () => {
    const result = readText("---\nname: pdf\ndescription: Before --- after\n---\nBody");
    expect(result.value.frontMatter && dataOf(result.value.frontMatter)).toEqual({
      name: "pdf",
      description: "Before --- after",
    });
  });

  test("an indented fence closes nothing", () => {
    const result = readText("---\nname: pdf\ndescription: |\n  top\n  ---\n  rest\n---\nBody");
    expect(result.value.frontMatter && dataOf(result.value.frontMatter)).toEqual({
      name: "pdf",
      description: "top\n---\nrest\n",
    });
  });
});

describe("a file that is not as it should be gives one diagnostic, and the rest is read", () => {
  test("no front matter: the whole file is the body", () => {
    const result = readText("# Title\n\nBody\n");
    expect(codes(result)).toEqual(["error manifest/front-matter-missing"]);
    expect(result.diagnostics.map(({ span }) => textOf(span))).toEqual(["# Title"]);
    expect(result.value.frontMatter).toBeUndefined();
    expect(result.value.body?.text).toBe("# Title\n\nBody\n");
  });

  test("an empty file", () => {
    expect(codes(readText(""))).toEqual(["error manifest/front-matter-missing"]);
  });

  test("front matter that is not closed is reported where it opens", () => {
    const result = readText(`---\n${lines}\n`);
    expect(codes(result)).toEqual(["error manifest/front-matter-unterminated"]);
    expect(result.diagnostics.map(({ span }) => [span.start, textOf(span)])).toEqual([[0, "---"]]);
    expect(result.value.frontMatter && dataOf(result.value.frontMatter)).toEqual(fields);
  });

  test("a comment before the opening fence", () => {
    const result = readText(`<!-- (c) -->\n---\n${lines}\n---\nBody`);
    expect(codes(result)).toEqual(["error manifest/front-matter-late"]);
    expect(result.value.frontMatter && dataOf(result.value.frontMatter)).toEqual(fields);
  });

  test("a byte order mark, which the fix removes", () => {
    const result = readText(`\ufeff---\n${lines}\n---\nBody`);
    expect(codes(result)).toEqual(["warning manifest/byte-order-mark"]);
    expect(result.value.frontMatter && dataOf(result.value.frontMatter)).toEqual(fields);
    const [edit] = result.diagnostics[0]?.fix?.edits ?? [];
    expect([edit?.span.start, edit?.span.end, edit?.replacement]).toEqual([0, 1, ""]);
  });

  test("bytes that are not UTF-8", () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode("---\nname: caf"), 0xe9, 10, 45, 45, 45, 10]);
    const result = read(sourceFile({ path: "pdf/SKILL.md", bytes }));
    expect(codes(result)).toEqual(["error manifest/encoding"]);
    expect(result.diagnostics[0]?.span.start).toBe("---\nname: caf".length);
  });

  test("UTF-16 is read all the same", () => {
    const text = `\ufeff---\n${lines}\n---\nBody`;
    const bytes = new Uint8Array(new Uint16Array([...text].map((char) => char.charCodeAt(0))).buffer);
    const result = read(sourceFile({ path: "pdf/SKILL.md", bytes }));
    expect(codes(result)).toEqual(["error manifest/encoding"]);
    expect(result.value.frontMatter && dataOf(result.value.frontMatter)).toEqual(fields);
  });

  test("NUL in a value is reported at its place", () => {
    const result = readText("---\nname: pdf\ndescription: a\0b\n---\nBody");
    expect(codes(result)).toEqual(["error manifest/control-character"]);
    expect(result.diagnostics.map(({ span }) => textOf(span))).toEqual(["\0"]);
  });

  test.each(["directory", "link", "unreadable"] as const)("SKILL.md is a %s", (kind) => {
    const result = read(sourceFile({ path: "pdf/SKILL.md", kind }), textSource("pdf/a.txt", "x"));
    expect(codes(result)).toEqual(["error manifest/not-a-file"]);
    expect(result.value.source.folder).toBe("pdf");
  });

  test.each(["skill.md", "Skill.md", "SKILL.MD"])("%s is read, with a warning", (name) => {
    const result = read(textSource(`pdf/${name}`, `---\n${lines}\n---\nBody`));
    expect(codes(result)).toEqual(["warning manifest/file-name"]);
    expect(result.diagnostics[0]?.message).toContain(`\`${name}\``);
    expect(result.value.frontMatter && dataOf(result.value.frontMatter)).toEqual(fields);
  });
});

describe("SKILL.md and the contract beside it", () => {
  const skillMd = textSource("pdf/SKILL.md", `---\n${lines}\n---\nBody`);

  test("agree", () => {
    const result = read(skillMd, textSource("pdf/skill.yml", "name: pdf\nversion: 1.0\n"));
    expect(result.diagnostics).toEqual([]);
    expect(result.value.file.path).toBe("pdf/SKILL.md");
  });

  test("differ: an error that shows both places", () => {
    const result = read(skillMd, textSource("pdf/skill.yml", "name: pdf-forms\n"));
    expect(codes(result)).toEqual(["error manifest/clash"]);
    const [clash] = result.diagnostics;
    const places = [clash?.span, clash?.related[0]?.span].map((span) => [
      span?.file.path,
      span && textOf(span),
    ]);
    expect(places).toEqual([
      ["pdf/skill.yml", "pdf-forms"],
      ["pdf/SKILL.md", "pdf"],
    ]);
  });
});
