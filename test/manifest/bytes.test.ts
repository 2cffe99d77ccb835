import { describe, expect, test } from "vitest";
import type { Analysis } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import { dataOf } from "../../src/manifest/node.ts";
import type { SourceKind } from "../../src/report/source.ts";
import { sourceFile, textOf } from "../../src/report/source.ts";
import { manifestFlowCollection } from "../../src/rules/manifest/flow-collection.ts";
import { manifestKeys } from "../../src/rules/manifest/keys.ts";
import { manifestYaml11 } from "../../src/rules/manifest/yaml-1-1.ts";

/** The reader, and the rules about the forms of YAML. */
const rules = [manifestFlowCollection, manifestKeys, manifestYaml11];

function readBytes(bytes: Uint8Array, path = "pdf/SKILL.md"): Promise<Analysis> {
  return check([sourceFile({ path, bytes })], { rules, knownTargets: [] });
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function found(bytes: Uint8Array, path?: string): Promise<readonly (readonly [string, string])[]> {
  const { diagnostics } = await readBytes(bytes, path);
  return diagnostics.map(({ code, span }) => [code, textOf(span)]);
}

/** A line between name and description, so that both show that reading went on. */
const between = (line: string, body = "Do it.\n"): string =>
  `---\nname: pdf\n${line}\ndescription: Fills in forms.\n---\n${body}`;
const fine = between("license: MIT");

/** The label, the text, and the code and the text under the caret of the one diagnostic. */
const cases: readonly (readonly [label: string, text: string, code: string, caret: string])[] = [
  ["byte order mark", `\ufeff${fine}`, "manifest/byte-order-mark", "\ufeff"],
  ["mixed line ends", fine.replace("MIT\n", "MIT\r\n"), "manifest/line-ends", "\r\n"],
  ["mixed line ends in the body", `${fine}More.\r\n`, "manifest/line-ends", "\r\n"],
  ["lone CR in the body", `${fine}a\rb\n`, "manifest/carriage-return", "\r"],
  ["lone CR between keys", fine.replace("MIT\n", "MIT\r"), "manifest/carriage-return", "\r"],
  ["NUL in a value", between("license: M\0T"), "manifest/control-character", "\0"],
  ["escape character in a value", between("license: \u001b[1mMIT"), "manifest/control-character", "\u001b"],
  ["control character in the body", `${fine}a\u0007b\n`, "manifest/control-character", "\u0007"],
  ["--- inside a value", between("license: MIT --- or not"), "manifest/inner-fence", "---"],
  ["--- in a quoted value", between('license: "MIT --- or not"'), "manifest/inner-fence", "---"],
  ["indented --- in a block", between("license: |\n  top\n  ---\n  rest"), "manifest/inner-fence", "---"],
  ["--- in a comment", between("# --- about ---"), "manifest/inner-fence", "---"],
  ["text before the fence", `# Title\n${fine}`, "manifest/front-matter-late", "# Title\n"],
  ["a comment before the fence", `<!-- (c) -->\n${fine}`, "manifest/front-matter-late", "<!-- (c) -->\n"],
  ["a blank line before the fence", `\n${fine}`, "manifest/front-matter-late", "\n"],
  ["closed by dots", fine.replace(/---\nDo/, "...\nDo"), "manifest/front-matter-unterminated", "---"],
  [
    "closed by four hyphens",
    fine.replace(/---\nDo/, "----\nDo"),
    "manifest/front-matter-unterminated",
    "---",
  ],
  ["never closed", fine.replace(/---\nDo/, "\n# Do"), "manifest/front-matter-unterminated", "---"],
  [
    "two documents",
    between("license: MIT").replace("---\nDo", "...\nx: y\n---\nDo"),
    "manifest/several-documents",
    "x: y",
  ],
  ["duplicate keys", between("license: MIT\nlicense: ISC"), "manifest/duplicate-key", "license"],
  [
    "duplicate keys, one quoted",
    between('license: MIT\n"license": ISC'),
    "manifest/duplicate-key",
    '"license"',
  ],
  ["anchor and alias", between("license: &l MIT\nversion: *l"), "manifest/not-portable-yaml", "&l"],
  ["merge key", between("a: &a\n  b: c\nmetadata:\n  <<: *a"), "manifest/not-portable-yaml", "&a"],
  ["tag", between("license: !!str MIT"), "manifest/not-portable-yaml", "!!str"],
  ["anchor that takes a word", between("license: &fast builds for all"), "manifest/lost-word", "&fast"],
  ["tag that takes a word", between("license: !note on builds"), "manifest/lost-word", "!note"],
  ["tab in the indentation", between("metadata:\n\tteam: core"), "manifest/tab", "\t"],
  ["tab after a colon", between("license:\tMIT"), "manifest/tab-after-colon", "\t"],
  [
    "# that cuts a value",
    between("license: Explains C # and F # code"),
    "manifest/comment-cuts-value",
    "# and F # code",
  ],
  ["word of YAML 1.1", between("license: off"), "manifest/yaml-1-1", "off"],
  ["date of YAML 1.1", between("metadata:\n  updated: 2026-03-04"), "manifest/yaml-1-1", "2026-03-04"],
  ["list in brackets", between("keywords: [forms]"), "manifest/flow-collection", "["],
  ["mapping in braces", between("metadata: {team: core}"), "manifest/flow-collection", "{"],
  ["unquoted colon", between("license: MIT: or not"), "manifest/unquoted-colon", ":"],
  ["unclosed quote", between('license: "MIT'), "manifest/unclosed-quote", '"MIT'],
  ["number for a text", between("compatibility: 7"), "manifest/wrong-type", "7"],
];

describe("one byte-level mistake has one diagnostic at its place, and the rest of the skill is read", () => {
  test.each(cases)("%s", async (_label, text, code, caret) => {
    expect(await found(utf8(text))).toEqual([[code, caret]]);
    const { subjects } = await readBytes(utf8(text));
    const { frontMatter, body } = subjects[0]?.manifest ?? {};
    expect(frontMatter && dataOf(frontMatter)).toMatchObject({
      name: "pdf",
      description: "Fills in forms.",
    });
    expect(body?.text).toMatch(/Do it|a.b|Do/s);
  });

  test("of two lone carriage returns the first is marked, and a fix takes both", async () => {
    const { diagnostics } = await readBytes(utf8(`${fine}a\rb\rc\n`));
    expect(diagnostics.map(({ fix }) => fix?.edits.length)).toEqual([2]);
  });
});

describe("what is no mistake stays without a word", () => {
  test.each([
    ["LF", fine],
    ["CR LF throughout", fine.replaceAll("\n", "\r\n")],
    ["spaces after the fences", fine.replaceAll("---\n", "---  \n")],
    ["--- in the body", `${fine}\n---\n\nMore --- text.\n`],
    ["no line end after the closing fence", "---\nname: pdf\ndescription: Fills in forms.\n---"],
    ["a folded block", between("license: >-\n  MIT or\n  ISC")],
    ["a wrapped plain value", between("license: MIT or\n  ISC")],
    ["a comment line", between("# about the licence")],
    ["a tab in the body", `${fine}\tcode\n`],
    ["emoji and accents", between("license: café 🎉")],
  ])("%s", async (_label, text) => {
    expect(await found(utf8(text))).toEqual([]);
  });
});

describe("bytes that are no UTF-8", () => {
  test("Windows-1252: the place is the first byte that has no meaning", async () => {
    const text = between("license: caf\u00e9 and na\u00efve");
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    expect(await found(bytes)).toEqual([["manifest/encoding", "\ufffd"]]);
    const { diagnostics, subjects } = await readBytes(bytes);
    expect(diagnostics[0]?.span.start).toBe("---\nname: pdf\nlicense: caf".length);
    const front = subjects[0]?.manifest.frontMatter;
    expect(front && dataOf(front)).toMatchObject({ name: "pdf", description: "Fills in forms." });
  });

  test.each(["le", "be"])("UTF-16 %s is read", async (order) => {
    const units = [0xfeff, ...Array.from(fine, (char) => char.charCodeAt(0))];
    const bytes = Uint8Array.from(
      units.flatMap((unit) => (order === "le" ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
    );
    const { diagnostics, subjects } = await readBytes(bytes);
    expect(diagnostics.map(({ code }) => code)).toEqual(["manifest/encoding"]);
    const front = subjects[0]?.manifest.frontMatter;
    expect(front && dataOf(front)).toMatchObject({ name: "pdf" });
  });
});

describe("what lies in the place of SKILL.md", () => {
  test.each<[SourceKind, string]>([
    ["directory", "a folder"],
    ["link", "a link that leads nowhere"],
    ["unreadable", "not readable"],
  ])("%s", async (kind, words) => {
    const good = sourceFile({ path: "good/SKILL.md", bytes: utf8(fine) });
    const { diagnostics, subjects } = await check([sourceFile({ path: "pdf/SKILL.md", kind }), good], {
      rules,
      knownTargets: [],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["manifest/not-a-file"]);
    expect(diagnostics[0]?.message).toContain(words);
    expect(subjects.map(({ skill }) => skill.name)).toContain("pdf");
  });

  test.each(["skill.md", "Skill.md", "SKILL.MD"])("%s", async (name) => {
    expect(await found(utf8(fine), `pdf/${name}`)).toEqual([["manifest/file-name", "---"]]);
  });
});
