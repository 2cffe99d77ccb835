import type { JsonSchema } from "../ir/type.ts";
import { accepts } from "./accepts.ts";
import { createStore, negate } from "./algebra.ts";
import { documentOf } from "./document.ts";
import { excess } from "./form.ts";
import { createLowering } from "./lower.ts";
import { findValue } from "./search.ts";

export interface Verdict {
  readonly verdict: "yes" | "no" | "unknown";
  /** For `no`: a value that the first schema accepts and the second rejects. */
  readonly witness?: unknown;
  /** For `unknown`: what could not be decided. */
  readonly reason?: string;
}

/**
 * Is every value of `a` a value of `b`, by JSON Schema 2020-12 with `format` as an annotation? Both are lowered into
 * one algebra, and a value is searched for that is in `a` and in the complement of `b`: `yes` if there is none, `no` if
 * there is one, which both schemas themselves confirm.
 */
export function subtype(a: JsonSchema, b: JsonSchema): Verdict {
  const large = excess(a) ?? excess(b);
  if (large !== undefined) return { verdict: "unknown", reason: large };
  const store = createStore();
  const first = createLowering(store, documentOf(a), "a");
  // The places of a schema and of its copy are the same ones.
  const same = a === b || JSON.stringify(a) === JSON.stringify(b);
  const second = same ? first : createLowering(store, documentOf(b), "b");
  const left = first.lower(a);
  const right = same ? left : second.lower(b);
  const [broken] = [...first.broken, ...second.broken];
  if (broken !== undefined) return { verdict: "unknown", reason: broken };
  if (left === right) return { verdict: "yes" };
  const found = findValue(
    store,
    [left, negate(store, right)],
    (value) => accepts(a, value) === true && accepts(b, value) === false,
  );
  switch (found.kind) {
    case "empty":
      return { verdict: "yes" };
    case "value":
      return { verdict: "no", witness: found.value };
    case "unknown":
      return { verdict: "unknown", reason: found.reason };
  }
}
