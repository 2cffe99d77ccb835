import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "../../src/compile.ts";
import { isInShard } from "../../src/lower/shard.ts";
import { sortDiagnostics } from "../../src/report/diagnostic.ts";
import { toJson } from "../../src/report/json.ts";
import { sourceFile } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";
import { skillc, withFolder } from "../helpers/command.ts";

const parameters = { seed: 42, numRuns: Math.min(Number(process.env["FC_RUNS"] ?? 100), 1000) };

/** Skills that share names, descriptions and mistakes, so that rules over all of them have something to say. */
const trees = fc.array(
  fc.record({
    folder: fc.constantFrom("a", "b", "c", "d", "e/f", "e/g", "h", "i"),
    name: fc.constantFrom("notes", "note", "review", "Review", ""),
    description: fc.constantFrom("Writes notes. Use when notes are asked for.", "Reads.", ""),
    body: fc.constantFrom(
      "Do it.\n",
      "See [x](missing.md).\n",
      "rm -rf / \n",
      "<!-- skillc-ignore name/format: is so -->\n",
    ),
  }),
  { minLength: 1, maxLength: 8 },
);

test("what all shards report is what one run reports", async () => {
  const law = fc.asyncProperty(trees, fc.integer({ min: 1, max: 7 }), async (tree, count) => {
    const paths = new Map(
      tree.map(({ folder, name, description, body }) => [
        `${folder}/SKILL.md`,
        `---\nname: ${name}\ndescription: ${description}\n---\n${body}`,
      ]),
    );
    const files = [...paths].map(([path, text]) =>
      sourceFile({ path, bytes: new TextEncoder().encode(text) }),
    );
    const options = { rules, knownTargets: [], today: "2026-01-01" };
    const whole = await check(files, options);
    const parts = await Promise.all(
      Array.from({ length: count }, (_, i) => check(files, { ...options, shard: { index: i + 1, count } })),
    );
    const merged = sortDiagnostics(parts.flatMap(({ diagnostics }) => diagnostics));
    expect(merged.map(toJson)).toEqual(whole.diagnostics.map(toJson));
    expect(parts.reduce((sum, { subjects }) => sum + subjects.length, 0)).toBe(whole.subjects.length);
  });
  await fc.assert(law, parameters);
});

test("each skill is in one shard, and a shard takes its share", () => {
  const ids = Array.from({ length: 1000 }, (_, i) => `skills/skill-${i}`);
  for (const count of [1, 2, 3, 7]) {
    const sizes = Array.from(
      { length: count },
      (_, i) => ids.filter((id) => isInShard(id, { index: i + 1, count })).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1000);
    for (const size of sizes) expect(Math.abs(size - 1000 / count)).toBeLessThan(120);
  }
});

describe("the command", () => {
  function shards(folder: string, count: number): readonly string[] {
    return Array.from({ length: count }, (_, i) => {
      const { stdout } = skillc(["check", "skills", "--format", "json", "--shard", `${i + 1}/${count}`], {
        cwd: folder,
      });
      const path = join(folder, `${i}.json`);
      writeFileSync(path, stdout);
      return path;
    });
  }

  function project(folder: string): void {
    cpSync("examples", join(folder, "skills"), { recursive: true });
    mkdirSync(join(folder, "skills/broken"));
    writeFileSync(join(folder, "skills/broken/SKILL.md"), "---\nname: [\n---\nDo it.\n");
  }

  test("joins the reports of shards into the report of one run", () => {
    withFolder((folder) => {
      project(folder);
      const whole = skillc(["check", "skills", "--format", "json"], { cwd: folder });
      for (const count of [1, 3]) {
        const merged = skillc(["report", "merge", ...shards(folder, count), "--format", "json"]);
        expect(merged).toEqual(whole);
      }
      expect(whole.status).toBe(1);
    });
  });

  test("says which report is missing, given twice, or none at all", () => {
    withFolder((folder) => {
      project(folder);
      const [first = "", second = ""] = shards(folder, 2);
      expect(skillc(["report", "merge", first])).toMatchObject({
        status: 2,
        stdout: "",
        stderr: "skillc: the report of shard 2/2 is missing\n",
      });
      expect(skillc(["report", "merge", first, second, second]).stderr).toBe(
        "skillc: the report of shard 2/2 is given 2 times\n",
      );
      expect(skillc(["report", "merge", "package.json"]).stderr).toContain(
        '"package.json" is no report of a shard',
      );
      expect(skillc(["check", "--shard", "3/2"]).stderr).toContain("such as 1/4");
    });
  });
});
