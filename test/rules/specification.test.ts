import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allDiagnostics } from "../../src/cli/catalogue.ts";
import { filesBelow } from "../helpers/fixtures.ts";

/** A rule of the specification or of the client guide: the codes that check it, or why none can. */
type Coverage = { readonly codes: readonly string[] } | { readonly because: string };

/** Agent Skills specification, S1 to S20 in the order of its text, read 2026-08-09. */
const specification: Readonly<Record<string, Coverage>> = {
  S1: { codes: ["manifest/not-a-file"] },
  S2: { because: "it allows any file, so there is nothing to refuse" },
  S3: { codes: ["manifest/front-matter-missing", "manifest/empty-body"] },
  S4: { codes: ["name/missing", "name/format"] },
  S5: { codes: ["name/format", "name/normal-form"] },
  S6: { codes: ["name/format"] },
  S7: { codes: ["name/format"] },
  S8: { codes: ["name/directory", "name/normal-form"] },
  S9: { codes: ["description/missing", "description/empty", "description/length"] },
  S10: { codes: ["description/no-trigger"] },
  S11: { codes: ["manifest/license", "manifest/license-file"] },
  S12: { codes: ["manifest/compatibility"] },
  S13: { codes: ["manifest/metadata"] },
  S14: { codes: ["manifest/allowed-tools-commas", "manifest/allowed-tools-list"] },
  S15: { codes: ["manifest/empty-body"] },
  S16: { codes: ["reference/unpinned-package"] },
  S17: { because: "whether a reference is focused is a judgement about its content" },
  S18: { codes: ["cost/body-length"] },
  S19: { codes: ["reference/missing-file", "reference/outside-skill", "reference/chained"] },
  S20: { codes: ["client/refused"] },
};

/** Agent Skills client guide, G1 to G11 in the order of its text. */
const guide: Readonly<Record<string, Coverage>> = {
  G1: { because: "which folders a client searches is set on the machine that it runs on" },
  G2: { codes: ["manifest/file-name", "client/depth"] },
  G3: { codes: ["name/duplicate"] },
  G4: { because: "trust in a folder is given by a user, on one machine" },
  G5: { codes: ["manifest/front-matter-late", "manifest/front-matter-unterminated"] },
  G6: { codes: ["manifest/unquoted-colon"] },
  G7: { codes: ["description/missing", "description/empty"] },
  G8: { because: "what a client keeps in memory is its own" },
  G9: { codes: ["client/ignored-flag"] },
  G10: { because: "how a client wraps an activated skill is its own" },
  G11: { because: "reads, compaction and repeated activations happen while an agent runs" },
};

const entries = Object.entries({ ...specification, ...guide });

/** The numbers that a page names: `rule S8`, `rules S4 to S7`, `rules S5 and S8`. */
function rulesNamed(page: string): ReadonlySet<string> {
  const single = [...page.matchAll(/\b([SG]\d{1,2})\b/g)].map(([, id = ""]) => id);
  const ranges = [...page.matchAll(/\b([SG])(\d{1,2}) to \1(\d{1,2})\b/g)].flatMap(
    ([, letter = "", from, to]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${letter}${Number(from) + i}`),
  );
  return new Set([...single, ...ranges]);
}

/** The texts of all fixtures and of the tests of what comes before the rules. */
const root = join(import.meta.dirname, "..");
const evidence = filesBelow(root)
  .filter((path) => path.endsWith("/expected.json") || path.endsWith(".test.ts"))
  .filter((path) => !path.endsWith("specification.test.ts"))
  .map((path) => readFileSync(join(root, path), "utf8"));

test("every rule of both documents has an answer", () => {
  const ids = (letter: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
  expect(Object.keys(specification)).toEqual(ids("S", 20));
  expect(Object.keys(guide)).toEqual(ids("G", 11));
});

describe.each(entries)("%s", (id, coverage) => {
  const codes = "codes" in coverage ? coverage.codes : [];

  test("is checked, or is said to be none that can be", () => {
    if ("because" in coverage) expect(coverage.because.length).toBeGreaterThan(20);
    else expect(coverage.codes.length).toBeGreaterThan(0);
  });

  test.each(codes)("is checked by %s, whose page names it", (code) => {
    const declared = allDiagnostics.find((each) => each.code === code);
    expect(declared, `${code} is declared`).toBeDefined();
    expect([...rulesNamed(declared?.docs ?? "")]).toContain(id);
  });

  test.each(codes)("%s is raised by a fixture or a test", (code) => {
    const short = `"${code.replace(/^manifest\//, "")}"`;
    expect(evidence.some((text) => text.includes(`"${code}"`) || text.includes(short))).toBe(true);
  });
});
