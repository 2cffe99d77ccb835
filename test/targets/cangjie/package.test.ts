import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../../src/compile.ts";
import { textSource } from "../../../src/report/source.ts";
import { rules } from "../../../src/rules/index.ts";
import { cangjie } from "../../../targets/cangjie/index.ts";
import type { CangjieToken } from "../../helpers/cangjie.ts";
import { lexCangjie } from "../../helpers/cangjie.ts";

const options = { rules, knownTargets: [cangjie], targets: [cangjie] };

async function emit(skill: string): Promise<{ readonly source: string; readonly codes: readonly string[] }> {
  const { files, analysis } = await compile([textSource("grader/skill.yml", skill)], options);
  const source = files.find(({ path }) => path.endsWith(".cj"))?.text ?? "";
  return { source, codes: analysis.diagnostics.map(({ code }) => code) };
}

function balanced(tokens: readonly CangjieToken[]): boolean {
  const open: string[] = [];
  for (const { kind, text } of tokens) {
    if (kind !== "mark") continue;
    if ("([{".includes(text)) open.push(text);
    const pair = { ")": "(", "]": "[", "}": "{" }[text];
    if (pair !== undefined && open.pop() !== pair) return false;
  }
  return open.length === 0;
}

test("a small package, written out by hand from the facts of the macros", async () => {
  const { source } = await emit(`name: grader
version: 1.2.0
description: Grades essays. Use to grade essays.
prompt: {action: Read., purpose: Learn., expectation: "Answer \${x}."}
requires: {tools: [ReadFile]}
interface:
  guard: {predicate: "'verdict' in x and len(x) > 20", retry: 1, on_fail: error}
`);
  expect(source).toBe(`package grader

import magic.dsl.*
import magic.prelude.*

// grader: Grades essays. Use to grade essays.

@tool[description: "Reads a text file.", parameters: { path: "path" }]
func readFile(path: String): String {
    throw UnsupportedException("the tool ReadFile is not implemented on this device")
}

func lengthOf(text: String): Int64 {
    var count = 0
    for (_ in text.runes()) {
        count++
    }
    return count
}

func guard1(x: String): Bool {
    return (x.contains("verdict") && (lengthOf(x) > 20))
}

@agent[
    model: "anthropic:claude-sonnet-4-20250514",
    description: "Grades essays. Use to grade essays.",
    executor: "tool-loop",
    temperature: 0.0,
    tools: [readFile]
]
public class GraderAgent {
    @prompt[pattern: APE](
        action: "Read.",
        purpose: "Learn.",
        expectation: "Answer \\\${x}."
    )
}

public func run(input: String): String {
    var answer1 = ""
    var left1 = 2
    var passed1 = false
    while (left1 > 0 && !passed1) {
        let answer2 = GraderAgent().chat(input)
        answer1 = answer2
        passed1 = guard1(answer1)
        left1 -= 1
    }
    if (!passed1) {
        throw IllegalStateException("the output does not meet the guard of the skill")
    }
    return answer1
}
`);
});

test("a guard without a Cangjie form is left out with a note", async () => {
  const { source, codes } = await emit(`name: grader
description: Grades essays. Use to grade essays.
prompt: Grade.
interface: {guard: {predicate: "'agree' in x.lower()"}}
`);
  expect(codes).toContain("target/cangjie-guard");
  expect(source).not.toContain("func guard1");
});

test("an agent whose form has no Cangjie text yet is noted", async () => {
  const agent = textSource(
    "agent.yml",
    "name: desk\ntype: router\nrouter: {classifier: c, routes: {a: Do a., b: Do b.}}\n",
  );
  const skill = textSource(
    "grader/skill.yml",
    "name: grader\ndescription: Grades essays. Use to grade.\nprompt: Grade.\n",
  );
  const { analysis } = await compile([skill], { ...options, agent });
  expect(analysis.diagnostics.map(({ code }) => code)).toContain("target/cangjie-agent");
});

test("no text of a skill breaks out of the source", async () => {
  const hostile = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("${x}", '"', "*/", '"""', "\\", "\n//", "$", "\r", "😀", "')", "\u2028"),
  );
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (prompt, description) => {
      const skill = `name: grader\ndescription: ${JSON.stringify(`Grades. ${description}`)}\nprompt: ${JSON.stringify(`Do. ${prompt}`)}\n`;
      const { source } = await emit(skill);
      fc.pre(source !== "");
      const tokens = lexCangjie(source);
      expect(balanced(tokens)).toBe(true);
      expect(
        tokens
          .filter(({ kind }) => kind === "string")
          .map(({ text }) => text)
          .join(""),
      ).toContain("Do.");
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 150) },
  );
});
