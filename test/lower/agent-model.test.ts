import { expect, test } from "vitest";
import { check } from "../../src/compile.ts";
import { textOf, textSource } from "../../src/report/source.ts";
import { expectDiagnostics } from "../helpers/diagnostics.ts";

const skill = textSource("pdf/SKILL.md", "---\nname: pdf\ndescription: Fills in forms.\n---\nDo it.\n");

test.each([
  ["model: claude-sonet-4-20250514\n", "claude-sonet-4-20250514"],
  ["model: {name: claude-opsu-4-20250514}\n", "claude-opsu-4-20250514"],
])("a misspelt model of an agent: %s", async (model, written) => {
  const agent = textSource("agent.yml", `name: desk\n${model}`);
  const { diagnostics } = await check([skill], { agent, rules: [], knownTargets: [] });
  expectDiagnostics(diagnostics, [{ code: "lower/unknown-model", at: written, file: "agent.yml" }]);
  expect(diagnostics[0]?.help).toMatch(/^Write `claude-(?:sonnet|opus)-4-20250514`\.$/);
  expect(diagnostics.map(({ span }) => textOf(span))).toEqual([written]);
});

test.each([
  "claude-sonnet-4-20250514",
  "claude-sonnet-5-20260101",
  "gpt-4o-mini",
  "gpt-5",
  "our-own-model",
  "qwen3-max-latest",
])("another model is none: %s", async (model) => {
  const agent = textSource("agent.yml", `name: desk\nmodel: ${model}\n`);
  const { diagnostics } = await check([skill], { agent, rules: [], knownTargets: [] });
  expect(diagnostics).toEqual([]);
});
