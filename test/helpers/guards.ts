import { parseGuard } from "../../grammar/parse.ts";
import { checkPredicate } from "../../src/guard/check.ts";
import type { Guard } from "../../src/ir/guard.ts";
import { str } from "../../src/ir/type.ts";
import type { Type } from "../../src/ir/type.ts";
import { span, textSource } from "../../src/report/source.ts";
import { anywhere } from "./program.ts";

/** A rule guard from its text, parsed and checked; the text must be sound. */
export function guardOf(
  text: string,
  parts: { readonly input?: Type; readonly retry?: number; readonly onFail?: "last" | "error" } = {},
): Guard {
  const file = textSource("guard", text);
  const source = { text, at: (start: number, end: number) => span(file, start, end) };
  const parsed = parseGuard(source);
  const predicate = checkPredicate(source, parsed.value, parts.input ?? str);
  const errors = [...parsed.diagnostics, ...predicate.diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (errors.length > 0) throw new Error(`${text}: ${errors.map(({ message }) => message).join(" ")}`);
  return {
    kind: "rule",
    predicate: predicate.value,
    retry: parts.retry ?? 0,
    onFail: parts.onFail ?? "last",
    merge: "nest",
    span: anywhere,
  };
}
