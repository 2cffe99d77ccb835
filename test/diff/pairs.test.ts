import { describe, expect, test } from "vitest";
import { countTokens } from "../../src/cli/tokens.ts";
import { check } from "../../src/compile.ts";
import type { Placed, SkillDiff } from "../../src/diff/trees.ts";
import { diffTrees, versionProblem } from "../../src/diff/trees.ts";
import { gradeOf } from "../../src/ir/estimate.ts";
import { textSource } from "../../src/report/source.ts";

type Tree = Readonly<Record<string, string>>;

async function placed(
  tree: Tree,
): Promise<{ readonly skills: readonly Placed[]; readonly catalogue: Parameters<typeof diffTrees>[2] }> {
  const files = Object.entries(tree).map(([path, text]) => textSource(path, text));
  const { programs, setting } = await check(files, { rules: [], knownTargets: [] });
  const skills = programs.flatMap(({ skills: [skill], term }) => {
    if (skill === undefined) return [];
    const content = skill.files.map((path) => tree[path]).join("\0");
    return [{ skill, grade: gradeOf(term, countTokens), content, place: skill.id }];
  });
  return { skills, catalogue: setting.catalogue };
}

async function diff(before: Tree, after: Tree): Promise<readonly SkillDiff[]> {
  const [old, now] = [await placed(before), await placed(after)];
  return diffTrees(old.skills, now.skills, now.catalogue);
}

const head = "name: s\nversion: 1.2.0\ndescription: Does s. Use for s.\n";
const skill = (rest: string): Tree => ({ "s/skill.yml": `${head}prompt: Do it.\n${rest}` });

interface Told {
  readonly changes: readonly (readonly [string, string, unknown?])[];
  readonly bump: string;
  readonly least: string | undefined;
}

/** The changes of the only skill: code, bump and witness; and the least version that allows them. */
async function told(before: Tree, after: Tree): Promise<Told> {
  const [first, ...rest] = await diff(before, after);
  if (first === undefined || rest.length > 0) throw new Error("one skill is expected");
  const { changes, bump, permission } = first;
  return {
    changes: changes.map(({ diagnostic, bump: one, witness }) =>
      witness === undefined ? [diagnostic.code, one] : [diagnostic.code, one, witness.value],
    ),
    bump,
    least: permission.allowed ? undefined : permission.least,
  };
}

