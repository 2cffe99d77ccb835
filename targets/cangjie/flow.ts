import type { Guard } from "../../src/ir/guard.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { cangjieString } from "../../src/language/cangjie.ts";

/** How the agents of a term are asked. */
export interface Flow {
  /** An expression of type String over `input`. */
  readonly result: string;
  /** The functions and values that it uses, inside out. */
  readonly declarations: readonly string[];
}

export interface FlowParts {
  readonly classOf: (lam: Lam) => string;
  readonly functionOf: ReadonlyMap<Guard, string>;
  /** A name that is free in the package. */
  readonly declare: (name: string) => string;
}

interface Scope extends FlowParts {
  readonly declarations: string[];
}

/** Writes a term without obstacles as functions from text to text. */
export function flowOf(term: Term, parts: FlowParts): Flow {
  const scope: Scope = { ...parts, declarations: [] };
  const result = ask(term, "input", false, scope);
  return { result, declarations: scope.declarations };
}

/** The expression that gives `input` to a term; `remembers` inside a memory. */
function ask(term: Term, input: string, remembers: boolean, scope: Scope): string {
  switch (term.kind) {
    case "lam":
      return `${instanceOf(term, remembers, scope)}.chat(${input})`;
    case "memory":
      return ask(term.term, input, true, scope);
    case "skill":
    case "restrict":
      return ask(term.term, input, remembers, scope);
    case "compose":
      return askInTurn(term.terms, input, remembers, scope);
    case "guard":
      return `${attempts(term, remembers, scope)}(${input})`;
    case "route":
      return `${choice(term, remembers, scope)}(${input})`;
    default:
      throw new Error(
        `skillc: the cangjie target met a term of the kind ${term.kind} that it had not refused`,
      );
  }
}

/** An agent that remembers is made once, so that it keeps the conversation between calls. */
function instanceOf(lam: Lam, remembers: boolean, scope: Scope): string {
  const className = scope.classOf(lam);
  if (!remembers) return `${className}()`;
  const name = scope.declare(className.charAt(0).toLowerCase() + className.slice(1));
  scope.declarations.push(`let ${name} = ${className}()`);
  return name;
}

/** Agents in a row are a LinearGroup; a guard between them needs its own function. */
function askInTurn(terms: readonly Term[], input: string, remembers: boolean, scope: Scope): string {
  const agents = terms.map(plainAgent);
  if (agents.length > 1 && agents.every((agent) => agent !== undefined)) {
    const members = agents.map((agent) => instanceOf(agent.lam, remembers || agent.remembers, scope));
    return `(${members.join(" |> ")}).chat(AgentRequest(${input})).content`;
  }
  return terms.reduce((previous, term) => ask(term, previous, remembers, scope), input);
}

function plainAgent(term: Term): { readonly lam: Lam; readonly remembers: boolean } | undefined {
  if (term.kind === "lam") return { lam: term, remembers: false };
  if (term.kind !== "memory" && term.kind !== "skill" && term.kind !== "restrict") return undefined;
  const inside = plainAgent(term.term);
  return inside && { lam: inside.lam, remembers: inside.remembers || term.kind === "memory" };
}

/** A guarded term: k = 1 + retry attempts, then the last output or an exception. */
function attempts(
  { guard, term }: Extract<Term, { kind: "guard" }>,
  remembers: boolean,
  scope: Scope,
): string {
  const inside = ask(term, "input", remembers, scope);
  const test = scope.functionOf.get(guard);
  if (test === undefined) throw new Error("skillc: the cangjie target has no function for a guard");
  const name = scope.declare(test.replace("guard", "attempt"));
  const count = 1 + guard.retry;
  const failure = `The guard refuses ${count === 1 ? "the output" : `the outputs of ${count} attempts`}.`;
  scope.declarations.push(
    [
      `func ${name}(input: String): String {`,
      '    var output = ""',
      `    for (_ in 0..${count}) {`,
      `        output = ${inside}`,
      `        if (${test}(output)) {`,
      "            return output",
      "        }",
      "    }",
      guard.onFail === "last"
        ? "    return output"
        : `    throw IllegalStateException(${cangjieString(failure)})`,
      "}",
    ].join("\n"),
  );
  return name;
}

/** The classifier's answer, trimmed, is the label of a route. */
function choice(
  { classifier, routes, default: otherwise }: Extract<Term, { kind: "route" }>,
  remembers: boolean,
  scope: Scope,
): string {
  const label = ask(classifier, "input", remembers, scope);
  const cases = routes.map(
    ({ label: text, term }) =>
      `        case ${cangjieString(text)} => ${ask(term, "input", remembers, scope)}`,
  );
  const rest =
    otherwise === undefined
      ? `throw IllegalStateException(${cangjieString("No route has the label that the classifier answers.")})`
      : ask(otherwise, "input", remembers, scope);
  const name = scope.declare("choose");
  scope.declarations.push(
    [
      `func ${name}(input: String): String {`,
      `    let label = ${label}.trimAscii()`,
      "    return match (label) {",
      ...cases,
      `        case _ => ${rest}`,
      "    }",
      "}",
    ].join("\n"),
  );
  return name;
}
