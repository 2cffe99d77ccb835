import type { Guard } from "./guard.ts";
import type { Term } from "./term.ts";

/** A term in one line: `Guard(Lam(agent, claude-sonnet-4-20250514), retry 1)`. */
export function termText(term: Term): string {
  switch (term.kind) {
    case "lam":
      return `Lam(${[term.name, term.model, ...toolList(term.tools.map(({ name }) => name))].join(", ")})`;
    case "tool":
      return `Tool(${term.name})`;
    case "compose":
      return `Compose(${term.terms.map(termText).join(", ")})`;
    case "pair":
      return `Pair(${term.terms.map(termText).join(", ")})`;
    case "par":
      return `Par(${term.terms.map(termText).join(", ")})`;
    case "if":
      return `If(${[term.condition, term.then, term.else].map((part) => (part === undefined ? "?" : termText(part))).join(", ")})`;
    case "loop":
      return `Loop(${termText(term.body)}, at most ${term.maxSteps})`;
    case "route":
      return `Route(${[termText(term.classifier), ...term.routes.map((route) => `${route.label}: ${termText(route.term)}`)].join(", ")})`;
    case "guard":
      return `Guard(${[termText(term.term), ...attemptsText(term.guard)].join(", ")})`;
    case "memory":
      return `Memory(${[termText(term.term), ...term.keys].join(", ")})`;
    case "skill":
      return `Skill[${term.name}](${termText(term.term)})`;
    case "restrict":
      return `Restrict[${term.name}](${termText(term.term)})`;
  }
}

function toolList(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`tools ${names.join(" ")}`];
}

function attemptsText(guard: Guard): readonly string[] {
  return [
    ...(guard.kind === "judge" ? ["judge"] : []),
    ...(guard.retry === 0 ? [] : [`retry ${guard.retry}`]),
    ...(guard.onFail === "error" ? ["or error"] : []),
  ];
}
