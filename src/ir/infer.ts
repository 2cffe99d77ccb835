import { lamsOf } from "./children.ts";
import type { Effect, NameSet } from "./effect.ts";
import { finite, join, meet, pure, top } from "./lattice.ts";
import type { Term } from "./term.ts";
import type { Tool } from "./tool.ts";

/** Everything that a term may do. A term of no known kind does not compile; nothing passes as free. */
export function effectOf(term: Term): Effect {
  switch (term.kind) {
    case "lam":
      return join({ ...pure, llm: finite([term.model]) }, ...term.tools.map(effectOfTool));
    case "tool":
      return term.effect;
    case "compose":
    case "pair":
    case "par":
      return join(...term.terms.map(effectOf));
    case "if":
      return join(
        term.condition === undefined ? pure : effectOf(term.condition),
        effectOf(term.then),
        effectOf(term.else),
      );
    case "loop":
      return effectOf(term.body);
    case "route":
      return join(
        effectOf(term.classifier),
        ...term.routes.map((route) => effectOf(route.term)),
        term.default === undefined ? pure : effectOf(term.default),
      );
    case "guard":
      return join(effectOf(term.term), judgeEffect(term));
    case "memory":
      return join({ ...pure, state: finite(term.keys) }, effectOf(term.term));
    case "skill":
      return join(effectOf(term.term), term.effect);
    case "restrict":
      return meet(effectOf(term.term), term.ceiling);
  }
}

/** What `exec` reaches unless the catalogue marks the tool as confined: a process may do all of this. */
const entailedByExec = ["fs.read", "fs.write", "net", "env"];

/** What a tool may do. */
export function effectOfTool(tool: Tool): Effect {
  if (tool.catalogued === false) return top;
  const own = tool.capabilities ?? [`tool:${tool.name}`];
  const entailed = own.includes("exec") && !tool.confined ? entailedByExec : [];
  return { ...pure, io: finite([...own, ...entailed]) };
}

/** A judge asks its own model; without one, the agent's. */
function judgeEffect({ guard, term }: Extract<Term, { kind: "guard" }>): Effect {
  if (guard.kind !== "judge") return pure;
  return { ...pure, llm: guard.model === undefined ? hostsOf(term) : finite([guard.model]) };
}

/** The models of a term's Lam nodes. */
export function hostsOf(term: Term): NameSet {
  return finite(lamsOf(term).map(({ model }) => model));
}
