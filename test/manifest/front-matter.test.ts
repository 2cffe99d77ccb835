import { describe, expect, test } from "vitest";
import { splitFrontMatter } from "../../src/manifest/front-matter.ts";
import { textOf, textSource } from "../../src/report/source.ts";

const keys = "name: pdf\ndescription: Fills in forms.\n";

function split(text: string): {
  readonly yaml: string | undefined;
  readonly body: string;
  readonly found: readonly (readonly [string, string])[];
} {
  const file = textSource("pdf/SKILL.md", text);
  const { value, diagnostics } = splitFrontMatter(file);
  const cut = ({ start, end }: { readonly start: number; readonly end: number }): string =>
    file.text.slice(start, end);
  return {
    yaml: value.yaml && cut(value.yaml),
    body: cut(value.body),
    found: diagnostics.map(({ code, span }) => [code.replace("manifest/front-matter-", ""), textOf(span)]),
  };
}

describe("the front matter is what stands between the first two fences", () => {
  test.each([
    ["LF", `---\n${keys}---\nBody\n`, keys, "Body\n"],
    ["CR LF", "---\r\nname: pdf\r\n---\r\nBody\r\n", "name: pdf\r\n", "Body\r\n"],
    ["lone CR", "---\rname: pdf\r---\rBody\r", "name: pdf\r", "Body\r"],
    ["nothing between", "---\n---\nBody", "", "Body"],
    ["nothing after", `---\n${keys}---`, keys, ""],
    ["blanks behind the fences", `---  \n${keys}---\t\nBody`, keys, "Body"],
    ["a rule in the body", `---\n${keys}---\nA\n\n---\n\nB\n`, keys, "A\n\n---\n\nB\n"],
    [
      "an indented fence in a value",
      "---\nd: |\n  a\n  ---\n  b\n---\nBody",
      "d: |\n  a\n  ---\n  b\n",
      "Body",
    ],
    ["a longer dash line", "---\na: b\n----\nc: d\n---\nBody", "a: b\n----\nc: d\n", "Body"],
    ["a byte order mark", `\ufeff---\n${keys}---\nBody`, keys, "Body"],
  ])("%s", (_, text, yaml, body) => {
    expect(split(text)).toEqual({ yaml, body, found: [] });
  });
});

describe("text before the opening fence is one error over all of it", () => {
  test.each([
    ["a blank line", "\n"],
    ["a comment", "<!-- Copyright -->\n"],
    ["a heading and a blank line", "# PDF\n\n"],
    ["a byte order mark and a blank line", "\ufeff\n"],
  ])("%s", (_, before) => {
    expect(split(`${before}---\n${keys}---\nBody`)).toEqual({
      yaml: keys,
      body: "Body",
      found: [["late", before]],
    });
  });

  test("and so is a missing closing fence behind it", () => {
    expect(split(`\n---\n${keys}`)).toEqual({
      yaml: keys,
      body: "",
      found: [
        ["late", "\n"],
        ["unterminated", "---"],
      ],
    });
  });
});

describe("no front matter: the first line is marked and all of the file is the body", () => {
  test.each([
    ["an empty file", "", ""],
    ["a heading", "# PDF\n\nBody\n", "# PDF"],
    ["prose before a fence", `Hello.\n---\n${keys}---\n`, "Hello."],
    ["a heading before a rule of Markdown", "# PDF\n---\nBody of the text\n", "# PDF"],
    ["a fence further down than twenty lines", `${"\n".repeat(20)}---\n${keys}---\n`, ""],
    ["too many dashes", `----\n${keys}----\n`, "----"],
    ["TOML", '+++\nname = "pdf"\n+++\n', "+++"],
  ])("%s", (_, text, caret) => {
    expect(split(text)).toEqual({ yaml: undefined, body: text, found: [["missing", caret]] });
  });
});

describe("without a closing fence, the lines that look like keys are the front matter", () => {
  test.each([
    ["a body in prose", `---\n${keys}Do it.\n`, keys, "Do it.\n"],
    ["a body with a heading", `---\n${keys}\n# PDF\nDo it.\n`, `${keys}\n`, "# PDF\nDo it.\n"],
    ["nothing else", `---\n${keys}`, keys, ""],
    ["the end of a YAML document", `---\n${keys}...\nBody\n`, keys, "Body\n"],
    ["a dash too many", `---\n${keys}----\nBody\n`, keys, "Body\n"],
    [
      "a continued value",
      "---\ndescription: Fills\n  in forms.\nBody\n",
      "description: Fills\n  in forms.\n",
      "Body\n",
    ],
    ["a comment of YAML", "---\n# why\nname: pdf\nBody\n", "# why\nname: pdf\n", "Body\n"],
    ["only the fence", "---\n", "", ""],
    ["only the fence, without a line end", "---", "", ""],
  ])("%s", (_, text, yaml, body) => {
    expect(split(text)).toEqual({ yaml, body, found: [["unterminated", "---"]] });
  });
});
