import { expect, test } from "vitest";
import { compile } from "../../../src/compile.ts";
import { textSource } from "../../../src/report/source.ts";
import { lambdagent } from "../../../targets/lambdagent/index.ts";
import { runPython } from "../../helpers/python.ts";

const skillMd = `---
name: pdf
description: Reads PDF files.
license: MIT
allowed-tools: Read Bash(git:*)
metadata: {owner: docs, "it's": "\\"x\\""}
model: opus
---
Do it.
`;

const contract = `requires: {tools: [ReadFile], optional_tools: [Sudo], mcp_scopes: [search/find]}
interface:
  output_type: {type: object, properties: {a: {type: integer}}}
  effect_hint: io
  cost_hint: {tokens: 100}
errors: [{code: NOT_FOUND, retry: false}]
timeout_ms: 500
examples: [Read it.]
`;

test("a module says all that a skill says of itself", async () => {
  const sources = [textSource("pdf/SKILL.md", skillMd), textSource("pdf/skill.yml", contract)];
  const { files, analysis } = await compile(sources, {
    rules: [],
    knownTargets: [lambdagent],
    targets: [lambdagent],
  });
  const emitted = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const [skill] = runPython(`done(load("pdf/pdf.py").SKILLS)`, emitted, null) as readonly unknown[];
  expect(skill).toMatchObject({
    name: "pdf",
    description: "Reads PDF files.",
    output_schema: { type: "object", properties: { a: { type: "integer" } } },
    requires: { tools: ["ReadFile"], optional_tools: ["Sudo"], mcp_scopes: ["search/find"] },
    about: {
      license: "MIT",
      allowed_tools: "Read Bash(git:*)",
      metadata: { owner: "docs", "it's": '"x"' },
      others: { model: "opus" },
    },
    contract: { errors: [{ code: "NOT_FOUND", retry: false }], timeout_ms: 500 },
  });
  const [lowered] = analysis.programs.flatMap(({ skills }) => skills);
  if (lowered === undefined || lambdagent.carries === undefined) throw new Error("no skill");
  for (const field of ["license", "metadata.owner", "model", "requires.tools", "errors", "prompt"]) {
    expect(lambdagent.carries(field, lowered), field).toBe(true);
  }
  for (const field of ["examples", "interface.effect_hint", "interface.cost_hint", "./scripts/a.py"]) {
    expect(lambdagent.carries(field, lowered), field).not.toBe(true);
  }
});
