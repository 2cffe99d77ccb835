import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "../../src/compile.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { textSource } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";

const own = rules.filter(({ id }) => id.startsWith("catalogue/") || id === "name/duplicate");

async function found(
  files: readonly SourceFile[],
  clients: readonly string[] = [],
): Promise<readonly string[]> {
  const { diagnostics } = await check(files, { rules: own, knownTargets: [], clients });
  return diagnostics
    .filter(({ code }) => own.some(({ declared }) => declared.some((one) => one.code === code)))
    .map(({ code, severity, message, span, related }) => {
      const places = related.map((one) => one.span.file.path).join(" ");
      return `${severity} ${code} ${span.file.path} ${message} ${places}`;
    });
}

function skill(path: string, name: string, description: string, body = "# Steps\n\nDo it.\n"): SourceFile {
  return textSource(`${path}/SKILL.md`, `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n${body}`);
}

const scope = fc.constantFrom(".claude/skills", ".agents/skills", "skills", "../home/.claude/skills");
const name = fc.constantFrom("pdf", "PDF", "forms", "zip", "zip-search");
const description = fc
  .array(fc.constantFrom(..."merge pdf forms fill table zip pack search postal code when".split(" ")), {
    minLength: 1,
    maxLength: 8,
  })
  .map((words) => words.join(" "));
const body = fc.constantFrom(
  "# Steps\n\nDo it.\n",
  "# Read\n\nRead `references/guide.md`, and follow it line by line.\n",
  `# Many\n\n${Array.from({ length: 20 }, (_, i) => `## Part ${i}\n\nDo part ${i}.\n`).join("\n")}`,
);

test("what is said of a set does not depend on the order of its files", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(fc.tuple(scope, name, description, body), { minLength: 2, maxLength: 10 })
        .map((skills) => skills.map(([at, ...rest], i) => skill(`${at}/s${i}`, ...rest)))
        .chain((files) =>
          fc.tuple(fc.constant(files), fc.shuffledSubarray(files, { minLength: files.length })),
        ),
      async ([files, shuffled]) => {
        expect(await found(shuffled)).toEqual(await found(files));
      },
    ),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 100) },
  );
});

describe("name/duplicate between the user's folders and the project's", () => {
  const duplicates = async (...files: readonly SourceFile[]): Promise<readonly string[]> =>
    (await found(files)).filter((line) => line.includes("name/duplicate"));

  // Claude Code: personal over project; Goose and OpenCode: the project's.
  test("says who takes which", async () => {
    const [line] = await duplicates(
      skill("../home/.claude/skills/pdf", "pdf", "Reads forms."),
      skill(".claude/skills/pdf", "pdf", "Fills forms."),
    );
    expect(line).toContain("warning name/duplicate .claude/skills/pdf/SKILL.md");
    expect(line).toContain("`opencode` and `goose` load this one, `claude-code` loads that one");
  });

  test("is a note where no client reads both", async () => {
    const [line] = await duplicates(
      skill("one/.claude/skills/pdf", "pdf", "Reads forms."),
      skill("two/.claude/skills/pdf", "pdf", "Fills forms."),
    );
    expect(line).toMatch(/^info .*a client that sees both loads one of them\./);
  });
});

test("folders that differ in letter case are one folder on some disks", async () => {
  const lines = await found([
    skill("skills/Triage", "triage-issues", "Sorts issues."),
    skill("skills/triage", "mail", "Sorts mail."),
  ]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^warning catalogue\/near-name .*`skills\/triage`.*only in letter case/);
});

test("angle brackets are an error where the run is asked about a client that refuses them", async () => {
  const files = [skill("skills/table", "table", "Converts <table> markup. Use when a page holds a table.")];
  const severities = async (...clients: readonly string[]): Promise<readonly string[]> =>
    (await found(files, clients)).map((line) => line.split(" ").slice(0, 2).join(" "));
  expect(await severities()).toEqual(["info catalogue/angle-brackets"]);
  expect(await severities("codex")).toEqual(["info catalogue/angle-brackets"]);
  expect(await severities("claude-api")).toEqual(["error catalogue/angle-brackets"]);
});

const sentence = fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){2,6}$/);

test("a copy with one line in twenty changed is found under another name, and a rewrite is not", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(sentence, { minLength: 40, maxLength: 60 }),
      fc.nat(),
      async (lines, at) => {
        const text = (some: readonly string[]): string =>
          some.map((line, i) => (i % 4 === 0 ? `## ${line}` : line)).join("\n\n");
        const changed = lines.map((line, i) => (i === at % lines.length ? `other ${line}` : line));
        const original = skill("a/one", "one", "Does one thing. Use when asked.", text(lines));
        const copied = skill("b/two", "two", "Does two things. Use when asked.", text(changed));
        const turned = skill("b/two", "two", "Does two things.", text(lines.map((line) => `${line} now`)));
        const copies = (all: readonly string[]): number =>
          all.filter((line) => line.includes("catalogue/duplicate-skill")).length;
        expect(copies(await found([original, copied]))).toBe(1);
        expect(copies(await found([original, turned]))).toBe(0);
      },
    ),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 50) },
  );
});

test("many copies are one diagnostic", async () => {
  const body = `# Read\n\nRead \`references/guide.md\`, and follow it line by line.\n`;
  const files = Array.from({ length: 30 }, (_, i) => skill(`s/n${i}`, `n${i}`, `Does thing ${i}.`, body));
  const lines = (await found(files)).filter((line) => line.includes("catalogue/duplicate-skill"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("`n1` in `s/n1` and 28 more");
});
