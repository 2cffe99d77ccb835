import { describe, expect, test } from "vitest";
import { dataOf } from "../../src/manifest/node.ts";
import { parseYaml } from "../../src/manifest/yaml.ts";
import { textOf, textSource } from "../../src/report/source.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";

function parse(text: string): {
  readonly data: unknown;
  readonly diagnostics: readonly Diagnostic[];
  readonly codes: readonly string[];
} {
  const { value, diagnostics } = parseYaml(textSource("skill.yml", text), 0, text.length);
  return {
    data: value === undefined ? undefined : dataOf(value),
    diagnostics,
    codes: diagnostics.map(({ severity, code }) => `${severity} ${code}`),
  };
}

function applyFix(text: string, diagnostics: readonly Diagnostic[]): string {
  const edits = diagnostics[0]?.fix?.edits ?? [];
  expect(edits.length).toBeGreaterThan(0);
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (out, { span, replacement }) => out.slice(0, span.start) + replacement + out.slice(span.end),
      text,
    );
}

describe("values are read by the core schema of YAML 1.2, and their text is kept", () => {
  test.each([
    ["version: 1.10", 1.1, "1.10"],
    ["version: 0o14", 12, "0o14"],
    ["version: yes", "yes", "yes"],
    ["version: ~", null, "~"],
    ["version: 2026-12-01", "2026-12-01", "2026-12-01"],
    ["version: 'it''s'", "it's", "it's"],
    ['version: "a\\tb"', "a\tb", "a\tb"],
    ["version: >-\n  a\n  b\n", "a b", "a b"],
  ])("%s", (written, value, text) => {
    const file = textSource("skill.yml", written);
    const root = parseYaml(file, 0, written.length).value;
    const node = root?.kind === "map" ? root.entries[0]?.value : undefined;
    expect(node?.kind === "scalar" ? [node.value, node.text] : undefined).toEqual([value, text]);
  });
});

describe("a value that needs quotes is one error, is read as it is meant, and the fix keeps its text", () => {
  test.each([
    ["a colon", "Use when: the user asks", "manifest/unquoted-colon", ":"],
    ["a colon at the end", "Steps:", "manifest/unquoted-colon", ":"],
  ])("%s", (_, value, code, at) => {
    const text = `name: pdf\ndescription: ${value}\nlicense: MIT\n`;
    const { data, diagnostics, codes } = parse(text);
    expect(codes).toEqual([`error ${code}`]);
    expect(diagnostics.map(({ span }) => textOf(span))).toEqual([at]);
    expect(data).toEqual({ name: "pdf", description: value, license: "MIT" });
    expect(diagnostics[0]?.fix?.safety).toBe("safe");
    expect(parse(applyFix(text, diagnostics))).toEqual({
      data: { name: "pdf", description: value, license: "MIT" },
      diagnostics: [],
      codes: [],
    });
  });

  test.each(["[BETA] tidies imports", "@reviewer style check", "`x` does it", "%done", "*x y"])(
    "%s",
    (value) => {
      const text = `name: pdf\ndescription: ${value}\n`;
      const { data, diagnostics, codes } = parse(text);
      expect(codes).toHaveLength(1);
      expect(codes[0]).toMatch(/^error manifest\//);
      expect(data).toEqual({ name: "pdf", description: value });
      expect(parse(applyFix(text, diagnostics)).data).toEqual({ name: "pdf", description: value });
    },
  );
});

describe("mistakes that no fix mends are one error each, and the other keys are still read", () => {
  test.each([
    ["an open quote", 'name: pdf\ndescription: "Fills in\nlicense: MIT\n', { name: "pdf", license: "MIT" }],
    ["text after a quote", 'name: pdf\nversion: "1" x\nlicense: MIT\n', { name: "pdf", license: "MIT" }],
    ["an unknown escape", 'name: pdf\nversion: "C:\\Users"\nlicense: MIT\n', { name: "pdf", license: "MIT" }],
    [
      "a tab as indentation",
      "name: pdf\nmetadata:\n\tteam: core\nlicense: MIT\n",
      { name: "pdf", license: "MIT" },
    ],
    ["no colon", "name: pdf\nlicence MIT\nlicense: MIT\n", { name: "pdf", license: "MIT" }],
    ["an open bracket", "name: pdf\ntags: [a, b\nlicense: MIT\n", { name: "pdf", license: "MIT" }],
  ])("%s", (_, text, kept) => {
    const { data, codes } = parse(text);
    expect(codes).toHaveLength(1);
    expect(codes[0]).toMatch(/^error manifest\//);
    expect(data).toMatchObject(kept);
  });

  test("a tab has a code of its own", () => {
    expect(parse("name: pdf\nmetadata:\n\tteam: core\n").codes).toEqual(["error manifest/tab"]);
  });
});

describe("what is YAML but not read alike", () => {
  test("two equal keys, quoted or not, are an error that shows both; the last counts", () => {
    const { data, diagnostics, codes } = parse('name: a\n"name": b\n');
    expect(codes).toEqual(["error manifest/duplicate-key"]);
    expect(
      diagnostics.map(({ span, related }) => [textOf(span), related.map((one) => textOf(one.span))]),
    ).toEqual([['"name"', ["name"]]]);
    expect(data).toEqual({ name: "b" });
  });

  test.each(["name: &n pdf\nlicense: MIT\n", "name: pdf\nmetadata:\n  <<: {a: b}\n", "name: !t pdf\n"])(
    "%s",
    (text) => {
      const { codes } = parse(text);
      expect(codes).toEqual(["warning manifest/not-portable-yaml"]);
    },
  );

  test("an alias stands for its anchor", () => {
    expect(parse("name: &n pdf\nid: *n\n").data).toEqual({ name: "pdf", id: "pdf" });
  });

  test("a comment that cuts a description shows what is lost", () => {
    const { data, diagnostics, codes } = parse("description: Explains C # and F # code\n");
    expect(codes).toEqual(["warning manifest/comment-cuts-value"]);
    expect(diagnostics.map(({ span }) => textOf(span))).toEqual(["# and F # code"]);
    expect(data).toEqual({ description: "Explains C" });
  });

  test("a comment behind one word is a comment", () => {
    expect(parse("license: MIT # or ISC\n").diagnostics).toEqual([]);
  });
});

// Without a bound the aliases alone stand for 10^10 values, which no time limit of a test allows.
test("nesting and aliases without end are read in bounded time", { timeout: 10_000 }, () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [i, name] of [..."bcdefghij"].entries()) {
    const before = "abcdefghij".charAt(i);
    bomb.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(",")}]`);
  }
  for (const text of [
    `${bomb.join("\n")}\n`,
    `a: ${"[".repeat(5000)}`,
    "a: &a [*a]\n",
    `${"- ".repeat(5000)}x`,
  ]) {
    expect(parse(text).diagnostics.length).toBeGreaterThan(0);
  }
});
