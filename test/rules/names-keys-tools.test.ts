import { describe, expect, test } from "vitest";
import { mend } from "../../src/cli/fix.ts";
import type { Analysis } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import type { Severity } from "../../src/report/diagnostic.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { textSource } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";

const analyse = (files: readonly SourceFile[]): Promise<Analysis> => check(files, { rules, knownTargets: [] });

const described = "description: Fills in PDF forms. Use when a form is sent.";

interface Kind {
  /** Kinds of failure that loaders of skills were seen to have: C types of values, D names, H tools. */
  readonly id: string;
  readonly folder?: string;
  readonly lines: readonly string[];
  readonly code: string;
  readonly severity: Severity;
  /** The lines after every fix, unsafe ones too; absent where only the author knows what was meant. */
  readonly mended?: readonly string[];
  /** True: the same with safe fixes alone. */
  readonly safe?: boolean;
}

const name = "name: pdf";

const kinds: readonly Kind[] = [
  {
    id: "C01 a number for a name",
    folder: "2048",
    lines: ["name: 2048", described],
    code: "manifest/wrong-type",
    severity: "error",
    mended: ['name: "2048"', described],
    safe: true,
  },
  {
    id: "C01 a number for a description",
    lines: [name, "description: 12"],
    code: "manifest/wrong-type",
    severity: "error",
    mended: [name, 'description: "12"'],
    safe: true,
  },
  {
    id: "C01 a number that readers write anew",
    lines: [name, "description: 1.10"],
    code: "manifest/wrong-type",
    severity: "error",
    mended: [name, 'description: "1.10"'],
  },
  {
    id: "C03 a list for a description",
    lines: [name, "description:", "  - audits", "  - fixes"],
    code: "manifest/wrong-type",
    severity: "error",
    mended: [name, 'description: "audits, fixes"'],
  },
  { id: "C04 a blank description", lines: [name, 'description: "  "'], code: "description/empty", severity: "error" },
  {
    id: "C06 nested metadata",
    lines: [name, described, "metadata:", "  acme:", "    needs: [jq]"],
    code: "manifest/metadata",
    severity: "error",
    mended: [name, described, "metadata:", `  acme: '{"needs":["jq"]}'`],
  },
  {
    id: "C06 nested metadata of a client that reads it",
    lines: [name, described, "metadata:", "  openclaw:", "    emoji: x"],
    code: "manifest/metadata",
    severity: "info",
  },
  {
    id: "C07 metadata that is no text",
    lines: [name, described, "metadata:", "  version: 1.10", "  large: 12345678901234567890"],
    code: "manifest/metadata",
    severity: "warning",
    mended: [name, described, "metadata:", '  version: "1.10"', '  large: "12345678901234567890"'],
  },
  {
    id: "C12 an empty compatibility",
    lines: [name, described, 'compatibility: ""'],
    code: "manifest/compatibility",
    severity: "error",
    mended: [name, described],
    safe: true,
  },
  {
    id: "C12 a list for compatibility",
    lines: [name, described, "compatibility: [git, jq]"],
    code: "manifest/wrong-type",
    severity: "error",
    mended: [name, described, 'compatibility: "git, jq"'],
  },
  {
    id: "C12 a long compatibility",
    lines: [name, described, `compatibility: ${"x".repeat(501)}`],
    code: "manifest/compatibility",
    severity: "error",
  },
  {
    id: "D02 capitals, an underscore and a space",
    folder: "tax-helper-v2",
    lines: ["name: Tax_Helper v2", described],
    code: "name/format",
    severity: "error",
    mended: ["name: tax-helper-v2", described],
  },
  {
    id: "D04 two hyphens",
    folder: "a-b",
    lines: ["name: a--b", described],
    code: "name/format",
    severity: "error",
    mended: ["name: a-b", described],
  },
  { id: "D09 a path for a name", lines: ["name: ../../x", described], code: "name/format", severity: "error" },
  {
    id: "H01 commas between tools",
    lines: [name, described, "allowed-tools: Read, Bash(git:*)"],
    code: "manifest/allowed-tools-commas",
    severity: "warning",
    mended: [name, described, "allowed-tools: Read Bash(git:*)"],
    safe: true,
  },
  {
    id: "H01 a list of tools",
    lines: [name, described, "allowed-tools:", "  - Read", "  - Bash(git:*)"],
    code: "manifest/allowed-tools-list",
    severity: "warning",
    mended: [name, described, "allowed-tools: Read Bash(git:*)"],
    safe: true,
  },
  {
    id: "H04 a star for all tools",
    lines: [name, described, "allowed-tools: *"],
    code: "reference/grants-everything",
    severity: "warning",
    mended: [name, described, 'allowed-tools: "*"'],
    safe: true,
  },
  {
    id: "H06 a tool that nobody knows",
    lines: [name, described, "allowed-tools: Read WebFecth"],
    code: "reference/unknown-allowed-tool",
    severity: "warning",
    mended: [name, described, "allowed-tools: Read WebFetch"],
  },
  {
    id: "S11 a list of licences",
    lines: [name, described, "license: [MIT]"],
    code: "manifest/license",
    severity: "warning",
    mended: [name, described, "license: MIT"],
  },
];

function skill(lines: readonly string[], folder: string): SourceFile {
  return textSource(`${folder}/SKILL.md`, `---\n${lines.join("\n")}\n---\nDo it.\n`);
}

describe("kinds of failure in names, values and tools", () => {
  test.each(kinds)("$id", async ({ lines, folder = "pdf", code, severity, mended, safe = false }) => {
    const file = skill(lines, folder);
    const { diagnostics } = await analyse([file]);
    const own = diagnostics.filter((diagnostic) => diagnostic.code === code);
    expect(own.map((diagnostic) => diagnostic.severity)).toEqual([severity]);
    const flags = { fix: true, diff: false, unsafeFixes: !safe };
    if (mended === undefined) return;
    const { changed } = await mend([file], analyse, flags);
    expect(changed.map(({ after }) => after.text)).toEqual([skill(mended, folder).text]);
    if (safe) return;
    // What only an unsafe fix writes is left alone without the word of the author.
    const unasked = await mend([file], analyse, { ...flags, unsafeFixes: false });
    expect(unasked.changed).toEqual([]);
  });

  test("H02 a space in parentheses parts no tool", async () => {
    const { subjects, diagnostics } = await analyse([
      skill([name, described, "allowed-tools: Bash(npm test:*) Bash(git diff *) Read"], "pdf"),
    ]);
    expect(subjects[0]?.skill.allowedTools?.map((use) => use.name)).toEqual(["Bash", "Bash", "Read"]);
    expect(diagnostics.filter(({ code }) => code.startsWith("reference/"))).toEqual([]);
  });
});
