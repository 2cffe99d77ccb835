import type { JsonSchema, Type } from "../ir/type.ts";
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
  if ([...typesIn(checked.type)].some(({ kind }) => kind === "invalid"))
    throw new UsageError(`there is no type ${JSON.stringify(flags.type)}`);
  const failed = hasErrors(checked.diagnostics);
  const text = flags.input === undefined ? undefined : await readInput(flags.input);
  const evaluated = failed || text === undefined ? undefined : checked.evaluate(text);
  const emitted = failed || flags.emit === undefined ? undefined : emit(checked, flags.emit);
  if (flags.format === "json") {
    const at = evaluated?.error && positionAt(checked.file, evaluated.error.start);
    await printJson({
      version: 1,
      type: typeJson(checked.type),
      ...(evaluated === undefined ? {} : { value: evaluated.value }),
      ...(evaluated?.error === undefined ? {} : { error: { code: evaluated.error.code, ...at } }),
      ...(emitted === undefined ? {} : { emitted }),
      cost: null,
      ...diagnosticsJson(checked.diagnostics),
    });
  } else {
    printProblems(checked.diagnostics, flags.quiet);
    await print(textOf(checked.type, failed, evaluated, emitted, flags.quiet));
  }
  return failed || evaluated?.value === false ? 1 : 0;
}

type Checked = ReturnType<typeof guard>;

function textOf(
  type: Type,
  failed: boolean,
  evaluated: ReturnType<Checked["evaluate"]> | undefined,
  emitted: string | undefined,
  quiet: boolean,
): string {
  if (failed) return "";
  if (emitted !== undefined) return emitted;
  if (evaluated === undefined) return quiet ? "" : `a guard on ${showType(type)}\n`;
  const reason = evaluated.error === undefined || quiet ? "" : ` (${evaluated.error.code})`;
  return `${evaluated.value}${reason}\n`;
}

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

function typeJson(type: Type): JsonSchema {
  return schemaOf(type);
}

/** `-` is standard input. The bytes are taken as they are. */
async function readInput(path: string): Promise<string> {
  if (path !== "-") return loadFile(path).text;
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}
