import type { DeviceModel } from "./device.ts";
import type { Bound, CallCap, Limit } from "./grade.ts";
import { figuresOf } from "./models.ts";
import { childrenOf, lamsOf } from "./children.ts";
import type { Lam, Term } from "./term.ts";

/** Tokens of a text, at most. */
export type SizeOf = (text: string) => number;

/** A token covers at least one UTF-8 byte in every byte-level tokenizer. */
const bytesOf: SizeOf = (text) => new TextEncoder().encode(text).length;

/**
 * What a term costs at most, and how likely it succeeds at least. With models given, a device runs a call on the model
 * of that name, or on its first; otherwise a Lam's own cap and the price table hold. With the tokenizer of the model as
 * `sizeOf`, the bound is nearer; bytes are never too low whatever the tokenizer.
 */
export function boundOf(term: Term, models: readonly DeviceModel[] = [], sizeOf: SizeOf = bytesOf): Bound {
  // What the user types is counted as nothing, and said so in `perCall`.
  const { output: _, ...part } = boundOfTerm(term, { models, sizeOf }, 0);
  return { ...part, perCall: callersOf(term).map((lam) => capOf(lam, modelOf(lam, models))) };
}

/** What calls are made on, and how their texts are measured. */
interface Scale {
  readonly models: readonly DeviceModel[];
  readonly sizeOf: SizeOf;
}

/** Whoever asks a model, judges included, in the order in which they run. */
function callersOf(term: Term): readonly Lam[] {
  if (term.kind === "lam") return [term];
  const inside = childrenOf(term).flatMap(callersOf);
  return term.kind === "guard" && term.guard.kind === "judge"
    ? [...inside, judgeLam(term.guard, term.term)]
    : inside;
}

function modelOf(lam: Lam, models: readonly DeviceModel[]): DeviceModel | undefined {
  return models.find(({ name }) => name === lam.model) ?? models[0];
}

/** `output`: tokens of the text that a part hands on, which is what the next part reads. */
type Part = Omit<Bound, "perCall"> & { readonly output: Limit };

// Role marks and separators around one message. Chat templates that are public use at most eight tokens a message; the
// double of it is never too low.
const tokensPerMessage = 16;

const unit: Part = { p: 1, p_fatal: 0, tokens: 0, latency: 0, money: 0, calls: 0, output: 0 };
// The table's figures for a Tool; it asks no model.
const tool: Part = { ...unit, p: 0.98, p_fatal: 0.02, latency: 0.1 };

/** `input`: tokens that earlier parts hand to this one. */
function boundOfTerm(term: Term, on: Scale, input: Limit): Part {
  const bound = (inner: Term, read: Limit = input): Part => boundOfTerm(inner, on, read);
  switch (term.kind) {
    case "lam":
      return boundOfLam(term, on, input);
    case "tool":
      return tool;
    case "compose":
      return boundOfSteps(bound, stepsOf(term.terms), input);
    case "pair":
    case "par": {
      // Parallel parts may be run one after the other, so time adds up here too.
      const parts = term.terms.map((part) => bound(part));
      const output = parts.map((part) => part.output).reduce(add, 0);
      return { ...parts.reduce(serial, unit), output };
    }
    case "if":
      return serial(
        term.condition === undefined ? unit : bound(term.condition),
        worst([bound(term.then), bound(term.else)]),
      );
    case "loop":
      return boundOfLoop(bound, term.body, term.maxSteps, input);
    case "route": {
      const classifier = bound(term.classifier);
      const branches = term.routes.map((route) => bound(route.term));
      // Without a default, a label that no route has ends the run there; what is handed on is then the label or the input.
      const ended: Part = { ...unit, p: 0, p_fatal: 1, output: larger(input, classifier.output) };
      branches.push(term.default === undefined ? ended : bound(term.default));
      return serial(classifier, worst(branches));
    }
    case "guard":
      return boundOfGuard(term, on, input);
    case "memory": {
      const inner = bound(term.term);
      return { ...inner, latency: add(inner.latency, 0.001) };
    }
    case "skill":
    case "restrict":
      return bound(term.term);
  }
}

/**
 * Call i of a run (from 0) reads the prompt, what the parts before it hand on, and everything that the i calls before it
 * wrote, so n calls take at most n·(bytes + input + overhead + cap) + n(n−1)/2·(cap + overhead) tokens. A token covers at least one UTF-8 byte in every
 * byte-level tokenizer. What tools return is not counted; a run with tools is bounded relative to that.
 */
function boundOfLam(lam: Lam, { models, sizeOf }: Scale, input: Limit): Part {
  const model = modelOf(lam, models);
  const figures = figuresOf(lam.model);
  const { maxTokens } = capOf(lam, model);
  const calls = lam.maxCalls;
  const price = model === undefined ? figures.pricePer1k : model.pricePer1k;
  const seconds = model === undefined ? figures.latency : model.latency;
  const tokens: Limit =
    maxTokens === undefined
      ? "unbounded"
      : add(
          scale(input, calls),
          calls * (sizeOf(lam.prompt) + 2 * tokensPerMessage + maxTokens) +
            ((calls * (calls - 1)) / 2) * (maxTokens + tokensPerMessage),
        );
  return {
    p: lam.hint?.p_useful ?? 0.99,
    p_fatal: lam.hint?.p_fatal ?? 0.01,
    tokens,
    latency: seconds === undefined ? "unbounded" : calls * Math.max(lam.hint?.latency ?? 0, seconds),
    money: price === undefined ? "unbounded" : scale(tokens, price / 1000),
    calls,
    output: maxTokens ?? "unbounded",
  };
}

