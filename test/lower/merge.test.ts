import { describe, expect, test } from "vitest";
import { parseGuard } from "../../grammar/parse.ts";
import { printGuard } from "../../grammar/print.ts";
import type { Guard } from "../../src/ir/guard.ts";
import type { Term } from "../../src/ir/term.ts";
import { compilePredicate } from "../../src/guard/evaluate.ts";
import { textOf } from "../../src/report/source.ts";
import { lowered } from "../helpers/pipeline.ts";

type Rule = Extract<Guard, { kind: "rule" }>;

function guardsIn(term: Term): readonly Rule[] {
  if (term.kind === "guard")
    return term.guard.kind === "rule" ? [term.guard, ...guardsIn(term.term)] : guardsIn(term.term);
  return term.kind === "skill" || term.kind === "memory" || term.kind === "restrict"
    ? guardsIn(term.term)
    : [];
}

/** The guards of an agent with skills of these predicates mounted on it, outermost first. */
async function merged(...predicates: readonly string[]): Promise<readonly Rule[]> {
  const skills = predicates.map((predicate, i): [string, string] => [
    `s${i}`,
    `name: s${i}\ndescription: Does it. Use for it.\nprompt: Do.\ninterface: {guard: {predicate: ${JSON.stringify(predicate)}, retry: ${i}, merge: and}}\n`,
  ]);
  const list = skills.map(([name]) => name).join(", ");
  const { programs, diagnostics } = await lowered(Object.fromEntries(skills), {
    agent: `name: desk\nskills: [${list}]\n`,
  });
  expect(diagnostics).toEqual([]);
  const whole = programs.find((program) => program.whole === true);
  if (whole === undefined) throw new Error("no agent");
  return guardsIn(whole.term);
}

describe("guards that are merged", () => {
  test.each([
    [["'a' in x", "'b' in x"]],
    [["'a' in x or 'b' in x", "'c' in x"]],
    [["'a' in x", "'b' in x or 'c' in x"]],
    [["'a' in x or 'd' in x", "'b' in x or 'c' in x", "len(x) > 3"]],
    [["not 'a' in x", "not ('b' in x)"]],
  ])("%j hold together, and their text says what their tree says", async (predicates) => {
    const guards = await merged(...predicates);
    expect(guards).toHaveLength(1);
    const [guard] = guards;
    if (guard === undefined) throw new Error("no guard");
    expect(guard.retry).toBe(predicates.length - 1);

    const { source, expr } = guard.predicate;
    const again = parseGuard(source);
    expect(again.diagnostics).toEqual([]);
    const parts = await Promise.all(predicates.map((predicate) => merged(predicate)));
    const holds = (text: string): boolean =>
      parts.every(([part]) => part !== undefined && compilePredicate(part.predicate)(text).value);
    for (const text of ["", "a", "b", "c", "d", "ab", "ac", "bc", "abcd", "aaaa", "zzzz", "dccc"]) {
      expect(compilePredicate(guard.predicate)(text).value, text).toBe(holds(text));
      expect(
        compilePredicate({ ...guard.predicate, expr: again.value })(text).value,
        `read again: ${text}`,
      ).toBe(holds(text));
    }
    expect(printGuard(expr)).not.toBe("");
  });

  test("a place in the whole is a place in the part that wrote it", async () => {
    const [guard] = await merged("'a' in x", "'b' in x");
    const source = guard?.predicate.source;
    for (const part of ["'a'", "'b'"]) {
      const at = source?.text.indexOf(part) ?? -1;
      expect(at).not.toBe(-1);
      expect(source && textOf(source.at(at, at + part.length))).toBe(part);
    }
  });
});
