import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "../../src/compile.ts";
import { sourceFile, textOf, textSource } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";

const ids = [
  "cost/body-length",
  "cost/unbounded-loop",
  "manifest/empty-body",
  "manifest/merge-conflict",
  "manifest/placeholder",
  "manifest/unclosed-fence",
  "reference/chained",
  "reference/missing-file",
  "reference/outside-skill",
  "reference/script",
  "reference/unpinned-package",
  "reference/unreferenced-file",
];
const ofBody = rules.filter(({ id }) => ids.includes(id));
const frontMatter = "---\nname: pdf-forms\ndescription: Fills forms. Use for PDF files.\n---\n";

/** Checks one skill with this body, and siblings whose text is given. */
async function checkBody(
  body: string,
  siblings: Readonly<Record<string, string>> = {},
): Promise<Awaited<ReturnType<typeof check>>> {
  const texts = new Map(
    Object.entries(siblings).map(([path, text]) => [`pdf-forms/${path}`, textSource(`pdf-forms/${path}`, text)]),
  );
  const listed = [...texts.keys()].map((path) => sourceFile({ path, mode: 0o644, size: 9 }));
  return check([textSource("pdf-forms/SKILL.md", frontMatter + body), ...listed], {
    rules: ofBody,
    knownTargets: [],
    read: ({ path }) => texts.get(path),
    tokenizer: () => Promise.resolve((text: string) => Math.ceil(text.length / 4)),
  });
}

test("every rule of the body is listed", () => {
  expect(ofBody.map(({ id }) => id)).toEqual(ids);
});

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(..."`[]()<>./\\~#\n: {}$-_@%") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "references/",
      "scripts/x.py",
      "[a](references/a.md)",
      "[b](./b%zz.md)",
      "```sh\n",
      "```\n",
      "python scripts/x.py\n",
      "./scripts/x.sh",
      "npx ",
      "a@latest",
      "TODO: ",
      "<<<<<<< a\n",
      "=======\n",
      ">>>>>>> b\n",
      "repeat until ",
      "{baseDir}/",
      "../",
      "....//",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
);
const text = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(""));

test("any body and any referenced file give diagnostics, each with a place in its file", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, async (body, reference, script) => {
      const { diagnostics } = await checkBody(body, {
        "references/a.md": reference,
        "references/A.md": body,
        "scripts/x.py": script,
        "scripts/x.sh": script,
      });
      for (const { span, related, fix, message } of diagnostics) {
        const places = [span, ...related.map((entry) => entry.span), ...(fix?.edits ?? []).map((edit) => edit.span)];
        for (const place of places) {
          expect(place.start).toBeGreaterThanOrEqual(0);
          expect(place.end).toBeGreaterThanOrEqual(place.start);
          expect(place.end).toBeLessThanOrEqual(place.file.text.length);
        }
        expect(message).not.toContain("undefined");
      }
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) },
  );
});

describe("a path is found where commands write it", () => {
  test.each([
    ["```bash\ncd x && python3 -u scripts/run.py --output y.json\n```", "scripts/run.py"],
    ["```console\n$ bash scripts/run.sh\n```", "scripts/run.sh"],
    ["Run `uv run scripts/run.py in.pdf`.", "scripts/run.py"],
    ['```sh\nnode "${CLAUDE_SKILL_DIR}/tools/run.mjs"\n```', "${CLAUDE_SKILL_DIR}/tools/run.mjs"],
    ["- step\n\n  ```sh\n  source scripts/env.sh\n  ```", "scripts/env.sh"],
    ["[a](references/a.md 'title')", "references/a.md"],
    ["[a][b]\n\n[b]: <references/a b.md>", "references/a b.md"],
    ["![a](assets/a.png)", "assets/a.png"],
  ])("in %j", async (body, at) => {
    const { diagnostics } = await checkBody(`\n${body}\n`);
    const found = diagnostics.filter(({ code }) => code === "reference/missing-file");
    expect(found.map(({ span }) => textOf(span))).toEqual([at]);
  });

  test.each([
    "```python\nopen('scripts/run.py')\n```",
    "```sh\npython scripts/<name>.py\npython your-script.py\nmake scripts\n```",
    "`scripts/` and `npm run build` and `a.b.c` and `git log --oneline`",
    "[a](https://example.com/scripts/a.py) [b](mailto:a@b.c) [c](#d) [e]()",
  ])("and nothing else in %j", async (body) => {
    const { diagnostics } = await checkBody(`\n${body}\n`);
    expect(diagnostics.filter(({ code }) => code === "reference/missing-file")).toEqual([]);
  });
});

describe("time grows with the length alone", () => {
  test.each([
    "TODO ",
    "[[[[",
    "repeat the ",
    "repeat 11",
    "npx -a ",
    "`npx a` ",
    "python -a ",
    "../",
    "[a](../x) ",
    "`references/a.md` ",
    "<<<<<<< a\n",
    "your content here ",
    "```sh\nnpx -y -y a\n```\n",
    "```sh\n( ( ./a\n```\n",
    " \t",
  ])("of many %j", { timeout: 15_000 }, async (part) => {
    // In quadratic time the test runs out of time.
    const { subjects } = await checkBody(part.repeat(50_000));
    expect(subjects.length).toBe(1);
  });
});
