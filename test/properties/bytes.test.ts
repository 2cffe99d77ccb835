import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Analysis } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import { clients } from "../../src/clients/index.ts";
import { compatibleFixes, fixedText } from "../../src/report/fix.ts";
import { toGithub } from "../../src/report/github.ts";
import { toJson } from "../../src/report/json.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { sourceFile, textSource } from "../../src/report/source.ts";
import { renderText } from "../../src/report/text.ts";
import { rules } from "../../src/rules/index.ts";
import { targets } from "../../targets/index.ts";
import { root } from "../helpers/command.ts";
import { corpusSkills } from "../helpers/corpus.ts";
import { filesBelow } from "../helpers/fixtures.ts";

// Twenty files are checked together, so that 1,000 runs are 20,000 inputs; FC_RUNS counts inputs.
const together = 20;
const inputs = Math.max(20_000, Number(process.env["FC_RUNS"] ?? 0));
const settings = { seed: 42, numRuns: Math.ceil(inputs / together) };

/** Real texts to mutate: the examples, and of the corpus every twentieth skill where it is there. */
const seeds: readonly Uint8Array[] = [
  ...filesBelow(join(root, "examples"))
    .filter((path) => /(?:^|\/)(?:SKILL\.md|skill\.yml)$/.test(path))
    .map((path) => new Uint8Array(readFileSync(join(root, "examples", path)))),
  ...corpusSkills()
    .filter((_, i) => i % 20 === 0)
    .flatMap(({ files }) => files[0]?.bytes ?? [])
    .map((bytes) => bytes.slice(0, 4000)),
];

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const marks = [
  "---\n",
  ": ",
  " #",
  "\t",
  "\r",
  "\r\n",
  "\n",
  "\0",
  "\u{feff}",
  "\u2028",
  "```",
  "<!--",
  "](",
  "{",
  "[",
  '"',
  "'",
  "&a ",
  "*a ",
  "!x ",
  "<<: ",
  "| \n",
  "> \n",
  "\\",
  "é",
  "𝒳",
];

/** YAML made of its own marks and words: mostly wrong, often nearly right. */
const yaml = fc
  .array(
    fc.oneof(
      fc.constantFrom(...marks),
      fc.constantFrom(
        "name",
        "description",
        "metadata",
        "allowed-tools",
        "hooks",
        "interface",
        "guard",
        "x",
        "- ",
        "  ",
        "1.10",
        "yes",
        "~",
      ),
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => encode(`---\nname: a${parts.join("")}\n---\n`));

/** A real text with bytes cut out, put in and doubled. */
const mutated = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(6),
        fc.oneof(fc.constantFrom(...marks).map(encode), fc.uint8Array({ maxLength: 4 })),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([seed, edits]) =>
    edits.reduce((bytes, [at, length, put]) => {
      const from = at % (bytes.length + 1);
      return Uint8Array.from([...bytes.slice(0, from), ...put, ...bytes.slice(from + length)]);
    }, seed),
  );

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .uint8Array({ maxLength: 100 })
    .map((tail) => Uint8Array.from([...encode("---\nname: a\ndescription: "), ...tail])),
  fc.string({ unit: "binary", maxLength: 200 }).map(encode),
  yaml,
  mutated,
  mutated,
);
const name = fc.constantFrom("SKILL.md", "SKILL.md", "SKILL.md", "skill.yml", "Skill.md");

const good = textSource(
  "zz-good/SKILL.md",
  `---\nname: zz-good\ndescription: Folds paper cranes from square sheets. Use when someone asks for origami.\nversoin: 1\n---\n\nFold it.\n`,
);

const analyse = (files: readonly SourceFile[]): Promise<Analysis> =>
  check(files, { rules, knownTargets: targets });
const shownOf = ({ diagnostics }: Analysis, file: SourceFile): readonly string[] =>
  diagnostics
    .filter(({ span }) => span.file.path === file.path)
    .map(({ code, span }) => `${code} ${span.start}`);

function expectInside({ diagnostics }: Analysis, files: readonly SourceFile[]): void {
  const known = new Map(files.map((file) => [file.path, file.text.length]));
  for (const { code, span, related, fix } of diagnostics) {
    const places = [
      span,
      ...related.map((entry) => entry.span),
      ...(fix?.edits ?? []).map((edit) => edit.span),
    ];
    for (const { file, start, end } of places) {
      expect(
        0 <= start && start <= end && end <= (known.get(file.path) ?? -1),
        `${code} ${start}-${end}`,
      ).toBe(true);
    }
  }
}

describe("any bytes in, diagnostics out", () => {
  test(`${inputs} inputs: nothing is lost, every place is in its file, and a good skill stays as it is`, async () => {
    const alone = shownOf(await analyse([good]), good);
    expect(alone.length).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, bytes), { minLength: together, maxLength: together }),
        async (given) => {
          const bad = given.map(([file, content], i) =>
            sourceFile({ path: `s${i}/${file}`, bytes: content }),
          );
          const files = [...bad, good];
          const analysis = await analyse(files);
          expect(analysis.subjects.length).toBe(together + 1);
          expectInside(analysis, files);
          expect(shownOf(analysis, good)).toEqual(alone);
          const { diagnostics } = analysis;
          expect(renderText(diagnostics, (_, text) => text) + toGithub(diagnostics)).not.toMatch(
            /\bundefined\b|\[object /,
          );
          expect(diagnostics.map(toJson).every(({ line, column }) => line >= 1 && column >= 1)).toBe(true);
          const fixes = compatibleFixes(diagnostics, { unsafe: true });
          await analyse(files.map((file) => textSource(file.path, fixedText(file, fixes))));
        },
      ),
      settings,
    );
  }, 240_000);

  test("every client answers for any bytes", () => {
    fc.assert(
      fc.property(fc.tuple(name, bytes), ([file, content]) => {
        const given = { file: sourceFile({ path: `s/${file}`, bytes: content }), folderName: "s" };
        for (const client of clients) {
          expect(["loads", "loads-with-loss", "dropped", "rejected", "crashes"]).toContain(
            client.load(given).verdict,
          );
        }
      }),
      { seed: 42, numRuns: Math.ceil(inputs / 40) },
    );
  }, 60_000);
});

test("one file that cannot be read beside 199 good ones: 200 are reported", async () => {
  const names = Array.from({ length: 199 }, (_, i) => `skill-${String.fromCharCode(97 + (i % 26))}-${i}`);
  const fine = names.map((own) =>
    textSource(
      `${own}/SKILL.md`,
      `---\nname: ${own}x\ndescription: Does ${own}. Use when asked for ${own}.\n---\n\nDo ${own}.\n`,
    ),
  );
  const broken = sourceFile({
    path: "broken/SKILL.md",
    bytes: Uint8Array.from([0xff, 0xfe, 0x00, 0xd8, 0x2d]),
  });
  const { subjects, diagnostics } = await analyse([...fine, broken]);
  expect(subjects.length).toBe(200);
  expect(
    diagnostics.some(({ span, severity }) => span.file.path === "broken/SKILL.md" && severity === "error"),
  ).toBe(true);
  const mismatches = diagnostics
    .filter(({ code }) => code === "name/directory")
    .map(({ span }) => span.file.path);
  expect(mismatches).toEqual(fine.map(({ path }) => path).toSorted());
});
