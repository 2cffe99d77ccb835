import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePredicate } from "../../../src/guard/evaluate.ts";
import { childrenOf } from "../../../src/ir/children.ts";
import { gradeOf } from "../../../src/ir/estimate.ts";
import type { Guard } from "../../../src/ir/guard.ts";
import { effectOf } from "../../../src/ir/infer.ts";
import type { Program } from "../../../src/ir/program.ts";
import type { Lam, Term } from "../../../src/ir/term.ts";
import { lambdagent } from "../../../targets/lambdagent/index.ts";
import { configGuard } from "../../../targets/lambdagent/validator.ts";
import { guardOf } from "../../helpers/guards.ts";
import { text } from "../../helpers/guard-texts.ts";
import { lamWith } from "../../helpers/program.ts";
import { runPython } from "../../helpers/python.ts";
import { programs } from "./real-programs.ts";

// The real lambdagent is no part of this repository: LAMBDAGENT_SRC names a checkout of it.
const checkout = process.env["LAMBDAGENT_SRC"];
const source = checkout === undefined ? undefined : resolve(checkout, "src");
const skipped = source === undefined ? " (skipped: LAMBDAGENT_SRC names no checkout of lambdagent)" : "";

/** A program with what the real package is asked about it. */
interface Case {
  readonly program: Program;
  readonly guards: readonly Guard[];
  readonly samples: readonly string[];
  readonly module: string;
  readonly config: string | undefined;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

interface Facts {
  readonly effect: { readonly models: readonly string[]; readonly kinds: readonly string[] };
  readonly grade: readonly number[];
}

interface Answer {
  readonly module: Facts & {
    readonly prompt: string | null;
    readonly guards: Readonly<Record<string, readonly boolean[]>>;
    readonly answers: readonly (string | null)[] | null;
    readonly verdicts: readonly string[];
  };
  readonly config:
    | null
    | (Facts & {
        readonly lint: readonly string[];
        readonly structure: string;
        readonly validator: string | null;
        readonly accepts: readonly boolean[] | null;
        readonly gateway: readonly boolean[] | null;
        readonly prompt: string | null;
      });
}

const samples = fc.sample(text, { seed: 42, numRuns: 60 }).map((each) => each.toWellFormed());
const calls = ["ls", "rm -rf /", "git status && rm -r x"].map((command) => ({
  name: "Bash",
  arguments: { command },
}));

function caseOf(program: Program, i: number): Case {
  const files = lambdagent.emit({ ...program, name: `p${i}` });
  return {
    program,
    guards: guardsOf(program.term),
    samples,
    module: files.find(({ path }) => path.endsWith(".py"))?.path ?? "",
    config: files.find(({ path }) => path.endsWith(".yaml"))?.path,
    files,
  };
}

function guardsOf(term: Term): readonly Guard[] {
  const inside = childrenOf(term).flatMap(guardsOf);
  return term.kind === "guard" ? [...inside, term.guard] : inside;
}

/** Guards by the names of their functions; those of judges would ask a model. */
function ruleGuards({ guards: all }: Case): ReadonlyMap<string, Extract<Guard, { kind: "rule" }>> {
  return new Map(all.flatMap((guard, i) => (guard.kind === "rule" ? [[`guard_${i + 1}`, guard]] : [])));
}

/**
 * The part of a term that the analyses of lambdagent see: neither the tools of a model, nor what a hint says of its
 * cost, nor what a judge does inside its function. It prices gpt-4o as gpt-4.
 */
function seen(term: Term): Term {
  switch (term.kind) {
    case "lam":
      return { ...term, tools: [], hint: undefined, model: term.model.replace("gpt-4o", "gpt-4") };
    case "tool":
      return {
        ...term,
        effect: {
          ...effectOf(lamWith()),
          llm: { kind: "finite", names: [] },
          io: { kind: "finite", names: ["net"] },
        },
      };
    case "compose":
    case "pair":
    case "par":
      return { ...term, terms: term.terms.map(seen) };
    case "if":
      return { ...term, then: seen(term.then), else: seen(term.else) };
    case "loop":
      return { ...term, body: seen(term.body) };
    case "route":
      return {
        ...term,
        classifier: seen(term.classifier),
        routes: term.routes.map(({ label, term: route }) => ({ label, term: seen(route) })),
        default: term.default === undefined ? undefined : seen(term.default),
      };
    case "guard": {
      const guard: Guard =
        term.guard.kind === "rule" ? term.guard : guardOf("x", { retry: term.guard.retry });
      return { ...term, guard, term: seen(term.term) };
    }
    case "memory":
      return { ...term, term: seen(term.term) };
    case "skill":
    case "restrict":
      return seen(term.term);
  }
}

const cases = source === undefined ? [] : (await programs()).map(caseOf);
const answers = source === undefined || cases.length === 0 ? [] : ask(source);

function ask(path: string): readonly Answer[] {
  const files = Object.fromEntries(
    cases.flatMap((each) => each.files.map(({ path: at, text: body }) => [at, body])),
  );
  const script = readFileSync(join(dirname(import.meta.filename), "real.py"), "utf8");
  const asked = cases.map((each) => ({
    module: each.module,
    config: each.config ?? null,
    guards: [...ruleGuards(each).keys()],
    samples: each.samples,
    calls,
    plain: isPlain(each),
  }));
  return runPython(script, files, asked, path) as readonly Answer[];
}

/** One model in one rule guard: what it answers is what the guard makes of the text. */
function isPlain({ program, guards: all }: Case): boolean {
  const { term } = program;
  return all.length === 1 && term.kind === "guard" && term.guard.kind === "rule" && term.term.kind === "lam";
}

function pairs(): readonly (readonly [Case, Answer])[] {
  return cases.flatMap((each, i) => {
    const answer = answers[i];
    return answer === undefined ? [] : [[each, answer] as const];
  });
}

function figure(text_: string): void {
  process.stdout.write(`lambdagent: ${text_}\n`);
}

describe.skipIf(source === undefined)(`the real lambdagent${skipped}`, () => {
  test("is there", () => {
    expect(existsSync(join(source ?? "", "lambdagent/core.py")), source).toBe(true);
  });

  test("imports every module", () => {
    expect(cases.length).toBeGreaterThan(300);
    expect(answers).toHaveLength(cases.length);
    figure(`${answers.length} modules imported and built`);
  });

  test("infers our grades and effects, of what its analyses see", () => {
    for (const [{ program }, { module }] of pairs()) {
      const term = seen(program.term);
      const { p, p_fatal, tokens, latency, money } = gradeOf(term, () => 0);
      const ours = [p, p_fatal, tokens, latency, money];
      expect(close(ours, module.grade), `${program.name}: ${String(ours)} and ${String(module.grade)}`).toBe(
        true,
      );
    }
    figure(`${answers.length} grades equal`);
  });

  test("infers our effects, of what its analyses see", () => {
    let chosen = 0;
    for (const [{ program }, { module }] of pairs()) {
      // Of branches it takes one, whichever its list has last or longest: no set of effects.
      if (hasBranch(program.term)) continue;
      chosen += 1;
      const ours = effectOf(withoutPrices(seen(program.term), program.term));
      const kinds = [
        ...(ours.io.names.length > 0 ? ["io"] : []),
        ...(ours.llm.names.length > 0 ? ["llm"] : []),
        ...(ours.state.names.length > 0 ? ["state"] : []),
      ];
      expect(module.effect, program.name).toEqual({ models: ours.llm.names, kinds });
    }
    figure(`${chosen} effects equal (${answers.length - chosen} terms with branches not compared)`);
  });

  test("runs every guard to our answer", () => {
    let runs = 0;
    for (const [each, { module }] of pairs()) {
      for (const [name, guard] of ruleGuards(each)) {
        const holds = compilePredicate(guard.predicate);
        runs += each.samples.length;
        expect(module.guards[name], guard.predicate.source.text).toEqual(
          each.samples.map((sample) => holds(sample).value),
        );
      }
      if (module.answers !== null) {
        const [guard] = ruleGuards(each).values();
        if (guard?.onFail !== "error") continue;
        const holds = compilePredicate(guard.predicate);
        expect(module.answers).toEqual(each.samples.map((sample) => (holds(sample).value ? sample : null)));
      }
    }
    figure(`${runs} answers of guards equal`);
  });

  test("compiles and lints every configuration, and runs its guard to our answer", () => {
    let compiled = 0;
    let guarded = 0;
    const notes = new Map<string, number>();
    for (const [each, { config }] of pairs()) {
      if (config === null) continue;
      compiled += 1;
      expect(
        config.lint.filter((line) => line.startsWith("ERROR")),
        each.program.name,
      ).toEqual([]);
      for (const line of config.lint) {
        const rule = line.slice(0, line.indexOf(":"));
        notes.set(rule, (notes.get(rule) ?? 0) + 1);
      }
      if (config.accepts === null) continue;
      guarded += 1;
      const guard = each.guards.find(
        (candidate) => "validator" in configGuard(candidate) && candidate.kind === "rule",
      );
      if (guard?.kind !== "rule") throw new Error("a validator of no guard");
      const holds = compilePredicate(guard.predicate);
      expect(config.accepts, config.validator ?? "").toEqual(
        each.samples.map((sample) => holds(sample).value),
      );
    }
    figure(
      `${compiled} configurations compiled, ${guarded} with a guard; lint: ${JSON.stringify([...notes])}`,
    );
  });

  test("has every prompt byte for byte", () => {
    let prompts = 0;
    for (const [{ program }, { module, config }] of pairs()) {
      const term = seen(program.term);
      if (term.kind !== "lam") continue;
      prompts += 1;
      expect(module.prompt).toBe(term.prompt);
      if (config !== null) expect(config.prompt).toBe(term.prompt);
    }
    expect(prompts).toBeGreaterThan(2);
    figure(`${prompts} prompts equal`);
  });

  test("puts a gateway before the tools of a restricted configuration", () => {
    const restricted = pairs().filter(([{ program }]) => program.term.kind === "restrict");
    const gateways = restricted.flatMap(([, { config, module }]) =>
      config === null ? [] : [{ gateway: config.gateway, verdicts: module.verdicts }],
    );
    expect(gateways).toContainEqual({ gateway: [true, true], verdicts: ["allow", "ask", "ask"] });
    expect(gateways).toContainEqual({ gateway: [true, false], verdicts: ["allow", "deny", "deny"] });
  });
});

function close(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => Math.abs(value - (b[i] ?? NaN)) <= 1e-9 * Math.max(1, Math.abs(value)));
}

function hasBranch(term: Term): boolean {
  return term.kind === "if" || term.kind === "route" || childrenOf(term).some(hasBranch);
}

/** The term that is seen, with the models as they are written: only their price is another. */
function withoutPrices(term: Term, original: Term): Term {
  const names = lamsIn(original).map(({ model: name }) => name);
  let at = 0;
  const walk = (each: Term): Term => {
    switch (each.kind) {
      case "lam":
        return { ...each, model: names[at++] ?? "" };
      case "compose":
      case "pair":
      case "par":
        return { ...each, terms: each.terms.map(walk) };
      case "guard":
      case "memory":
        return { ...each, term: walk(each.term) };
      case "loop":
        return { ...each, body: walk(each.body) };
      default:
        return each;
    }
  };
  return walk(term);
}

function lamsIn(term: Term): readonly Lam[] {
  return term.kind === "lam" ? [term] : childrenOf(term).flatMap(lamsIn);
}
