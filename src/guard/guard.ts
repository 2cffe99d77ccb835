import { parseGuard } from "../../grammar/parse.ts";
import type { Predicate } from "../ir/guard.ts";
import type { Type } from "../ir/type.ts";
import { parseType } from "../ir/type-name.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { span, textSource } from "../report/source.ts";
import { checkPredicate } from "./check.ts";
import type { Evaluation } from "./evaluate.ts";
import { compilePredicate } from "./evaluate.ts";

/** A guard by itself, checked. */
export interface CheckedGuard {
  readonly type: Type;
  readonly diagnostics: readonly Diagnostic[];
  readonly predicate: Predicate;
  /** Holds the guard's text; spans of the diagnostics point into it. */
  readonly file: SourceFile;
  /** False where the guard has mistakes. */
  readonly test: (text: string) => boolean;
  readonly evaluate: (text: string) => Evaluation;
}

/** Checks one guard. `type` is what `x` is: a Type, or its name as a manifest writes it; `Str` when absent. */
export function guard(source: string, type: Type | string = "Str"): CheckedGuard {
  const file = textSource("<guard>", source);
  const input = typeof type === "string" ? parseType(type, (start, end) => span(file, start, end)) : type;
  const place = { text: file.text, at: (start: number, end: number) => span(file, start, end) };
  const parsed = parseGuard(place);
  const checked = checkPredicate(place, parsed.value, input);
  const isRead = parsed.diagnostics.every(({ severity }) => severity !== "error");
  const predicate = { ...checked.value, sound: checked.value.sound && isRead };
  const evaluate = compilePredicate(predicate);
  return {
    type: input,
    diagnostics: [...parsed.diagnostics, ...checked.diagnostics],
    predicate,
    file,
    test: (text) => evaluate(text).value,
    evaluate,
  };
}
