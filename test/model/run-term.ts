import { figuresOf } from "../../src/ir/models.ts";
import { childrenOf } from "../../src/ir/children.ts";
import type { Lam, Term } from "../../src/ir/term.ts";

/** What one run of a term used, and how many tokens it hands on. */
export interface Used {
  readonly tokens: number;
  readonly seconds: number;
  readonly money: number;
  readonly calls: number;
  readonly output: number;
}

/** What decides a run, and the tokenizer of the models. */
export interface Trace {
  /** In [0, 1): which branch, how many attempts, calls and rounds. */
  readonly draw: () => number;
  /** In [0, 1]: how much of what it may a call writes, and takes of its time. */
  readonly fill: () => number;
  readonly countTokens: (text: string) => number;
}

const nothing: Used = { tokens: 0, seconds: 0, money: 0, calls: 0, output: 0 };

/**
 * One run, step by step, as a machine makes it: every answer is as long as the trace says, a guard tries until the trace
 * says that an answer passed or was fatal, a loop ends when it says so. Shares no formula with the bound.
 */
export function runTerm(term: Term, input: number, trace: Trace): Used {
  const run = (inner: Term, read: number): Used => runTerm(inner, read, trace);
  switch (term.kind) {
    case "lam":
      return ask(term, input, trace);
    case "tool":
      return { ...nothing, seconds: 0.1 * trace.fill() };
    case "compose":
      return term.terms.reduce((done, next) => then(done, run(next, done.output)), {
        ...nothing,
        output: input,
      });
    case "pair":
    case "par":
      return aside(
        term.terms.map((part) => run(part, input)),
        trace,
      );
    case "if": {
      const decided = term.condition === undefined ? nothing : run(term.condition, input);
      return then(decided, run(trace.draw() < 0.5 ? term.then : term.else, input));
    }
    case "loop": {
      let done = { ...nothing, output: input };
      for (let left = Math.ceil(trace.draw() * term.maxSteps); left > 0; left--)
        done = then(done, run(term.body, done.output));
      return done;
    }
    case "route": {
      const label = run(term.classifier, input);
      const branches = [...term.routes.map((route) => route.term), term.default];
      const chosen = branches[Math.floor(trace.draw() * branches.length)];
      return chosen === undefined ? label : then(label, run(chosen, input));
    }
    case "guard":
      return attempt(term, input, trace);
    case "memory": {
      const inside = run(term.term, input);
      return { ...inside, seconds: inside.seconds + 0.001 * trace.fill() };
    }
    case "skill":
    case "restrict":
      return run(term.term, input);
  }
}

// Role marks and separators: no public chat template takes more than eight tokens a message.
const mostMarks = 8;

/** A run of one model: each call reads the prompt, what it is given, and all that the calls before it wrote. */
function ask(lam: Lam, input: number, { draw, fill, countTokens }: Trace): Used {
  const figures = figuresOf(lam.model);
  const seconds = Math.max(lam.hint?.latency ?? 0, figures.latency);
  let used = nothing;
  let history = 0;
  for (let left = 1 + Math.floor(draw() * lam.maxCalls); left > 0; left--) {
    const output = Math.round(fill() * lam.maxTokens);
    const marks = Math.round(2 * mostMarks * fill());
    const tokens = countTokens(lam.prompt) + marks + input + history + output;
    const call = {
      tokens,
      seconds: seconds * fill(),
      money: (tokens / 1000) * figures.pricePer1k,
      calls: 1,
      output,
    };
    used = then(used, call);
    history += output + mostMarks;
  }
  return used;
}

function attempt({ guard, term }: Extract<Term, { kind: "guard" }>, input: number, trace: Trace): Used {
  let used = nothing;
  for (let left = 1 + Math.floor(trace.draw() * (guard.retry + 1)); left > 0; left--) {
    const answer = runTerm(term, input, trace);
    used = then(used, answer);
    if (guard.kind !== "judge") continue;
    const first = firstLam(term);
    const judge: Lam = {
      kind: "lam",
      name: "judge",
      model: guard.model ?? first?.model ?? "",
      prompt: guard.rubric,
      temperature: 0,
      maxTokens: first?.maxTokens ?? 1024,
      maxCalls: 1,
      tools: [],
      hint: undefined,
      skillPrompt: "",
    };
    used = { ...then(used, ask(judge, answer.output, trace)), output: answer.output };
  }
  return used;
}

function firstLam(term: Term): Lam | undefined {
  if (term.kind === "lam") return term;
  for (const child of childrenOf(term)) {
    const found = firstLam(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function then(a: Used, b: Used): Used {
  return {
    tokens: a.tokens + b.tokens,
    seconds: a.seconds + b.seconds,
    money: a.money + b.money,
    calls: a.calls + b.calls,
    output: b.output,
  };
}

/** Parts side by side; where the machine has one lane, they run one after the other. */
function aside(parts: readonly Used[], { draw }: Trace): Used {
  const sum = parts.reduce(then, nothing);
  const oneLane = draw() < 0.5;
  return {
    ...sum,
    seconds: oneLane ? sum.seconds : parts.reduce((most, { seconds }) => Math.max(most, seconds), 0),
    output: parts.reduce((all, { output }) => all + output, 0),
  };
}
