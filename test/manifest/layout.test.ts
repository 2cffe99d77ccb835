import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { layOutSkillMd } from "../../src/manifest/layout.ts";
import { readSkill } from "../../src/manifest/read.ts";
import type { Checked } from "../../src/report/diagnostic.ts";
import { textSource } from "../../src/report/source.ts";

function layOut(text: string): Checked<string> {
  const file = textSource("a/SKILL.md", text);
  const { frontMatter } = readSkill({
    id: "a",
    folder: "a",
    skillMd: file,
    contract: undefined,
    siblings: [],
  }).value;
  if (frontMatter === undefined) throw new Error("no front matter");
  return layOutSkillMd(file, frontMatter);
}

const skill = (front: string, body = "\nBody\n"): string => `---\n${front}\n---\n${body}`;

function expectLaidOut(front: string, wanted: string): void {
  expect(layOut(skill(front))).toEqual({ value: skill(wanted), diagnostics: [] });
  expect(layOut(skill(wanted))).toEqual({ value: skill(wanted), diagnostics: [] });
}

describe("front matter", () => {
  test("has the keys of the format first, in its order, and the others as they are written", () => {
    expectLaidOut(
      "tags: x\nallowed-tools: Read\nversion: 1.10\ndescription: D\nname: a",
      "name: a\ndescription: D\nallowed-tools: Read\ntags: x\nversion: 1.10",
    );
  });

  test("has block style, two spaces deep, and nothing empty in it", () => {
    expectLaidOut(
      "name: a\n\ndescription: D\nmetadata: {team: docs, list: [x, {y: 1, z: []}], none: {}}\ntags:\n- a\n-   b",
      [
        "name: a",
        "description: D",
        "metadata:",
        "  team: docs",
        "  list:",
        "    - x",
        "    - y: 1",
        "      z: []",
        "  none: {}",
        "tags:",
        "  - a",
        "  - b",
      ].join("\n"),
    );
  });

  test("joins text that was broken over lines, and leaves a block of text alone", () => {
    expectLaidOut(
      "description: Plans\n  releases.\nname: 'a'\ncompatibility: >-\n    Needs\n    jq.\nlicense: |\n  MIT",
      'name: "a"\ndescription: "Plans releases."\nlicense: |\n  MIT\ncompatibility: >-\n    Needs\n    jq.',
    );
  });

  test("keeps values that readers take for something else as they are written", () => {
    const front =
      "name: a\ndescription: D\na: yes\nb: 1.10\nc: 0755\nd: 2024-01-01\ne: ~\nf:\ng: null\nh: .5";
    expectLaidOut(front, front);
  });

  test("keeps comments with the key that follows them, and what is commented inside as it is", () => {
    expectLaidOut(
      [
        "# About this skill",
        "description: D # not final",
        "# the folder's name",
        "name: a",
        "metadata:",
        "    # who",
        "    team: docs",
        "# the end",
      ].join("\n"),
      [
        "# About this skill",
        "# the folder's name",
        "name: a",
        "description: D # not final",
        "metadata:",
        "    # who",
        "    team: docs",
        "# the end",
      ].join("\n"),
    );
  });

  test("writes no fence inside a value", () => {
    expectLaidOut("name: a\ndescription: Before --- after", 'name: a\ndescription: "Before --\\x2d after"');
  });

  test("is left alone where only some loaders know its form", () => {
    for (const front of [
      "name: &n a\ndescription: *n",
      "name: !!str a\ndescription: D",
      "{name: a, description: D}",
    ]) {
      const { value, diagnostics } = layOut(skill(front));
      expect(value).toBe(skill(front));
      expect(diagnostics).toMatchObject([{ code: "manifest/layout-kept", severity: "info" }]);
    }
  });

  test("is left alone where what a block of text ends with depends on what follows", () => {
    const front = "text: |+\n  a\n\n\nname: a\ndescription: D";
    expect(layOut(skill(front)).value).toBe(skill(front));
    expect(layOut(skill(front)).diagnostics[0]?.message).toContain("a block of text ends with");
  });
});

describe("bytes", () => {
  test("the body stays, whatever its line ends are", () => {
    const body = "\r\n# A\rB\n\u2028\u0000 ---\n---\n";
    expect(layOut(skill("description: D\nname: a", body)).value).toBe(skill("name: a\ndescription: D", body));
  });

  test("a file with CRLF throughout keeps it, any other gets line feeds before the body", () => {
    const crlf = skill("description: D\nname: a").replaceAll("\n", "\r\n");
    expect(layOut(crlf).value).toBe(skill("name: a\ndescription: D").replaceAll("\n", "\r\n"));
    expect(layOut("---\r\ndescription: D\r\nname: a\r\n---\r\nBody\n").value).toBe(
      "---\nname: a\ndescription: D\n---\nBody\n",
    );
  });

  test("a byte order mark and blanks after a fence go", () => {
    expect(layOut("\ufeff---  \nname: a\ndescription: D\n--- \nBody").value).toBe(
      "---\nname: a\ndescription: D\n---\nBody",
    );
  });
});

const scalar = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."ab:#'\"\\-[]{},&*!|>%@` \n1.é") }),
  fc.constantFrom("yes", "1.10", "0x1F", "null", "~", "2024-01-01", "a --- b"),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie("any"), { maxKeys: 3 }),
  ),
})).any;
const forms = fc.record({
  indent: fc.constantFrom(2, 3, 4),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 40),
  comments: fc.constantFrom(0, 1, 2),
  collectionStyle: fc.constantFrom("any" as const, "block" as const, "flow" as const),
  defaultStringType: fc.constantFrom("PLAIN" as const, "QUOTE_DOUBLE" as const, "QUOTE_SINGLE" as const),
});

describe("any front matter", () => {
  const run = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };
  const written = fc
    .tuple(
      fc.dictionary(fc.constantFrom("description", "metadata", "tags", "x", "name"), value, { minKeys: 1 }),
      forms,
    )
    .map(([data, { collectionStyle, comments, ...form }]) =>
      // The mapping around everything stays a block.
      Object.entries(data)
        .map(([key, one]) =>
          collectionStyle === "flow" && typeof one === "object" && one !== null
            ? `${key}: ${JSON.stringify(one)}\n`
            : stringify({ [key]: one }, form),
        )
        .map((lines, i) => (i % 2 === comments ? `# note ${i}\n\n${lines}` : lines))
        .join(""),
    )
    .filter((yaml) => !/^---/m.test(yaml));

  test("keeps its values, and is laid out once for all", () => {
    let kept = 0;
    fc.assert(
      fc.property(written, (yaml) => {
        const first = layOut(`---\n${yaml}---\nBody\n`);
        kept += first.diagnostics.length;
        const { value } = first;
        expect(value.endsWith("---\nBody\n")).toBe(true);
        expect(parse(value.slice(4, -"---\nBody\n".length))).toEqual(parse(yaml));
        expect(layOut(value).value).toBe(value);
        expect(value.match(/^# note/gm)?.length).toBe(yaml.match(/^# note/gm)?.length);
      }),
      run,
    );
    expect(kept).toBeLessThan(run.numRuns / 4);
  });

  test("has a layout that Prettier leaves alone, blocks of text aside", async () => {
    await fc.assert(
      fc.asyncProperty(written, async (yaml) => {
        const { value, diagnostics } = layOut(`---\n${yaml}---\n\nBody\n`);
        fc.pre(diagnostics.length === 0 && !/[|>][-+\d]*$/m.test(value));
        expect(await format(value, { parser: "markdown" })).toBe(value);
      }),
      run,
    );
  });
});
