import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { mend } from "../../src/cli/fix.ts";
import { clients } from "../../src/clients/index.ts";
import type { Analysis } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { textSource } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../helpers/corpus.ts";

/** The rules that have fixes; those of whole catalogues take their time over a thousand skills that are much alike. */
const mending = rules.filter(({ id }) => !/^(?:catalogue|security)\//.test(id));
const analyse = (files: readonly SourceFile[]): Promise<Analysis> =>
  check(files, { rules: mending, knownTargets: [] });
const safely = { fix: true, diff: false, unsafeFixes: false };
const unsafely = { fix: true, diff: false, unsafeFixes: true };

/** Ways to write each key, right and wrong. */
const ways: Readonly<Record<string, readonly string[]>> = {
  description: [
    "description: Fills in PDF forms. Use when a form is sent.",
    "description: Fills in forms: all of them",
    "description: “Use when: asked”",
    "description:\n  - fills in forms\n  - reads forms",
    "description: 12",
    "description: 1.10",
    'description: "Fills in\u2028forms."',
    "description: >-\n  Fills in forms.\n  Use when asked.",
  ],
  license: [
    "license: MIT",
    "license: [MIT, Apache-2.0]",
    'license: ""',
    "license:",
    "licence: MIT",
    "license: 1.10",
  ],
  compatibility: [
    'compatibility: ""',
    "compatibility: Requires git",
    "compatibility: [git, jq]",
    "compatibility:\n  - git\n  - jq # or gojq",
    "compatibility: 3",
    "compatability: git",
  ],
  "allowed-tools": [
    "allowed-tools: Read Grep",
    "allowed-tools: Read, Bash(git add:*, git commit:*),Grep",
    "allowed-tools: *",
    "allowed-tools: Bash(*)",
    "allowed-tools:\n  - Read\n  - Bash(git diff *)",
    "allowed-tools:\n- Read\n- Grep",
    "allowed-tools: [Read, 'Bash(jq:*)']",
    "allowed-tools: [Read, 'a b']",
    'allowed-tools: "Read, Grep" # both',
    "allowed-tools: >-\n  Read,\n  Grep",
    "allowed-tools: Raed WebFecth",
    "alowed-tools: Read",
  ],
  metadata: [
    "metadata:\n  version: 1.10\n  updated: 2026-03-04",
    "metadata: {version: 2, team: core}",
    "metadata:\n  acme:\n    needs: [jq]\n    note: 'it''s # new'\n  on: true",
    "metadata:\n  tags:\n    - a\n    - b: c",
    "metadata:\n  tags: [a, b] # both\n  x: 1",
    "metadata:\n  openclaw:\n    emoji: x\n  version: 1.0",
  ],
  others: [
    "version: 1.10",
    "disable-model-invocation: yes",
    "user-invocable: 'true'",
    "author: {name: me}",
    "tags: [a]",
    "# a comment",
    "",
  ],
};

const line = (key: string): fc.Arbitrary<string> => fc.constantFrom(...(ways[key] ?? []));
const frontMatter = fc
  .tuple(
    fc.constantFrom("NAME", "Pdf_Forms", "2048", "pdf forms", "a--b", "true", '"Quoted Name"'),
    fc
      .tuple(...Object.keys(ways).map((key) => fc.option(line(key), { nil: "" })))
      .chain((lines) => fc.shuffledSubarray(lines, { minLength: lines.length })),
    fc.boolean(),
  )
  .map(([name, lines, isCrlf]) => ({ name, lines: lines.filter((one) => one !== ""), isCrlf }));

/** A thousand skills, each in a folder of its own. */
const skills = fc.sample(frontMatter, { seed: 42, numRuns: 1000 }).map(({ name, lines, isCrlf }, i) => {
  const own = name === "NAME" ? `skill-${i}` : name;
  const text = `---\n${[`name: ${own}`, ...lines].join("\n")}\n---\nDo it.\n`;
  return textSource(`skill-${i}/SKILL.md`, isCrlf ? text.replaceAll("\n", "\r\n") : text);
});

/** What `yaml` reads between the fences; undefined where it refuses that. */
function valuesOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const source = /^---\r?\n([^]*?)\r?\n---/.exec(text)?.[1];
  const document = parseDocument(source ?? "", { logLevel: "silent" });
  return document.errors.length > 0 ? undefined : (document.toJS() as Readonly<Record<string, unknown>>);
}

