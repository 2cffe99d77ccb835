import { defaultAgent } from "../../src/ir/agent.ts";
import type { Agent } from "../../src/ir/agent.ts";
import type { Effect, NameSet } from "../../src/ir/effect.ts";
import type { PermissionChange, Program } from "../../src/ir/program.ts";
import type { DenyPattern, Restrict, Skill } from "../../src/ir/skill.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import type { Tool } from "../../src/ir/tool.ts";
import { str } from "../../src/ir/type.ts";
import { span, textSource } from "../../src/report/source.ts";
import type { Span } from "../../src/report/source.ts";

/** A place for things that a test writes by hand. */
export const anywhere: Span = span(textSource("skill.yml", "name: test\n"), 0, 4);

const none: NameSet = { kind: "finite", names: [] };
const all: NameSet = { kind: "cofinite", names: [] };

export const pure: Effect = { llm: none, io: none, state: none };
export const everything: Effect = { llm: all, io: all, state: all };

/** A skill with everything absent but what a test gives. */
export function skillWith(parts: Partial<Skill> = {}): Skill {
  return {
    kind: "skill",
    id: "test",
    name: "test",
    description: "Tests.",
    version: undefined,
    file: "skill.yml",
    files: ["skill.yml"],
    enabled: true,
    prompt: { kind: "text", text: "Do it." },
    input: str,
    output: str,
    tools: [],
    optionalTools: [],
    mcpScopes: [],
    allowedTools: undefined,
    stateKeys: [],
    effectHint: undefined,
    guard: undefined,
    costHint: undefined,
    restrict: undefined,
    hooks: [],
    steps: [],
    scripts: [],
    evidence: [],
    contract: { inputSchema: undefined, outputSchema: undefined, rest: {} },
    about: {
      license: undefined,
      compatibility: undefined,
      allowedTools: undefined,
      metadata: [],
      others: [],
      bundled: [],
    },
    features: [],
    spans: {
      whole: anywhere,
      name: anywhere,
      description: anywhere,
      prompt: anywhere,
      input: anywhere,
      output: anywhere,
      tools: anywhere,
      effectHint: anywhere,
      guard: anywhere,
      costHint: anywhere,
      stateKeys: anywhere,
      restrict: anywhere,
    },
    ...parts,
  };
}

export function toolWith(name: string, capabilities?: readonly string[], parts: Partial<Tool> = {}): Tool {
  return {
    name,
    ...(capabilities === undefined ? {} : { capabilities }),
    risk: "low",
    confined: false,
    devices: {},
    ...parts,
  };
}

export function lamWith(parts: Partial<Lam> = {}): Lam {
  return {
    kind: "lam",
    name: "agent",
    model: "claude-sonnet-4-20250514",
    prompt: "Do it.",
    temperature: 0,
    maxTokens: 1024,
    maxCalls: 1,
    tools: [],
    hint: undefined,
    skillPrompt: "",
    ...parts,
  };
}

/** A program with one skill, whose term is given. */
export function programWith(parts: {
  readonly name?: string;
  readonly term: Term;
  readonly skills?: readonly Skill[];
  readonly agent?: Partial<Agent>;
  readonly tools?: readonly Tool[];
  readonly permissionDiff?: readonly PermissionChange[];
}): Program {
  return {
    name: parts.name ?? "test",
    agent: { ...defaultAgent, ...parts.agent },
    skills: parts.skills ?? [skillWith({ name: parts.name ?? "test" })],
    term: parts.term,
    effect: pure,
    catalogue: new Map((parts.tools ?? []).map((tool) => [tool.name, tool])),
    permissionDiff: parts.permissionDiff ?? [],
  };
}

export function denyPattern(
  regex: string,
  action: "ask" | "deny",
  parts: { readonly tools?: readonly string[]; readonly field?: string } = {},
): DenyPattern {
  return {
    regex,
    action,
    tools: parts.tools?.map((name) => ({ name, span: anywhere })),
    field: parts.field,
    span: anywhere,
    at: () => anywhere,
  };
}

export function restrictWith(parts: {
  readonly allow?: readonly string[];
  readonly patterns?: readonly DenyPattern[];
}): Restrict {
  return {
    ceiling: undefined,
    allowTools: parts.allow?.map((name) => ({ name, span: anywhere })),
    denyPatterns: parts.patterns ?? [],
    span: anywhere,
  };
}

/** A restrict around a term. */
export function restrictTerm(
  restrict: Restrict,
  term: Term,
  ceiling: Effect = everything,
  name = "careful",
): Term {
  return { kind: "restrict", name, restrict, ceiling, term };
}
