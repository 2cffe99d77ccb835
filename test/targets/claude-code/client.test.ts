import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSkills } from "../../../src/cli/load.ts";
import { compile } from "../../../src/compile.ts";
import { claudeCode } from "../../../targets/claude-code/index.ts";
import { targets } from "../../../targets/index.ts";
import type { Session } from "../../helpers/claude-client.ts";
import { runClaudeCode } from "../../helpers/claude-client.ts";
import { root } from "../../helpers/command.ts";

/** The command of a Claude Code: `CLAUDE_CODE=claude npm test`. */
const command = process.env["CLAUDE_CODE"];
const why = command === undefined ? ", skipped: CLAUDE_CODE names no client" : "";

async function projectOf(folder: string, example: string): Promise<void> {
  process.chdir(root);
  const { files } = await compile(loadSkills([`examples/${example}`]).files, {
    rules: [],
    knownTargets: targets,
    targets: [claudeCode],
  });
  for (const { path, text, copyOf } of files) {
    const place = join(folder, path.slice(path.indexOf("/") + 1));
    mkdirSync(dirname(place), { recursive: true });
    if (copyOf === undefined) writeFileSync(place, text);
  }
}

describe.skipIf(command === undefined)(`Claude Code itself${why}`, () => {
  let project = "";
  let session: Session = { tools: [], prompt: "", results: [] };
  const bash = (text: string): readonly [string, Readonly<Record<string, unknown>>] => [
    "Bash",
    { command: text },
  ];

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), "skillc-project-"));
    await projectOf(project, "careful");
    session = await runClaudeCode(command ?? "", project, [
      bash("echo fine-$((1+1))"),
      bash("psql -c 'drop table x'"),
      bash("mk''fs /dev/null"),
      bash("echo 'open"),
    ]);
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  test("offers its model no tool that the restrict takes away", () => {
    expect(session.tools).toContain("Bash");
    for (const gone of ["Write", "WebFetch", "WebSearch", "NotebookEdit", "Skill", "Agent", "TodoWrite"])
      expect(session.tools).not.toContain(gone);
  });

  test("runs what no pattern finds, and refuses the rest with the reason of the hook", () => {
    const [fine, table, disk, open] = session.results;
    expect(fine).toContain("fine-2");
    expect(table).toContain("careful refuses calls with (?i)DROP");
    expect(disk).toContain("careful refuses calls with mkfs");
    expect(open).toContain("careful: a quote is open");
  });

  test("refuses every call where the program of the hook cannot run", async () => {
    writeFileSync(join(project, ".claude/hooks/careful.cjs"), "throw new Error('broken');\n");
    const { results } = await runClaudeCode(command ?? "", project, [bash("echo fine-$((1+1))")]);
    expect(results[0]).not.toContain("fine-2");
    expect(results[0]).toContain("hook");
  }, 120_000);

  test("lists a skill with its description", async () => {
    const folder = mkdtempSync(join(tmpdir(), "skillc-project-"));
    try {
      await projectOf(folder, "pdf-library");
      const { prompt } = await runClaudeCode(command ?? "", folder, []);
      expect(prompt).toContain("pdf-library");
      expect(prompt).toContain("Reads, splits, merges and fills PDF files with bundled Python scripts.");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