/** By path: the keys at the top in whose lines a safe fix writes. */
function fixedKeys({ diagnostics }: Analysis): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>();
  for (const { span } of diagnostics.flatMap(({ fix }) => (fix?.safety === "safe" ? fix.edits : []))) {
    const { text, path } = span.file;
    const key = [...text.slice(0, text.indexOf("\n", span.start)).matchAll(/^([\w-]+):/gm)].at(-1)?.[1];
    const own = keys.get(path) ?? new Set();
    keys.set(path, key === undefined ? own : own.add(key));
  }
  return keys;
}

describe("fixes of 1,000 front matters", () => {
  const mendedSafely = mend(skills, analyse, safely);

  test("a safe one keeps every value that it is not about", async () => {
    const fixed = fixedKeys(await analyse(skills));
    const { changed } = await mendedSafely;
    expect(changed.length).toBeGreaterThan(300);
    let compared = 0;
    for (const { before: old, after } of changed) {
      const was = valuesOf(old.text);
      const is = valuesOf(after.text);
      expect(is, after.text).toBeDefined();
      if (was === undefined || is === undefined) continue;
      compared++;
      const kept = (values: Readonly<Record<string, unknown>>): unknown =>
        Object.fromEntries(Object.entries(values).filter(([key]) => fixed.get(old.path)?.has(key) !== true));
      expect(kept(is), `${old.text}\n${after.text}`).toEqual(kept(was));
    }
    expect(compared).toBeGreaterThan(100);
  }, 60_000);

  test("a safe one leaves the name and the description of every client that loaded the file", async () => {
    const fixed = fixedKeys(await analyse(skills));
    const { changed } = await mendedSafely;
    let compared = 0;
    for (const { before, after } of changed.slice(0, 150)) {
      const folderName = before.path.slice(0, before.path.indexOf("/"));
      for (const client of clients) {
        const was = client.load({ file: before, folderName });
        if (!was.verdict.startsWith("loads") || was.lenient) continue;
        const is = client.load({ file: after, folderName });
        compared++;
        const place = `${client.name}: ${is.reason}\n${before.text}\n${after.text}`;
        expect(is.verdict, place).toMatch(/^loads/);
        const keys = fixed.get(before.path) ?? new Set();
        if (!keys.has("name")) expect(is.name, place).toBe(was.name);
        if (!keys.has("description")) expect(is.description, place).toBe(was.description);
      }
    }
    expect(compared).toBeGreaterThan(300);
  }, 60_000);

  test.each([
    ["safe", safely],
    ["unsafe", unsafely],
  ])(
    "%s ones made twice change nothing the second time, and the result can be read",
    async (_, flags) => {
      const { changed } = await (flags === safely ? mendedSafely : mend(skills, analyse, flags));
      const after = new Map(changed.map((one) => [one.before.path, one.after]));
      const files = skills.map((file) => after.get(file.path) ?? file);
      const again = await mend(files, analyse, flags);
      expect(again.changed.map(({ before, after: now }) => `${before.text}\n${now.text}`)).toEqual([]);
      expect(changed.filter((one) => valuesOf(one.after.text) === undefined)).toEqual([]);
    },
    60_000,
  );
});

describe.skipIf(!hasCorpus)(`unsafe fixes of the corpus${unlessCorpus}`, () => {
  test("made twice change nothing the second time", async () => {
    const all = corpusSkills();
    const { diagnostics } = await analyse(all.flatMap((skill) => skill.files));
    const mendable = new Set(
      diagnostics.flatMap(({ fix, span }) => (fix === undefined ? [] : span.file.path)),
    );
    const files = all.filter(({ path }) => mendable.has(path)).flatMap((skill) => skill.files);
    const { changed } = await mend(files, analyse, unsafely);
    expect(changed.length).toBeGreaterThan(100);
    const after = new Map(changed.map((one) => [one.before.path, one.after]));
    const again = await mend(
      files.map((file) => after.get(file.path) ?? file),
      analyse,
      unsafely,
    );
    expect(again.changed.map(({ before }) => before.path)).toEqual([]);
  }, 60_000);
});
