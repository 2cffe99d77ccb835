import type { Lam, Term } from "./term.ts";

/** The terms directly inside a term, in the order in which they run. */
export function childrenOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case "lam":
    case "tool":
      return [];
    case "compose":
    case "pair":
    case "par":
      return term.terms;
    case "if":
      return [term.condition, term.then, term.else].filter((part) => part !== undefined);
    case "loop":
      return [term.body];
    case "route":
      return [term.classifier, ...term.routes.map((route) => route.term), term.default].filter(
        (part) => part !== undefined,
      );
    case "guard":
    case "memory":
    case "skill":
    case "restrict":
      return [term.term];
  }
}

/** The same term with each of its children changed. */
export function mapChildren(term: Term, change: (child: Term) => Term): Term {
  switch (term.kind) {
    case "lam":
    case "tool":
      return term;
    case "compose":
    case "pair":
    case "par":
      return { ...term, terms: term.terms.map(change) };
    case "if":
      return {
        ...term,
        condition: term.condition && change(term.condition),
        then: change(term.then),
        else: change(term.else),
      };
    case "loop":
      return { ...term, body: change(term.body) };
    case "route":
      return {
        ...term,
        classifier: change(term.classifier),
        routes: term.routes.map((route) => ({ ...route, term: change(route.term) })),
        default: term.default && change(term.default),
      };
    case "guard":
    case "memory":
    case "skill":
    case "restrict":
      return { ...term, term: change(term.term) };
  }
}

/** The Lam nodes of a term, from left to right. */
export function lamsOf(term: Term): readonly Lam[] {
  return term.kind === "lam" ? [term] : childrenOf(term).flatMap(lamsOf);
}

/** The same term with each Lam changed. */
export function mapLams(term: Term, change: (lam: Lam) => Lam): Term {
  return term.kind === "lam" ? change(term) : mapChildren(term, (child) => mapLams(child, change));
}
