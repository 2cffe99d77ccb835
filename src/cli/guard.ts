import type { Type } from "../ir/type.ts";
import { schemaOf, showType, typesIn } from "../ir/type.ts";
import { emitCangjie } from "../guard/cangjie.ts";
import { guard } from "../guard/guard.ts";
import { emitJavaScript } from "../guard/javascript.ts";
import { emitPython } from "../guard/python.ts";
import { positionAt } from "../report/source.ts";
import { loadFile } from "./load.ts";
import { diagnosticsJson, hasErrors, print, printJson, printProblems } from "./output.ts";
import { UsageError } from "./usage.ts";

export interface GuardFlags {
  readonly format: "text" | "json";
  readonly quiet: boolean;
  readonly type: string;
  readonly input?: string | undefined;
  readonly emit?: "js" | "python" | "cangjie" | undefined;
}

/** `skillc guard`: checks, evaluates and translates one guard. Exit status 1 where it is wrong or its value is false. */
export async function runGuard(source: string, flags: GuardFlags): Promise<number> {
  const checked = guard(source, flags.type);
  if ([...typesIn(checked.type)].some(({ kind }) => kind === "invalid")) {
    throw new UsageError(`there is no type ${JSON.stringify(flags.type)}`);
  }
  const text = flags.input === undefined ? undefined : await readInput(flags.input);
  const answer = hasErrors(checked.diagnostics) ? undefined : answerOf(checked, text, flags.emit);
  if (flags.format === "json") await printJson(answerJson(checked, answer));
  else {
    printProblems(checked.diagnostics, flags.quiet);
    if (answer !== undefined) await print(answerText(checked.type, answer, flags.quiet));
  }
  return answer === undefined || answer.evaluated?.value === false ? 1 : 0;
}

interface Answer {
  readonly evaluated: ReturnType<Checked["evaluate"]> | undefined;
  readonly emitted: string | undefined;
}

function answerOf(checked: Checked, text: string | undefined, language: GuardFlags["emit"]): Answer {
  return {
    evaluated: text === undefined ? undefined : checked.evaluate(text),
    emitted: language === undefined ? undefined : emit(checked, language),
  };
}

function answerJson(checked: Checked, answer: Answer | undefined): unknown {
  const { evaluated, emitted } = answer ?? {};
  const error = evaluated?.error;
  return {
    version: 1,
    type: schemaOf(checked.type),
    ...(evaluated === undefined ? {} : { value: evaluated.value }),
    ...(error === undefined ? {} : { error: { code: error.code, ...positionAt(checked.file, error.start) } }),
    ...(emitted === undefined ? {} : { emitted }),
    // The bound of evaluation steps is not worked out yet.
    cost: null,
    ...diagnosticsJson(checked.diagnostics),
  };
}

function answerText(type: Type, { evaluated, emitted }: Answer, quiet: boolean): string {
  if (emitted !== undefined) return emitted;
  if (evaluated === undefined) return quiet ? "" : `a guard on ${showType(type)}\n`;
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