function capOf(lam: Lam, model: DeviceModel | undefined): CallCap {
  const own = lam.maxTokens;
  const maxTokens =
    model === undefined ? own : model.maxTokens === undefined ? undefined : Math.min(own, model.maxTokens);
  return {
    name: lam.name,
    model: model?.name ?? lam.model,
    maxTokens,
    inputBytes: bytesOf(lam.prompt),
  };
}

/**
 * k attempts, each with the outcomes pass p, try again q = 1 − p − f, and fatal f. Only answers that are drawn anew
 * (temperature above 0) count as independent; then success ≥ p(1−qᵏ)/(1−q) and fatal ≤ f(1−qᵏ)/(1−q). Otherwise success
 * is no likelier than that of one attempt, and each attempt may be the fatal one. A judge is one more call an attempt.
 */
function boundOfGuard({ guard, term }: Extract<Term, { kind: "guard" }>, on: Scale, input: Limit): Part {
  const attempts = 1 + guard.retry;
  const inner = boundOfTerm(term, on, input);
  const judge = guard.kind === "judge" ? boundOfLam(judgeLam(guard, term), on, inner.output) : unit;
  const once = serial(inner, judge);
  return {
    ...outcomes(once, attempts, isDrawnAnew(term)),
    tokens: scale(once.tokens, attempts),
    latency: scale(once.latency, attempts),
    money: scale(once.money, attempts),
    calls: once.calls * attempts,
    output: inner.output,
  };
}

/** The steps of a chain, those of chains inside it too: how they are put in brackets changes nothing. */
function stepsOf(terms: readonly Term[]): readonly Term[] {
  return terms.flatMap((term) => (term.kind === "compose" ? stepsOf(term.terms) : [term]));
}

/**
 * Each step reads what the one before it wrote. A short last step counts as handing on as much as the longest: else one
 * more step could lower the bound of a loop around them.
 */
function boundOfSteps(bound: (step: Term, read: Limit) => Part, steps: readonly Term[], input: Limit): Part {
  const [first, ...others] = steps;
  if (first === undefined) return { ...unit, output: input };
  return others.reduce(
    (done, next) => {
      const part = serial(done, bound(next, done.output));
      return { ...part, output: larger(done.output, part.output) };
    },
    bound(first, input),
  );
}

/** Each round after the first reads what the one before it wrote. */
function boundOfLoop(
  bound: (body: Term, read: Limit) => Part,
  body: Term,
  times: number,
  input: Limit,
): Part {
  if (times === 0) return { ...unit, output: input };
  const first = bound(body, input);
  if (times === 1) return first;
  const next = bound(body, first.output);
  // A body that hands on more than it reads may grow every round.
  const isSteady = next.output === first.output;
  const later = isSteady ? next : bound(body, "unbounded");
  return serial(first, repeat(later, times - 1));
}

/** Whether another attempt is another draw. What a tool answered, it may answer again. */
function isDrawnAnew(term: Term): boolean {
  if (term.kind === "lam") return term.temperature > 0;
  const parts = childrenOf(term);
  return parts.length > 0 && parts.every(isDrawnAnew);
}

function outcomes({ p, p_fatal }: Part, attempts: number, independent: boolean): Pick<Part, "p" | "p_fatal"> {
  const again = Math.max(0, 1 - p - p_fatal);
  // The sum 1 + q + … + q^(k−1): how many attempts are made on average.
  const made = again === 1 ? attempts : (1 - again ** attempts) / (1 - again);
  if (independent) return { p: p * made, p_fatal: Math.min(1, p_fatal * made) };
  return { p, p_fatal: Math.min(1 - p, attempts * p_fatal) };
}

function judgeLam(
  guard: Extract<Extract<Term, { kind: "guard" }>["guard"], { kind: "judge" }>,
  judged: Term,
): Lam {
  const [first] = lamsOf(judged);
  return {
    kind: "lam",
    name: "judge",
    model: guard.model ?? first?.model ?? "",
    prompt: guard.rubric,
    temperature: 0,
    maxTokens: first?.maxTokens ?? 1024,
    maxCalls: 1,
    tools: [],
    hint: undefined,
    skillPrompt: guard.rubric,
  };
}

function serial(a: Part, b: Part): Part {
  return {
    p: a.p * b.p,
    p_fatal: 1 - (1 - a.p_fatal) * (1 - b.p_fatal),
    tokens: add(a.tokens, b.tokens),
    latency: add(a.latency, b.latency),
    money: add(a.money, b.money),
    calls: a.calls + b.calls,
    output: b.output,
  };
}

function repeat(body: Part, times: number): Part {
  return {
    p: body.p ** times,
    p_fatal: 1 - (1 - body.p_fatal) ** times,
    tokens: scale(body.tokens, times),
    latency: scale(body.latency, times),
    money: scale(body.money, times),
    calls: body.calls * times,
    output: body.output,
  };
}

/** Componentwise: no branch is worse in any part. */
function worst(parts: readonly Part[]): Part {
  const [first = unit, ...others] = parts;
  return others.reduce(
    (a, b) => ({
      p: Math.min(a.p, b.p),
      p_fatal: Math.max(a.p_fatal, b.p_fatal),
      tokens: larger(a.tokens, b.tokens),
      latency: larger(a.latency, b.latency),
      money: larger(a.money, b.money),
      calls: Math.max(a.calls, b.calls),
      output: larger(a.output, b.output),
    }),
    first,
  );
}

function add(a: Limit, b: Limit): Limit {
  return a === "unbounded" || b === "unbounded" ? "unbounded" : a + b;
}

function scale(a: Limit, factor: number): Limit {
  return a === "unbounded" ? a : a * factor;
}

function larger(a: Limit, b: Limit): Limit {
  return a === "unbounded" || b === "unbounded" ? "unbounded" : Math.max(a, b);
}
