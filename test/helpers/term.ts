import type { Guard } from "../../src/ir/guard.ts";
import { finite, pure } from "../../src/ir/lattice.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { span, textSource } from "../../src/report/source.ts";

/** Terms for tests, with what does not matter filled in. */

const file = textSource("test.yml", "test");

export function lam(model: string, more: Partial<Lam> = {}): Lam {
  return {
    kind: "lam",
    name: "agent",
    model,
    prompt: "",
    temperature: 0,
    maxTokens: 1024,
    maxCalls: 1,
    tools: [],
    hint: undefined,
    skillPrompt: "",
    ...more,
  };
}

export const tool: Term = { kind: "tool", name: "tool", effect: { ...pure, io: finite(["net"]) } };

function ruleGuard(retry: number): Guard {
  const source = { text: "x", at: () => span(file, 0, 1) };
  const predicate = {
    source,
    expr: { kind: "name", start: 0, end: 1 },
    input: { kind: "str" },
    sound: true,
  } as const;
  return { kind: "rule", retry, onFail: "last", merge: "nest", predicate, span: span(file, 0, 1) };
}

export function guarded(term: Term, retry: number): Term {
  return { kind: "guard", guard: ruleGuard(retry), term };
}
