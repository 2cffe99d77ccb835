import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ClientName, ClientVerdict } from "../../src/clients/client.ts";
import { clients } from "../../src/clients/index.ts";
import { sourceFile } from "../../src/report/source.ts";

/** Inputs and what seven loaders answered on them when they were run; copies of recorded observations. */
interface Case {
  readonly label: string;
  readonly dir: string;
  readonly file: string;
  readonly b64: string;
}
type Row = Readonly<Record<string, string>> & { readonly label: string };

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8"));
const cases = fixture("loader-cases.json") as readonly Case[];
const rows = new Map((fixture("loader-matrix.json") as readonly Row[]).map((row) => [row.label, row]));

/** A accept, F accept through a lenient fallback, R reject with a message, D dropped, C crash. */
type Code = "A" | "F" | "R" | "D" | "C";

interface Recorded {
  readonly code: Code;
  readonly name?: string;
  readonly description?: string;
}

const columns: readonly (readonly [column: string, client: ClientName, read: (cell: string) => Recorded])[] =
  [
    ["skills_ref", "reference", pythonCell],
    ["quick_validate", "quick-validate", pythonCell],
    ["gemini", "gemini-cli", nodeCell],
    ["graymatter", "vercel-skills", nodeCell],
    ["opencode", "opencode", nodeCell],
    ["mux", "mux", nodeCell],
  ];

/**
 * Where the model answers otherwise than the recorded run, with the reason. The run gave the four JavaScript loaders
 * the text of the file and neither its name nor its folder's, so that they accepted what they would not have found on
 * a disk, and Mux could not compare the skill's name with the folder's.
 */
const knownDifferences: readonly (readonly [label: string, clients: readonly ClientName[], answer: Code])[] =
  [
    ["lowercase skill.md", ["gemini-cli", "vercel-skills", "opencode", "mux"], "D"],
    ["Skill.md", ["gemini-cli", "vercel-skills", "opencode", "mux"], "D"],
    ["SKILL.MD", ["gemini-cli", "vercel-skills", "opencode", "mux"], "D"],
    ["name mismatch", ["mux"], "R"],
  ];

test("there are at most five known differences, and each is one", () => {
  expect(knownDifferences.length).toBeLessThanOrEqual(5);
  for (const [label, names, answer] of knownDifferences) {
    for (const name of names) {
      const cell = columns.find(([, client]) => client === name);
      expect(recorded(label, cell?.[0] ?? "", cell?.[2] ?? nodeCell).code, label).not.toBe(answer);
    }
  }
});

test("every recorded case is here", () => {
  expect(cases.length).toBe(129);
  expect(cases.every(({ label }) => rows.has(label))).toBe(true);
});

describe.each(columns)("%s", (column, name, read) => {
  test.each(cases.map((one) => [one.label, one] as const))("%s", (label, one) => {
    const known = knownDifferences.find(([which, names]) => which === label && names.includes(name));
    const verdict = load(name, one);
    if (known !== undefined) {
      expect(codeOf(verdict)).toBe(known[2]);
      // With the usual file name and the folder named as the skill, the model answers what the run recorded.
      expect(codeOf(load(name, { ...one, file: "SKILL.md", dir: "a-b" }))).toBe(
        recorded(label, column, read).code,
      );
      return;
    }
    const expected = recorded(label, column, read);
    expect(codeOf(verdict)).toBe(expected.code);
    if (expected.name !== undefined) expect(verdict.name).toBe(expected.name);
    if (expected.description !== undefined) expectSame(verdict.description ?? "", expected.description);
  });
});

function load(name: ClientName, { dir, file, b64 }: Case): ClientVerdict {
  const client = clients.find((one) => one.name === name);
  if (client === undefined) throw new Error(`no client ${name}`);
  const bytes = new Uint8Array(Buffer.from(b64, "base64"));
  return client.load({ file: sourceFile({ path: `${dir}/${file}`, bytes }), folderName: dir });
}

function codeOf({ verdict, lenient }: ClientVerdict): Code {
  if (verdict === "loads" || verdict === "loads-with-loss") return lenient ? "F" : "A";
  return verdict === "rejected" ? "R" : verdict === "crashes" ? "C" : "D";
}

function recorded(label: string, column: string, read: (cell: string) => Recorded): Recorded {
  return read(rows.get(label)?.[column] ?? "");
}

function pythonCell(cell: string): Recorded {
  if (cell.startsWith("CRASH")) return { code: "C" };
  if (!cell.startsWith("VALID")) return { code: "R" };
  const repr = /^VALID d='((?:[^'\\]|\\.)*)'$/.exec(cell)?.[1];
  return repr === undefined ? { code: "A" } : { code: "A", description: unescaped(repr) };
}

function unescaped(repr: string): string {
  return repr.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|([n\\']))/g,
    (_, x?: string, u?: string, one?: string) =>
      one === undefined ? String.fromCharCode(Number.parseInt(x ?? u ?? "", 16)) : one === "n" ? "\n" : one,
  );
}

function nodeCell(cell: string): Recorded {
  if (cell.startsWith("DROP") || cell.startsWith("ERROR event")) return { code: "D" };
  if (cell.startsWith("ERR")) return { code: "R" };
  const name = /name=("(?:[^"\\]|\\.)*")/.exec(cell)?.[1];
  const description = / d=("(?:[^"\\]|\\.)*")/.exec(cell)?.[1];
  return {
    code: cell.startsWith("[fallback]") ? "F" : "A",
    ...(name === undefined ? {} : { name: JSON.parse(name) as string }),
    ...(description === undefined ? {} : { description: JSON.parse(description) as string }),
  };
}

/** Long values were recorded only in part: the first 40 characters, or with `...` at the end. */
function expectSame(mine: string, theirs: string): void {
  const whole = theirs.replace(/\.\.\.$/, "");
  if (whole !== theirs || theirs.length >= 40) expect(mine.startsWith(whole)).toBe(true);
  else expect(mine).toBe(theirs);
}
