import type { Grade } from "./grade.ts";
import { figuresOf } from "./models.ts";
import type { Lam, Term } from "./term.ts";

/** Counts the tokens of a text with one pinned tokenizer; an estimate for other models. */
export type CountTokens = (text: string) => number;

/** The expected grade: the published formulas, equal to lambdagent's `estimate_cost` term by term. */
export function gradeOf(term: Term, countTokens: CountTokens): Grade {
  const grade = (inner: Term): Grade => gradeOf(inner, countTokens);
  switch (term.kind) {
    case "lam":
      return gradeOfLam(term, countTokens);
    case "tool":
      return toolGrade;
    case "compose":
      return term.terms.map(grade).reduce(serial, unit);
    case "pair":
    case "par":
      return term.terms.map(grade).reduce(parallel, unit);
    case "if": {
      const branch = dearest([grade(term.then), grade(term.else)]);
      return term.condition === undefined ? branch : serial(grade(term.condition), branch);
    }
    case "loop":
      return iterate(grade(term.body), term.maxSteps);
    case "route": {
      const routes = [
        ...term.routes.map((route) => route.term),
        ...(term.default === undefined ? [] : [term.default]),
      ];
      return serial(grade(term.classifier), dearest(routes.map(grade)));
    }
    case "guard":
      return gradeOfGuard(term, grade(term.term), countTokens);
    case "memory": {
      const inner = grade(term.term);
      return { ...inner, latency: inner.latency + memoryLatency };
    }
    case "skill":
    case "restrict":
      return grade(term.term);
  }
}

// The figures below are lambdagent 0.1.0's own.
const toolGrade: Grade = { p: 0.98, p_fatal: 0.02, tokens: 0, latency: 0.1, money: 0 };
const lamSuccess = 0.99;
const lamFatal = 0.01;
const memoryLatency = 0.001;

const unit: Grade = { p: 1, p_fatal: 0, tokens: 0, latency: 0, money: 0 };

function gradeOfLam({ model, hint, skillPrompt }: Lam, countTokens: CountTokens): Grade {
  const figures = figuresOf(model);
  const tokens = hint?.tokens ?? figures.tokens + (hint === undefined ? countTokens(skillPrompt) : 0);
  return {
    p: hint?.p_useful ?? lamSuccess,
    p_fatal: hint?.p_fatal ?? lamFatal,
    tokens,
    latency: hint?.latency ?? figures.latency,
    money: hint?.money ?? (tokens / 1000) * figures.pricePer1k,
  };
}

function gradeOfGuard(
  { guard, term }: Extract<Term, { kind: "guard" }>,
  inner: Grade,
  countTokens: CountTokens,
): Grade {
  const attempts = 1 + guard.retry;
  const once = guard.kind === "judge" ? serial(inner, gradeOfJudge(guard, term, countTokens)) : inner;
  return {
    p: 1 - (1 - once.p) ** attempts,
    p_fatal: once.p_fatal,
    tokens: once.tokens * attempts,
    latency: once.latency * attempts,
    money: once.money * attempts,
  };
}

/** A judge is one call each attempt, with the rubric as its prompt. */
function gradeOfJudge(
  { model, rubric }: Extract<Extract<Term, { kind: "guard" }>["guard"], { kind: "judge" }>,
  judged: Term,
  countTokens: CountTokens,
): Grade {
  const figures = figuresOf(model ?? firstModel(judged) ?? "");
  const tokens = figures.tokens + countTokens(rubric);
  return {
    p: lamSuccess,
    p_fatal: lamFatal,
    tokens,
    latency: figures.latency,
    money: (tokens / 1000) * figures.pricePer1k,
  };
}

function firstModel(term: Term): string | undefined {
  switch (term.kind) {
    case "lam":
      return term.model;
    case "guard":
    case "memory":
    case "skill":
    case "restrict":
      return firstModel(term.term);
    case "compose":
    case "pair":
    case "par":
      return term.terms.map(firstModel).find((model) => model !== undefined);
    case "tool":
    case "if":
    case "loop":
    case "route":
      return undefined;
  }
}

function serial(a: Grade, b: Grade): Grade {
  return {
    p: a.p * b.p,
    p_fatal: 1 - (1 - a.p_fatal) * (1 - b.p_fatal),
    tokens: a.tokens + b.tokens,
    latency: a.latency + b.latency,
    money: a.money + b.money,
  };
}

function parallel(a: Grade, b: Grade): Grade {
  return { ...serial(a, b), latency: Math.max(a.latency, b.latency) };
}

/** A step that never fails fatally still ends a loop: a tenth of its failures, as lambdagent has it. */
function iterate(body: Grade, steps: number): Grade {
  const fatal = body.p_fatal === 0 ? (1 - body.p) * 0.1 : body.p_fatal;
  return {
    p: (1 - fatal) ** steps,
    p_fatal: 1 - (1 - body.p_fatal) ** steps,
    tokens: body.tokens * steps,
    latency: body.latency * steps,
    money: body.money * steps,
  };
}

function dearest(grades: readonly Grade[]): Grade {
  const [first = unit, ...others] = grades;
  return others.reduce((most, grade) => (grade.money > most.money ? grade : most), first);
}