describe("one pair for each kind of change", () => {
  test("input narrowed: a value that was taken is refused", async () => {
    const { changes, bump, least } = await told(
      skill("interface: {input_type: 'Union[Str, Bool]'}\n"),
      skill("interface: {input_type: Str}\n"),
    );
    expect(changes.map(([code]) => code)).toEqual(["diff/input-narrowed"]);
    expect(typeof changes[0]?.[2]).toBe("boolean");
    expect([bump, least]).toEqual(["major", "2.0.0"]);
  });

  test("input widened: nobody is broken", async () => {
    const { changes, bump, least } = await told(
      skill("interface: {input_type: Str}\n"),
      skill("interface: {input_type: 'Union[Str, Bool]'}\n"),
    );
    expect(changes.map(([code]) => code)).toEqual(["diff/input-widened"]);
    expect([bump, least]).toEqual(["minor", "1.3.0"]);
  });

  test("output widened: an answer may come that was none", async () => {
    const { changes, bump } = await told(
      skill("output_schema: {type: object, required: [a], properties: {a: {type: string}}}\n"),
      skill("output_schema: {type: object, properties: {a: {type: string}}}\n"),
    );
    expect(changes.map(([code]) => code)).toEqual(["diff/output-widened"]);
    expect(changes[0]?.[2]).toEqual(expect.not.objectContaining({ a: expect.anything() as unknown }));
    expect(bump).toBe("major");
  });

  test("output narrowed: every answer is one of before", async () => {
    const { changes, bump } = await told(
      skill("output_schema: {type: [string, 'null']}\n"),
      skill("output_schema: {type: string}\n"),
    );
    expect(changes).toEqual([["diff/output-narrowed", "minor", null]]);
    expect(bump).toBe("minor");
  });

  test("new tool: its owner has to agree", async () => {
    const { changes, bump } = await told(
      skill("requires: {tools: [ReadFile]}\n"),
      skill("requires: {tools: [ReadFile, WebFetch]}\n"),
    );
    expect(changes).toEqual([["diff/new-tool", "major"]]);
    expect(bump).toBe("major");
  });

  test("new grant: a question that is no longer asked", async () => {
    const md = (tools: string): Tree => ({
      "s/SKILL.md": `---\nname: s\ndescription: Does s. Use for s.\nallowed-tools: ${tools}\n---\nDo it.\n`,
    });
    expect((await told(md("Read"), md("Read Bash"))).changes).toEqual([["diff/new-grant", "major"]]);
    expect((await told(md("Read Bash"), md("Read"))).changes).toEqual([["diff/prompt", "patch"]]);
  });

  test("wider effect: a script where there was none, and back", async () => {
    const script = { ...skill(""), "s/scripts/run.py": "import os\nos.remove('a')\n" };
    expect((await told(skill(""), script)).changes).toContainEqual(["diff/wider-effect", "major"]);
    expect((await told(script, skill(""))).changes).toContainEqual(["diff/narrower-effect", "minor"]);
  });

  test("dearer grade: a longer answer; cheaper is a patch", async () => {
    const hint = (tokens: number, p: number): Tree =>
      skill(`interface: {cost_hint: {tokens: ${tokens}, money: 0.01, latency: 2, p_useful: ${p}}}\n`);
    expect(await told(hint(1000, 0.9), hint(1500, 0.9))).toEqual({
      changes: [["diff/dearer", "minor"]],
      bump: "minor",
      least: "1.3.0",
    });
    expect(await told(hint(1000, 0.8), hint(1000, 0.9))).toEqual({
      changes: [["diff/cheaper", "patch"]],
      bump: "patch",
      least: "1.2.1",
    });
    // Less than a tenth is taken for wording.
    expect((await told(hint(1000, 0.9), hint(1050, 0.9))).changes).toEqual([["diff/prompt", "patch"]]);
  });

  const guard = (predicate: string, rest = ""): Tree =>
    skill(`interface: {guard: {predicate: ${JSON.stringify(predicate)}${rest}}}\n`);

  test("weaker guard: automata give a text that only the new one accepts", async () => {
    const { changes, bump } = await told(
      guard("'ok' in x and regex(x, r'^# [a-z]+$')"),
      guard("regex(x, r'^# [a-z]+$')"),
    );
    expect(changes).toEqual([["diff/weaker-guard", "major", "# a"]]);
    expect(bump).toBe("major");
  });

  test("weaker guard: a search finds a text where lengths decide", async () => {
    const { changes } = await told(guard("'ok' in x and len(x) > 20"), guard("'ok' in x and len(x) > 10"));
    expect(changes.map(([code]) => code)).toEqual(["diff/weaker-guard"]);
    const text = String(changes[0]?.[2]);
    expect(text).toContain("ok");
    expect(text.length).toBeGreaterThan(10);
    expect(text.length).toBeLessThanOrEqual(20);
  });

  test("stronger guard: a text that is refused now", async () => {
    expect((await told(guard("'a' in x or 'b' in x"), guard("'a' in x"))).changes).toEqual([
      ["diff/stronger-guard", "minor", "b"],
    ]);
  });

  test("another guard: both, each with its text; the same in other words: neither, and it is proved", async () => {
    const codes = (await told(guard("'a' in x"), guard("'b' in x"))).changes;
    expect(codes).toEqual([
      ["diff/weaker-guard", "major", "b"],
      ["diff/stronger-guard", "minor", "a"],
    ]);
    expect((await told(guard("'a' in x"), guard("not ('a' not in x)"))).changes).toEqual([
      ["diff/guard-changed", "patch"],
    ]);
  });

  test("no guard any more, and a failure that is handed on: a text that was refused", async () => {
    const gone = await told(guard("'a' in x"), skill(""));
    expect(gone.changes[0]).toEqual(["diff/weaker-guard", "major", ""]);
    const last = await told(guard("'a' in x", ", on_fail: error"), guard("'a' in x", ", on_fail: last"));
    expect(last.changes).toEqual([["diff/weaker-guard", "major", ""]]);
    const error = await told(guard("'a' in x", ", on_fail: last"), guard("'a' in x", ", on_fail: error"));
    expect(error.changes).toEqual([["diff/fails-with-error", "major"]]);
  });

  test("name changed: nobody finds it under the old one", async () => {
    const renamed = { "s/skill.yml": `${head.replace("name: s", "name: t")}prompt: Do it.\n` };
    expect(await told(skill(""), renamed)).toEqual({
      changes: [["diff/renamed", "major"]],
      bump: "major",
      least: "2.0.0",
    });
  });

  test("invocation changed: no model calls it any more; or another description", async () => {
    const md = (rest: string): Tree => ({
      "s/SKILL.md": `---\nname: s\ndescription: Does s. Use for s.\n${rest}---\nDo it.\n`,
    });
    expect((await told(md(""), md("disable-model-invocation: true\n"))).changes).toEqual([
      ["diff/invocation", "major"],
    ]);
    expect((await told(md("disable-model-invocation: true\n"), md(""))).changes).toEqual([
      ["diff/invocation", "minor"],
    ]);
    const described = { "s/SKILL.md": "---\nname: s\ndescription: Does s well. Use for s.\n---\nDo it.\n" };
    expect((await told(md(""), described)).changes).toEqual([["diff/invocation", "minor"]]);
  });

  test("skill removed and skill added", async () => {
    const a = { "a/skill.yml": head.replace("name: s", "name: a") + "prompt: A.\n" };
    const b = { "b/skill.yml": head.replace("name: s", "name: b") + "prompt: B.\n" };
    const c = { "c/skill.yml": head.replace("name: s", "name: c") + "prompt: C.\n" };
    const diffs = await diff({ ...a, ...b }, { ...a, ...c });
    expect(
      diffs.map(({ changes, bump }) => [changes.map(({ diagnostic }) => diagnostic.code), bump]),
    ).toEqual([
      [[], "none"],
      [["diff/removed"], "major"],
      [["diff/added"], "minor"],
    ]);
    expect(diffs.map(versionProblem).map((problem) => problem?.code)).toEqual([
      undefined,
      "diff/version",
      undefined,
    ]);
    const announced = { "b/skill.yml": `${b["b/skill.yml"]}metadata: {status: deprecated}\n` };
    expect((await diff({ ...a, ...announced }, a)).map(versionProblem)).toEqual([undefined, undefined]);
  });

  test("looser restrict: a command that was denied; tighter the other way round", async () => {
    const restrict = (regexes: readonly string[], tools: string): Tree => ({
      "s/skill.yml": `${head}interface: {restrict: {allow_tools: [${tools}], deny_patterns: [${regexes.map((regex) => `{regex: '${regex}', action: deny}`).join(", ")}]}}\n`,
    });
    expect((await told(restrict(["rm +-r"], "Bash"), restrict(["rm +-rf"], "Bash"))).changes).toEqual([
      ["diff/looser-restrict", "major", "rm -r"],
    ]);
    expect((await told(restrict(["rm +-rf"], "Bash"), restrict(["rm +-r"], "Bash"))).changes).toEqual([
      ["diff/tighter-restrict", "minor", "rm -r"],
    ]);
    expect((await told(restrict([], "ReadFile"), restrict([], "ReadFile, WebFetch"))).changes).toEqual([
      ["diff/looser-restrict", "major"],
      ["diff/looser-restrict", "major"],
    ]);
  });

  test("a type that is not decided counts as breaking, and says why", async () => {
    const pattern = (text: string): Tree => skill(`input_schema: {type: string, format: ${text}}\n`);
    const { changes, bump } = await told(pattern("uri"), pattern("email"));
    // A format is an annotation for some readers and a check for others; nothing is claimed of it.
    expect(["diff/type-undecided", "diff/prompt"]).toContain(changes[0]?.[0]);
    expect(["major", "patch"]).toContain(bump);
  });

  test("the same text is no change; another sentence is a patch", async () => {
    expect(await told(skill(""), skill(""))).toEqual({ changes: [], bump: "none", least: undefined });
    const reworded = { "s/skill.yml": `${head}prompt: Do it now.\n` };
    expect(await told(skill(""), reworded)).toEqual({
      changes: [["diff/prompt", "patch"]],
      bump: "patch",
      least: "1.2.1",
    });
  });
});
