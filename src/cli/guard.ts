import { schemaOf, showType, typesIn } from "../ir/type.ts";
import { emitCangjie } from "../guard/cangjie.ts";
import type { StepBound } from "../guard/cost.ts";
import { showBound, stepBound } from "../guard/cost.ts";
import type { Explanation } from "../guard/explain.ts";
import { explain } from "../guard/explain.ts";
import { guard } from "../guard/guard.ts";
import { emitJavaScript } from "../guard/javascript.ts";
import type { MutationReport, Sample } from "../guard/mutate.ts";
import { mutate } from "../guard/mutate.ts";
import { emitPython } from "../guard/python.ts";
import { positionAt } from "../report/source.ts";
import { explanationJson, explanationText, mutationJson, mutationText } from "./guard-report.ts";
import { loadFile } from "./load.ts";
import { diagnosticsJson, hasErrors, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage.ts";

export interface GuardFlags {
  readonly format: "text" | "json";
  readonly quiet: boolean;
  readonly type: string;
  readonly input?: string | undefined;
  readonly emit?: "js" | "python" | "cangjie" | undefined;
  /** Show the tree with types, steps and, for an input, what each part came to. */
  readonly explain: boolean;
  /** Run mutants of the guard against the samples. */
  readonly mutate: boolean;
  readonly accept: readonly string[];
  readonly refuse: readonly string[];
}

/** `skillc guard`: checks, evaluates and translates one guard. Exit status 1 where it is wrong or its value is false. */
export async function runGuard(source: string, flags: GuardFlags): Promise<number> {
  const checked = guard(source, flags.type);
  if ([...typesIn(checked.type)].some(({ kind }) => kind === "invalid")) {
    throw new UsageError(`there is no type ${JSON.stringify(flags.type)}`);
  }
  if (flags.mutate && flags.accept.length + flags.refuse.length === 0) {
    throw new UsageError("name samples with --accept FILE and --refuse FILE");
  }
  const text = flags.input === undefined ? undefined : await readInput(flags.input);
  const answer = hasErrors(checked.diagnostics) ? undefined : answerOf(checked, text, flags);
  if (flags.format === "json") await printJson(answerJson(checked, answer));
  else {
    printProblems(checked.diagnostics, flags.quiet);
    if (answer !== undefined) await printAnswer(checked, answer, flags.quiet);
  }
  return answer === undefined || isNegative(answer) ? 1 : 0;
}

/** A guard that is false of the input, or samples that would not notice a mistake in it. */
function isNegative({ evaluated, mutation }: Answer): boolean {
  const isWeak = mutation !== undefined && mutation.misjudged.length + mutation.survivors.length > 0;
  return evaluated?.value === false || isWeak;
}

interface Answer {
  readonly evaluated: ReturnType<Checked["evaluate"]> | undefined;
  readonly emitted: string | undefined;
  readonly steps: StepBound;
  readonly explanation: Explanation | undefined;
  readonly mutation: MutationReport | undefined;
}

function answerOf(checked: Checked, text: string | undefined, flags: GuardFlags): Answer {
  const { predicate } = checked;
  return {
    evaluated: text === undefined ? undefined : checked.evaluate(text),
    emitted: flags.emit === undefined ? undefined : emit(checked, flags.emit),
    steps: stepBound(predicate),
    explanation: flags.explain ? explain(predicate, text) : undefined,
    mutation: flags.mutate ? mutate(predicate, samplesOf(flags)) : undefined,
  };
}

function samplesOf({ accept, refuse }: GuardFlags): readonly Sample[] {
  const sample = (name: string, accepted: boolean): Sample => {
    return { name, text: Buffer.from(loadFile(name).bytes ?? []).toString("utf8"), accepted };
  };
  return [...accept.map((name) => sample(name, true)), ...refuse.map((name) => sample(name, false))];
}

function answerJson(checked: Checked, answer: Answer | undefined): unknown {
  const { evaluated, emitted, steps, explanation, mutation } = answer ?? {};
  const error = evaluated?.error;
  return {
    version: 1,
    type: schemaOf(checked.type),
    ...(evaluated === undefined ? {} : { value: evaluated.value }),
    ...(error === undefined ? {} : { error: { code: error.code, ...positionAt(checked.file, error.start) } }),
    ...(emitted === undefined ? {} : { emitted }),
    cost: steps === undefined ? null : { steps: showBound(steps), coefficients: steps },
    ...(explanation === undefined ? {} : { explanation: explanationJson(explanation) }),
    ...(mutation === undefined ? {} : { mutation: mutationJson(mutation, checked) }),
    ...diagnosticsJson(checked.diagnostics),
  };
}

/** A translation has stdout for itself, so that it can be kept in a file; what else was asked goes to stderr. */
async function printAnswer(checked: Checked, answer: Answer, quiet: boolean): Promise<void> {
  const { emitted, evaluated, explanation, mutation } = answer;
  if (emitted === undefined) return print(answerText(checked, answer, quiet));
  const isAsked = evaluated !== undefined || explanation !== undefined || mutation !== undefined;
  if (isAsked) process.stderr.write(answerText(checked, answer, quiet));
  return print(emitted);
}

function answerText(checked: Checked, answer: Answer, quiet: boolean): string {
  const { evaluated, steps, explanation, mutation } = answer;
  if (mutation !== undefined) return mutationText(mutation, checked);
  if (explanation !== undefined) return explanationText(explanation);
  if (evaluated === undefined) {
    return quiet
      ? ""
      : `a guard on ${showType(checked.type)}, at most ${showBound(steps)} steps for n characters\n`;
  }
  const reason = evaluated.error === undefined || quiet ? "" : ` (${evaluated.error.code})`;
  return `${evaluated.value}${reason}\n`;
}

type Checked = ReturnType<typeof guard>;

function emit(checked: Checked, language: NonNullable<GuardFlags["emit"]>): string {
  switch (language) {
    case "python":
      return join(emitPython(checked.predicate, "guard"));
    case "js":
      return join(emitJavaScript(checked.predicate, "guard"));
    case "cangjie": {
      const emitted = emitCangjie(checked.predicate, "guard");
      if ("because" in emitted)
        throw new UsageError(`this guard has no Cangjie form, because ${emitted.because}`);
      return join(emitted);
    }
  }
}

function join({ code, runtime }: { readonly code: string; readonly runtime: string }): string {
  return [runtime, code]
    .filter((part) => part.trim() !== "")
    .map((part) => `${part.trimEnd()}\n`)
    .join("\n\n");
}

/** `-` is standard input. The bytes are taken as they are, as UTF-8, wherever they come from. */
async function readInput(path: string): Promise<string> {
  if (path !== "-") return Buffer.from(loadFile(path).bytes ?? []).toString("utf8");
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}
