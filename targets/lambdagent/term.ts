import { lamsOf } from "../../src/ir/children.ts";
import { emitPython } from "../../src/guard/python.ts";
import type { Guard } from "../../src/ir/guard.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { pythonString } from "../../src/language/python.ts";
import { pythonFloat, pythonText, pythonValue } from "./python.ts";

/** The parts of a module that build its term. */
export interface Built {
  /** Prompts: `NAME = "…"`. */
  readonly constants: readonly string[];
  /** `guard_<n>` functions, numbered inside out and in the order of steps. */
  readonly guards: readonly string[];
  /** Support functions of the guards, each once. */
  readonly guardRuntime: readonly string[];
  /** The statements of `build`, one for each term. */
  readonly statements: readonly string[];
  /** The variable that holds the whole term. */
  readonly result: string;
  /** Names to import from lambdagent. */
  readonly constructors: ReadonlySet<string>;
  readonly hasJudge: boolean;
}

interface Scope {
  readonly program: Program;
  readonly severalPrompts: boolean;
  readonly constants: string[];
  readonly guards: string[];
  readonly runtime: Set<string>;
  readonly statements: string[];
  readonly constructors: Set<string>;
  lams: number;
  judges: number;
}

/** Builds a program's term with the constructors of lambdagent, one statement for each term, inside out. */
export function buildTerm(program: Program): Built {
  const scope: Scope = {
    program,
    severalPrompts: lamsOf(program.term).length > 1,
    constants: [],
    guards: [],
    runtime: new Set(),
    statements: [],
    constructors: new Set(),
    lams: 0,
    judges: 0,
  };
  const result = place(program.term, scope);
  return { ...scope, guardRuntime: [...scope.runtime], result, hasJudge: scope.judges > 0 };
}

/** Adds the statements of a term and returns the variable that holds it. */
function place(term: Term, scope: Scope): string {
  switch (term.kind) {
    case "lam":
      return placeLam(term, scope);
    case "tool": {
      const name = pythonString(term.name);
      return assign(scope, "Tool", `_guarded(${name}, tools.get(${name}), ask)`);
    }
    case "if":
      return placeIf(term, scope);
    case "loop": {
      const body = place(term.body, scope);
      const condition = "lambda result, step: False";
      return assign(scope, "Loop", `Loop(${body}, ${condition}, max_steps=${term.maxSteps})`);
    }
    case "route":
      return placeRoute(term, scope);
    case "guard":
      return placeGuard(term.guard, place(term.term, scope), scope);
    case "memory": {
      const store = Object.fromEntries(term.keys.map((key) => [key, ""]));
      return assign(scope, "Memory", `Memory(${place(term.term, scope)}, store=${pythonValue(store)})`);
    }
    // The effect and cost analyses of lambdagent do not look inside its Skill, so a Skill would count as free.
    case "skill":
    case "restrict":
      return place(term.term, scope);
    default: {
      const constructor = { compose: "Compose", pair: "Pair", par: "Par" }[term.kind];
      const parts = term.terms.map((part) => place(part, scope));
      return assign(scope, constructor, `${constructor}(${parts.join(", ")})`);
    }
  }
}

function placeIf(term: Extract<Term, { kind: "if" }>, scope: Scope): string {
  // Without a condition of its own the input decides, as a truth value.
  const condition = term.condition === undefined ? "bool" : place(term.condition, scope);
  const parts = [condition, place(term.then, scope), place(term.else, scope)];
  return assign(scope, "If", `If(${parts.join(", ")})`);
}

function assign(scope: Scope, constructor: string, expression: string): string {
  const variable = `term_${scope.statements.length + 1}`;
  scope.constructors.add(constructor);
  scope.statements.push(`${variable} = ${expression}`);
  return variable;
}

function placeLam(lam: Lam, scope: Scope): string {
  scope.lams += 1;
  const suffix = scope.severalPrompts ? `_${scope.lams}` : "";
  const [own, added] = promptParts(lam);
  scope.constants.push(
    `AGENT_PROMPT${suffix} = ${pythonText(own)}`,
    `SKILL_PROMPT${suffix} = ${pythonText(added)}`,
  );
  const settings = [
    "agent",
    pythonString(lam.name),
    `AGENT_PROMPT${suffix}`,
    `SKILL_PROMPT${suffix}`,
    `model=${pythonString(lam.model)}`,
    `temperature=${pythonFloat(lam.temperature)}`,
    `max_tokens=${lam.maxTokens}`,
  ];
  return assign(scope, "Lam", `_mount(\n${settings.map((setting) => `        ${setting},\n`).join("")}    )`);
}

/** What the agent says by itself, and what skills added to it. */
function promptParts({ prompt, skillPrompt }: Lam): readonly [string, string] {
  const at = prompt.endsWith(skillPrompt) ? prompt.length - skillPrompt.length : 0;
  return [prompt.slice(0, at), prompt.slice(at)];
}

function placeRoute(term: Extract<Term, { kind: "route" }>, scope: Scope): string {
  const classifier = place(term.classifier, scope);
  const routes = term.routes.map((route) => `${pythonString(route.label)}: ${place(route.term, scope)}`);
  const otherwise = term.default === undefined ? "None" : place(term.default, scope);
  return assign(scope, "Route", `Route(${classifier}, {${routes.join(", ")}}, default=${otherwise})`);
}

function placeGuard(guard: Guard, inner: string, scope: Scope): string {
  const name = `guard_${scope.guards.length + 1}`;
  scope.guards.push(
    guard.kind === "rule" ? ruleFunction(guard, name, scope) : judgeFunction(guard, name, scope),
  );
  const onFail = guard.onFail === "last" ? "lambda last: last" : "None";
  return assign(scope, "Guard", `Guard(${inner}, ${name}, retry=${guard.retry}, on_fail=${onFail})`);
}

function ruleFunction(guard: Extract<Guard, { kind: "rule" }>, name: string, scope: Scope): string {
  if (!guard.predicate.sound) return `def ${name}(x):\n    return False`;
  const { code, runtime } = emitPython(guard.predicate, name);
  for (const block of topLevelBlocks(runtime)) scope.runtime.add(block);
  return code.trim();
}

/** Splits module text where a line that is neither blank nor indented follows a blank line. */
export function topLevelBlocks(runtime: string): readonly string[] {
  return runtime
    .split(/\n(?:[ \t]*\n)+(?=[^\s)\]}])/)
    .map((block) => block.trim())
    .filter((block) => block !== "");
}

function judgeFunction(guard: Extract<Guard, { kind: "judge" }>, name: string, scope: Scope): string {
  scope.judges += 1;
  scope.constructors.add("Lam");
  scope.constants.push(`${name.toUpperCase()}_RUBRIC = ${pythonText(guard.rubric)}`);
  const model = pythonString(guard.model ?? scope.program.agent.model);
  return [
    `def ${name}(x):`,
    `    """Whether a model that judges the output by the rubric gives it at least ${pythonFloat(guard.threshold)}."""`,
    `    prompt = _JUDGE_PROMPT + ${name.toUpperCase()}_RUBRIC`,
    `    judge = Lam(${pythonString(name)}, prompt, model=${model}, temperature=0.0, max_tokens=16)`,
    `    return _score(judge(x)) >= ${pythonFloat(guard.threshold)}`,
  ].join("\n");
}
