import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPredicate } from "../../src/guard/check.ts";
import { parseGuard } from "../../grammar/parse.ts";
import { check } from "../../src/compile.ts";
import { lowerSkill } from "../../src/lower/skill.ts";
import { groupSkills } from "../../src/manifest/discover.ts";
import { readSkill } from "../../src/manifest/read.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import type { SourceFile, Span } from "../../src/report/source.ts";
import { sourceFile } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";
import { targets } from "../../targets/index.ts";

const settings = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

const skillMd = `---
name: grade
description: "Grades essays. Use when \\u2014 asked."
allowed-tools: Bash(git log:*), Read
metadata:
  version: '1.0'
---
# Grade

Do it.
`;
const skillYml = `version: 1.10
requires: {tools: [ReadFile, WriteFile], optional_tools: [Bash], mcp_scopes: [github/search]}
interface:
  input_type: Str
  output_type: Tuple[Int, Union[Str, Bool]]
  effect_hint: {io: [fs.read, net]}
  state_keys: [notes]
  guard:
    kind: rule
    predicate: >-
      'a' in x
      and (regex(x, r'^[a-z]+$') or len(x) > 3)
    retry: 2
    on_fail: error
    merge: and
  cost_hint: {tokens: 100, p_useful: 0.9, p_fatal: 0.05}
output_schema: {type: object, properties: {score: {type: integer}}, required: [score]}
steps:
  - {name: a, prompt: b, requires: {tools: [Read]}, guard: {rubric: Is it good?, threshold: 0.5}}
`;
const restrictYml = `name: careful
description: Keeps to reading. Use always.
interface:
  input_type: {type: object, properties: {score: {type: number}}}
  restrict:
    effect_ceiling: io
    allow_tools: [ReadFile]
    deny_patterns: [{regex: 'rm\\s+-rf', action: ask, tools: [Bash], field: command}]
prompt: x
`;
const agentYml = `name: desk
model: {name: gpt-4o, temperature: 0.5}
mcp: {localTools: [ReadFile]}
skills: [grade, {restrict: careful, inside: true}]
`;
const deviceYml = `name: watch
target: cangjie
effect: {io: [fs.read]}
tools: {ReadFile: readFile}
models: [{name: m, tokens_per_call: 400, max_tokens: 512, latency: 0.8, price_per_1k: 0}]
budget: {tokens: 4000, p_min: 0.9}
permissions: []
`;
const toolsYml = `ReadFile: {capabilities: [fs.read], risk: low, confined: true, parameters: {type: object}, devices: {watch: r}}
`;

const words =
  "---|\n|\r\n|\r|: |- |\t|\"|'|[|]|{|}|#| #|&a |*a|!t |<<: |? |> |>-\n|\\|%|`|,|  |\0|\u2028|\ufeff|é|𝒳|name|x|null|~|true|1.5|-1|1e999|.nan|[]|{}|[a]|{a: b}|Tuple[|Union[Str]|None|interface:\n|guard:\n|regex(x, '(')|x in x|not |len(|pure|__proto__|constructor|toString|"
    .split("|")
    .concat("|");
const piece = fc.constantFrom(...words);

/** A manifest with a few of its pieces replaced; lines, values and single characters. */
function mutated(valid: string): fc.Arbitrary<string> {
  const lines = valid.split("\n");
  const cut = fc
    .tuple(fc.nat(valid.length), fc.nat(12), fc.array(piece, { maxLength: 3 }))
    .map(([at, length, parts]) => valid.slice(0, at) + parts.join("") + valid.slice(at + length));
  const line = fc
    .tuple(fc.nat(lines.length - 1), fc.array(piece, { maxLength: 4 }))
    .map(([at, parts]) => lines.with(at, (lines[at] ?? "").replace(/:.*/, `: ${parts.join("")}`)).join("\n"));
  const values = [...valid.matchAll(/[\w.]+(?=[,\]}\n])|\[[^\]]*\]|\{[^{}]*\}/g)];
  const one = fc.tuple(fc.nat(values.length - 1), piece).map(([i, word]) => {
    const match = values[i];
    if (match === undefined) return valid;
    return valid.slice(0, match.index) + word + valid.slice(match.index + match[0].length);
  });
  return fc.oneof(fc.constant(valid), cut, line, one, one);
}

function expectInside(spans: Iterable<Span>): void {
  for (const { file, start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(file.text.length);
  }
}

function* spansIn(diagnostics: readonly Diagnostic[]): Iterable<Span> {
  for (const { span, related, fix } of diagnostics) {
    yield span;
    for (const one of related) yield one.span;
    for (const edit of fix?.edits ?? []) yield edit.span;
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const fileOf = (path: string, text: string): SourceFile => sourceFile({ path, bytes: encode(text) });

describe("reading and lowering with the real guard language", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.string({ unit: "binary", maxLength: 200 }).map(encode),
    fc.array(piece, { maxLength: 60 }).map((parts) => encode(parts.join(""))),
    mutated(skillMd).map(encode),
    mutated(skillYml).map(encode),
    mutated(restrictYml).map(encode),
  );

  test.each(["SKILL.md", "skill.yml"])("any %s is lowered, and every place is inside its file", (name) => {
    fc.assert(
      fc.property(bytes, (given) => {
        const [source] = groupSkills([sourceFile({ path: `grade/${name}`, bytes: given })]);
        if (source === undefined) throw new Error("the skill is not counted");
        const manifest = readSkill(source);
        const skill = lowerSkill(manifest.value, { parseGuard, checkPredicate });
        expectInside(spansIn([...manifest.diagnostics, ...skill.diagnostics]));
        expectInside([...Object.values(skill.value.spans), ...skill.value.features.map(({ span }) => span)]);
      }),
      settings,
    );
  });
});

describe("the whole front of the compiler, with every rule", () => {
  test("mutated skills, agents, devices and catalogues raise nothing, and give the same answer twice", async () => {
    const inputs = fc.record({
      skillMd: mutated(skillMd),
      skillYml: mutated(skillYml),
      restrict: mutated(restrictYml),
      agent: mutated(agentYml),
      device: mutated(deviceYml),
      tools: mutated(toolsYml),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async (texts) => {
        const run = (): ReturnType<typeof check> =>
          check(
            [
              fileOf("grade/SKILL.md", texts.skillMd),
              fileOf("grade/skill.yml", texts.skillYml),
              fileOf("careful/skill.yml", texts.restrict),
            ],
            {
              agent: fileOf("agent.yml", texts.agent),
              devices: [fileOf("watch.yml", texts.device)],
              tools: fileOf("tools.yml", texts.tools),
              rules,
              knownTargets: targets,
              targets,
            },
          );
        const { diagnostics } = await run();
        expectInside(spansIn(diagnostics));
        for (const { message, help } of diagnostics)
          expect(`${message}${help ?? ""}`).not.toMatch(/undefined|\[object/);
        const shown = (found: readonly Diagnostic[]): readonly string[] =>
          found.map(({ code, span, message }) => `${code} ${span.start} ${message}`);
        expect(shown((await run()).diagnostics)).toEqual(shown(diagnostics));
      }),
      settings,
    );
  });
});
