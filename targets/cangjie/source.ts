import { emitCangjie } from "../../src/guard/cangjie.ts";
import type { Guard } from "../../src/ir/guard.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { schemaOf } from "../../src/ir/type.ts";
import { cangjieComment, cangjieIdentifier } from "../../src/language/cangjie.ts";
import { lamsOf } from "../../src/ir/children.ts";
import { agentClass } from "./agent.ts";
import { toolFunctions } from "./tools.ts";

/** The package: an identifier, equal to the folder's name below `src`. */
export function packageOf(program: Program): string {
  return cangjieIdentifier(program.name, "snake");
}

/** The one source file of a package: imports, tools, guards, agents, `run`. */
export function sourceText(program: Program): string {
  const lams = lamsOf(program.term);
  const classes = classNames(program, lams);
  const guards = guardsOf(program.term).map((guard, i) => ({ guard, name: `guard${i + 1}` }));
  const tools = new Map(lams.flatMap((lam) => lam.tools.map((tool) => [tool.name, tool] as const)));
  const parts = [
    `package ${packageOf(program)}\n\nimport magic.dsl.*\nimport magic.prelude.*\n`,
    header(program),
    ...toolFunctions([...tools.values()]),
    ...guardFunctions(guards),
    ...lams.map((lam, i) => agentClass(program, lam, classes[i] ?? "Agent")),
    runFunction(program.term, lams, classes, guards),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function header(program: Program): string {
  return program.skills
    .map((skill) => cangjieComment(headerOf(skill)))
    .map((text) => `${text}\n`)
    .join("");
}

function headerOf(skill: Skill): string {
  const lines = [`${skill.name}: ${skill.description}`];
  if (skill.input.kind !== "str") lines.push(`Input: ${JSON.stringify(schemaOf(skill.input))}`);
  if (skill.output.kind !== "str") lines.push(`Output: ${JSON.stringify(schemaOf(skill.output))}`);
  return lines.join("\n");
}

/** One class a Lam; names of one program differ. */
function classNames(program: Program, lams: readonly Lam[]): readonly string[] {
  const used = new Set<string>();
  return lams.map((lam) => {
    const base = cangjieIdentifier(
      lams.length === 1 ? `${program.name}-agent` : `${lam.name}-agent`,
      "pascal",
    );
    let name = base;
    for (let i = 2; used.has(name); i++) name = `${base}${i}`;
    used.add(name);
    return name;
  });
}

/** The guards of a term, from the inside out, each once. */
export function guardsOf(term: Term): readonly Guard[] {
  switch (term.kind) {
    case "guard":
      return [...guardsOf(term.term), term.guard];
    case "memory":
    case "skill":
    case "restrict":
      return guardsOf(term.term);
    case "compose":
    case "pair":
    case "par":
      return term.terms.flatMap(guardsOf);
    case "if":
      return [...guardsOf(term.then), ...guardsOf(term.else)];
    case "loop":
      return guardsOf(term.body);
    case "route":
      return [
        ...term.routes.flatMap((route) => guardsOf(route.term)),
        ...(term.default === undefined ? [] : guardsOf(term.default)),
      ];
    case "lam":
    case "tool":
      return [];
  }
}

interface NamedGuard {
  readonly guard: Guard;
  readonly name: string;
}

function guardFunctions(guards: readonly NamedGuard[]): readonly string[] {
  const runtime = new Set<string>();
  const functions = guards.flatMap(({ guard, name }) => {
    const emitted = guard.kind === "rule" ? emitCangjie(guard.predicate, name) : undefined;
    if (emitted === undefined || "because" in emitted) return [];
    for (const part of emitted.runtime.split(/\n(?=func )/))
      if (part.trim() !== "") runtime.add(`${part.trimEnd()}\n`);
    return [emitted.code];
  });
  return [...runtime, ...functions];
}

/** A guard with a Cangjie form, by its function; others are reported and left out. */
function functionOf(guard: Guard, guards: readonly NamedGuard[]): string | undefined {
  const found = guards.find((entry) => entry.guard === guard);
  if (found === undefined || guard.kind !== "rule") return undefined;
  return "because" in emitCangjie(guard.predicate, found.name) ? undefined : found.name;
}

function runFunction(
  term: Term,
  lams: readonly Lam[],
  classes: readonly string[],
  guards: readonly NamedGuard[],
): string {
  const lines: string[] = [];
  let count = 0;
  const fresh = (): string => `answer${++count}`;
  const write = (part: Term, input: string, indent: string): string => {
    switch (part.kind) {
      case "lam": {
        const name = fresh();
        lines.push(`${indent}let ${name} = ${classes[lams.indexOf(part)] ?? "Agent"}().chat(${input})`);
        return name;
      }
      case "compose":
        return part.terms.reduce((value, step) => write(step, value, indent), input);
      case "memory":
      case "skill":
      case "restrict":
        return write(part.term, input, indent);
      case "guard":
        return writeGuard(part, input, indent);
      case "pair":
      case "par": {
        const answers = part.terms.map((step) => write(step, input, indent));
        const name = fresh();
        lines.push(`${indent}let ${name} = String.join([${answers.join(", ")}], delimiter: "\\n")`);
        return name;
      }
      case "route":
      case "if":
      case "loop":
      case "tool":
        // An agent of this form runs its first part; the note of the target says so.
        return write(firstLam(part, lams), input, indent);
    }
  };
  const writeGuard = (part: Extract<Term, { kind: "guard" }>, input: string, indent: string): string => {
    const check = functionOf(part.guard, guards);
    if (check === undefined) return write(part.term, input, indent);
    const [last, left, passed] = [fresh(), `left${count}`, `passed${count}`];
    lines.push(
      `${indent}var ${last} = ""`,
      `${indent}var ${left} = ${part.guard.retry + 1}`,
      `${indent}var ${passed} = false`,
    );
    lines.push(`${indent}while (${left} > 0 && !${passed}) {`);
    const answer = write(part.term, input, `${indent}    `);
    lines.push(
      `${indent}    ${last} = ${answer}`,
      `${indent}    ${passed} = ${check}(${last})`,
      `${indent}    ${left} -= 1`,
      `${indent}}`,
    );
    if (part.guard.onFail === "error") {
      lines.push(
        `${indent}if (!${passed}) {`,
        `${indent}    throw IllegalStateException("the output does not meet the guard of the skill")`,
        `${indent}}`,
      );
    }
    return last;
  };
  const result = write(term, "input", "    ");
  return `public func run(input: String): String {\n${lines.join("\n")}\n    return ${result}\n}\n`;
}

function firstLam(term: Term, lams: readonly Lam[]): Lam {
  const [first] = lamsOf(term);
  const lam = first ?? lams[0];
  if (lam === undefined) throw new Error("skillc: a term without a Lam was emitted to cangjie");
  return lam;
}
