import fc from "fast-check";
import { loadFile, loadSkills } from "../../../src/cli/load.ts";
import { check } from "../../../src/compile.ts";
import type { Guard } from "../../../src/ir/guard.ts";
import { effectOf } from "../../../src/ir/infer.ts";
import type { Program } from "../../../src/ir/program.ts";
import type { Term } from "../../../src/ir/term.ts";
import { lambdagent } from "../../../targets/lambdagent/index.ts";
import { root } from "../../helpers/command.ts";
import { corpusSkills } from "../../helpers/corpus.ts";
import { guardSource } from "../../helpers/guard-sources.ts";
import { guardOf } from "../../helpers/guards.ts";
import { denyPattern, lamWith, programWith, restrictTerm, restrictWith } from "../../helpers/program.ts";

/** Examples alone and on their agent, terms of every kind, guards of every kind, and skills of the corpus. */
export async function programs(): Promise<readonly Program[]> {
  process.chdir(root);
  const options = { rules: [], knownTargets: [lambdagent] };
  const alone = await check(loadSkills(["examples"]).files, options);
  const mounted = await check(loadSkills(["examples"]).files, {
    ...options,
    agent: loadFile("examples/agent.yml"),
  });
  const corpus = corpusSkills();
  const some = corpus.filter((_, i) => i % Math.max(1, Math.floor(corpus.length / 150)) === 0);
  const public_ = await check(
    some.flatMap(({ files }) => files),
    options,
  );
  return [
    ...alone.programs,
    ...mounted.programs,
    ...public_.programs,
    ...fc.sample(anyTerm, { seed: 42, numRuns: 300 }).map((term) => programWith({ term })),
    ...guards().map((guard) => programWith({ term: { kind: "guard", guard, term: lamWith() } })),
    ...(["ask", "deny"] as const).map((action) => {
      const restrict = restrictWith({ patterns: [denyPattern("rm\\s+-r", action)] });
      return programWith({ term: restrictTerm(restrict, lamWith()) });
    }),
    ...hostile.map((prompt) => programWith({ term: lamWith({ prompt }) })),
  ];
}

const hostile = [
  `"""'\\\\" {} {0} %s \\n \\u0041 #`,
  "建议 \u{1f642} \u2028 \u0085 \ufeff \r\n\t",
  `{"a": '\\'}`.repeat(10_000),
];

const model = fc.constantFrom(
  "claude-sonnet-4-20250514",
  "claude-opus-4-20250514",
  "gpt-4",
  "qwen3-max",
  "other",
);

const { anyTerm } = fc.letrec<{ anyTerm: Term; leaf: Term }>((tie) => ({
  leaf: fc.oneof(
    model.map((name): Term => lamWith({ model: name })),
    fc.constant<Term>({ kind: "tool", name: "ReadFile", effect: effectOf(lamWith()) }),
  ),
  anyTerm: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("leaf"),
    fc
      .tuple(fc.constantFrom("compose", "par"), fc.array(tie("anyTerm"), { minLength: 2, maxLength: 3 }))
      .map(([kind, terms]): Term => ({ kind, terms })),
    fc.tuple(tie("anyTerm"), tie("anyTerm")).map((terms): Term => ({ kind: "pair", terms })),
    fc
      .tuple(tie("anyTerm"), fc.nat(3))
      .map(([term, retry]): Term => ({ kind: "guard", guard: guardOf("len(x) > 3", { retry }), term })),
    tie("anyTerm").map((term): Term => ({ kind: "memory", keys: ["k"], term })),
    fc
      .tuple(tie("anyTerm"), fc.integer({ min: 1, max: 9 }))
      .map(([body, maxSteps]): Term => ({ kind: "loop", body, maxSteps })),
    fc
      .tuple(tie("anyTerm"), tie("anyTerm"))
      .map(([then, other]): Term => ({ kind: "if", condition: undefined, then, else: other })),
    fc
      .tuple(tie("anyTerm"), fc.array(tie("anyTerm"), { minLength: 1, maxLength: 3 }))
      .map(([classifier, terms]): Term => ({
        kind: "route",
        classifier,
        routes: terms.map((term, i) => ({ label: `r${i}`, term })),
        default: undefined,
      })),
  ),
}));

function guards(): readonly Guard[] {
  return fc.sample(guardSource, { seed: 42, numRuns: 400 }).flatMap((written) => {
    try {
      return [guardOf(written, { onFail: "error" })];
    } catch {
      return [];
    }
  });
}
