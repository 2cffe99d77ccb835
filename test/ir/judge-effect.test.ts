import { expect, test } from "vitest";
import type { Guard } from "../../src/ir/guard.ts";
import { effectOf } from "../../src/ir/infer.ts";
import { finite, join, pure } from "../../src/ir/lattice.ts";
import type { Term } from "../../src/ir/term.ts";
import { span, textSource } from "../../src/report/source.ts";
import { lam } from "../helpers/term.ts";

const place = span(textSource("test.yml", "test"), 0, 1);

function judged(term: Term, model: string | undefined): Term {
  const guard: Guard = {
    kind: "judge",
    retry: 0,
    onFail: "last",
    merge: "nest",
    rubric: "Every claim has a source.",
    model,
    threshold: 0.7,
    span: place,
  };
  return { kind: "guard", guard, term };
}

const agent = lam("claude-sonnet-4-20250514");

test("a judge outside of the agent's models is an effect of its own", () => {
  const expected = join(effectOf(agent), { ...pure, llm: finite(["gpt-4o"]) });
  expect(effectOf(judged(agent, "gpt-4o"))).toEqual(expected);
  expect(expected).not.toEqual(effectOf(agent));
});

test("a judge that is one of the agent's models, or names none, adds nothing", () => {
  expect(effectOf(judged(agent, "claude-sonnet-4-20250514"))).toEqual(effectOf(agent));
  expect(effectOf(judged(agent, undefined))).toEqual(effectOf(agent));
});
