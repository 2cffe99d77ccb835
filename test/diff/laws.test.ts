import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "../../src/cli/tokens.ts";
import { check } from "../../src/compile.ts";
import { atLeast } from "../../src/diff/change.ts";
import type { Placed, SkillDiff } from "../../src/diff/trees.ts";
import { diffTrees } from "../../src/diff/trees.ts";
import { gradeOf } from "../../src/ir/estimate.ts";
import { textSource } from "../../src/report/source.ts";

const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 60) };

interface Parts {
  readonly tools: readonly string[];
  readonly optional: readonly string[];
  readonly guard: string | undefined;
  readonly output: string;
  readonly input: string;
  readonly tokens: number;
  readonly state: readonly string[];
}

const parts: fc.Arbitrary<Parts> = fc.record({
  tools: fc.subarray(["ReadFile", "WriteFile", "WebFetch", "Bash"]),
  optional: fc.subarray(["KBSearch"]),
  guard: fc.option(fc.constantFrom("'a' in x", "'a' in x and 'b' in x", "len(x) > 4", "regex(x, r'^a')"), {
    nil: undefined,
  }),
  output: fc.constantFrom("Str", "'Union[Str, Bool]'", "Int", "Float"),
  input: fc.constantFrom("Str", "'Union[Str, Bool]'", "Int", "Float"),
  tokens: fc.constantFrom(100, 1000),
  state: fc.subarray(["notes"]),
});

async function placed(
  made: Parts,
): Promise<{ readonly skill: Placed; readonly catalogue: Parameters<typeof diffTrees>[2] }> {
  const guard =
    made.guard === undefined || made.output === "Int" || made.output === "Float"
      ? ""
      : `, guard: {predicate: "${made.guard}"}`;
  const text = `name: s\nversion: 1.0.0\ndescription: Does s. Use for s.\nprompt: Do it.\nrequires: {tools: [${made.tools.join(", ")}], optional_tools: [${made.optional.join(", ")}]}\ninterface: {input_type: ${made.input}, output_type: ${made.output}, state_keys: [${made.state.join(", ")}], cost_hint: {tokens: ${made.tokens}}${guard}}\n`;
  const { programs, setting } = await check([textSource("s/skill.yml", text)], {
    rules: [],
    knownTargets: [],
  });
  const [program] = programs;
  const [skill] = program?.skills ?? [];
  if (program === undefined || skill === undefined) throw new Error("nothing to compare");
  const grade = gradeOf(program.term, countTokens);
  return { skill: { skill, grade, content: text, place: "." }, catalogue: setting.catalogue };
}

async function diff(before: Parts, after: Parts): Promise<SkillDiff> {
  const [old, now] = [await placed(before), await placed(after)];
  const [found] = diffTrees([old.skill], [now.skill], now.catalogue);
  if (found === undefined) throw new Error("nothing was compared");
  return found;
}

test("a skill does not differ from itself", async () => {
  await fc.assert(
    fc.asyncProperty(parts, async (made) => {
      expect((await diff(made, made)).bump).toBe("none");
    }),
    settings,
  );
});

test("a new tool, a wider output and a narrower input are breaking, whatever else changes", async () => {
  await fc.assert(
    fc.asyncProperty(parts, parts, async (before, after) => {
      const { bump, changes } = await diff(before, after);
      const codes = changes.map(({ diagnostic }) => diagnostic.code);
      const isNew = [...after.tools, ...after.optional].some(
        (tool) => ![...before.tools, ...before.optional].includes(tool),
      );
      expect(codes.includes("diff/new-tool")).toBe(isNew);
      // Values of each type: a text, a bool, a whole number, a number.
      const values: Readonly<Record<string, readonly string[]>> = {
        Str: ["text"],
        "'Union[Str, Bool]'": ["text", "bool"],
        Int: ["whole"],
        Float: ["whole", "number"],
      };
      const beyond = (one: string, other: string): boolean =>
        (values[one] ?? []).some((value) => !(values[other] ?? []).includes(value));
      expect(codes.includes("diff/output-widened")).toBe(beyond(after.output, before.output));
      expect(codes.includes("diff/output-narrowed")).toBe(beyond(before.output, after.output));
      expect(codes.includes("diff/input-narrowed")).toBe(beyond(before.input, after.input));
      expect(codes.includes("diff/input-widened")).toBe(beyond(after.input, before.input));
      expect(codes.includes("diff/dearer")).toBe(after.tokens > before.tokens);
      if (isNew || beyond(after.output, before.output) || beyond(before.input, after.input))
        expect(atLeast(bump, "major")).toBe(true);
    }),
    settings,
  );
});

test("what one way takes away, the other way adds", async () => {
  const mirror: Readonly<Record<string, string>> = {
    "diff/input-narrowed": "diff/input-widened",
    "diff/output-narrowed": "diff/output-widened",
    "diff/weaker-guard": "diff/stronger-guard",
    "diff/dearer": "diff/cheaper",
  };
  await fc.assert(
    fc.asyncProperty(parts, parts, async (one, other) => {
      const codes = async (a: Parts, b: Parts): Promise<ReadonlySet<string>> =>
        new Set((await diff(a, b)).changes.map(({ diagnostic }) => diagnostic.code));
      const [there, back] = [await codes(one, other), await codes(other, one)];
      for (const [code, opposite] of Object.entries(mirror)) {
        expect(there.has(code), code).toBe(back.has(opposite));
        expect(there.has(opposite), opposite).toBe(back.has(code));
      }
    }),
    settings,
  );
});
