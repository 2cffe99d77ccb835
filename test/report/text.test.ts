import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { span, textSource } from "../../src/report/source.ts";
import { renderCounts, renderLines, renderText } from "../../src/report/text.ts";

function at(text: string, marked: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(marked);
  const place = span(textSource("a/SKILL.md", text), start, start + marked.length);
  return { code: "name/example", severity: "error", message: "It is so.", span: place, related: [], ...more };
}

/** The source line of the first frame and the line of carets below it, without the gutter. */
function frame(diagnostic: Diagnostic): readonly [string, string] {
  const lines = renderText([diagnostic]).split("\n");
  const source = lines.findIndex((line) => /^\d+ \| /.test(line));
  const gutter = (lines[source]?.indexOf("|") ?? 0) + 2;
  return [lines[source]?.slice(gutter) ?? "", lines[source + 1]?.slice(gutter) ?? ""];
}

describe("a block", () => {
  test("is message, place, line, carets under exactly the span, related places, help", () => {
    const text = "---\nname: Big\nalso: other\n---\n";
    const other = at(text, "other");
    const rendered = renderText([
      at(text, "Big", {
        related: [{ message: "The other place.", span: other.span }],
        help: "Write `name: big`.",
      }),
    ]);
    expect(rendered).toBe(
      [
        "error[name/example]: It is so.",
        " --> a/SKILL.md:2:7",
        "  |",
        "2 | name: Big",
        "  |       ^^^",
        "  The other place.",
        " --> a/SKILL.md:3:7",
        "  |",
        "3 | also: other",
        "  |       ^^^^^",
        "  help: Write `name: big`.",
        "",
      ].join("\n"),
    );
  });

  test("has the title of a fix where there is no help", () => {
    const fix = { title: "Quote the value", safety: "safe", edits: [] } as const;
    expect(renderText([at("name: x\n", "x", { fix })])).toContain("  fix: Quote the value\n");
  });

  test("stands apart from the next by one blank line", () => {
    const one = at("name: x\n", "x");
    expect(renderText([one, one]).split("\n\n")).toHaveLength(2);
    expect(renderText([])).toBe("");
  });

  test("is coloured by the function that is given, and only by it", () => {
    const painted = renderText([at("name: x\n", "x")], (style, text) => `<${style}>${text}</${style}>`);
    expect(painted).toContain("<error>error[name/example]</error>: <strong>It is so.</strong>");
    expect(painted).toContain("<error>^</error>");
  });
});

describe("carets", () => {
  test("of several lines stand under the rest of the first", () => {
    expect(frame(at("a: |\n  b\n  c\n", "|\n  b"))).toEqual(["a: |", "   ^"]);
  });

  test("of nothing are one", () => {
    const file = textSource("a", "name: x\n");
    expect(frame({ ...at("name: x\n", "x"), span: span(file, 5, 5) })).toEqual(["name: x", "     ^"]);
  });

  test("count a tab as one blank, in the line and below it", () => {
    expect(frame(at("\tname:\tx\n", "x"))).toEqual([" name: x", "       ^"]);
  });

  test("count wide characters as two columns, and marks as none", () => {
    // 名 and 😀 are two columns each, e with an acute accent from two code points is one.
    expect(frame(at("名前: x\n", "x"))).toEqual(["名前: x", "      ^"]);
    expect(frame(at("a: 😀 x\n", "😀"))).toEqual(["a: 😀 x", "   ^^"]);
    expect(frame(at("e\u0301: x\n", "x"))).toEqual(["e\u0301: x", "   ^"]);
  });

  test("stay under their text in a long line, which is cut around it", () => {
    const text = `${"a ".repeat(400)}HERE ${"b ".repeat(400)}\n`;
    const [line, carets] = frame(at(text, "HERE"));
    expect(line.length).toBeLessThan(125);
    expect(line).toMatch(/^….*HERE.*…$/);
    expect(line.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1)).toBe("HERE");
  });

  test("are left out where there is nothing to show", () => {
    const file = textSource("a/SKILL.md", "");
    expect(renderText([{ ...at("x", "x"), span: span(file, 0, 0) }])).toBe(
      "error[name/example]: It is so.\n --> a/SKILL.md:1:1\n",
    );
  });
});

describe("hostile text", () => {
  test("cannot forge a line of the report or reach the terminal", () => {
    const message = "The name is `a\nerror[x/y]: b\u001b[31m\r\u202e\u200b`.";
    expect(renderText([at("name: x\n", "x", { message })]).split("\n")[0]).toBe(
      "error[name/example]: The name is `a␊error[x/y]: b␛[31m␍��`.",
    );
  });

  test("whatever it is, each block has its own lines only, and no control characters", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.nat(),
        fc.nat(),
        fc.string({ unit: "binary" }),
        (text, from, length, message) => {
          const file = textSource("a", text);
          const start = from % (file.text.length + 1);
          const end = Math.min(file.text.length, start + (length % 40));
          const rendered = renderText([{ ...at("x", "x"), message, span: span(file, start, end) }]);
          expect([2, 5]).toContain(rendered.trimEnd().split("\n").length);
          expect(rendered).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        },
      ),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) },
    );
  });
});

test("one line each, and counts in words", () => {
  const warning = at("name: x\n", "x", { severity: "warning" });
  expect(renderLines([warning])).toBe("warning[name/example] a/SKILL.md:1:7: It is so.\n");
  expect(renderCounts([at("x", "x"), warning, warning])).toBe("1 error, 2 warnings");
  expect(renderCounts([])).toBe("");
});
