import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { describe, expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";
import { root } from "../helpers/command.ts";
import { translateCel } from "./cel-translate.ts";

type Suite = (typeof tests)["suites"] extends readonly (infer S)[] | undefined ? S : never;
type Original = NonNullable<Suite["tests"]>[number]["original"];

interface Case {
  readonly name: string;
  readonly source: string;
  /** What CEL says: `true`, `false`, or `error`. */
  readonly wanted: string;
}

function* originals(suite: Suite, path: string): Iterable<readonly [string, Original]> {
  const own = `${path}${suite.name}/`;
  for (const { original } of suite.tests ?? []) yield [`${own}${original.name}`, original];
  for (const inner of suite.suites ?? []) yield* originals(inner, own);
}

/** A value of the suite as a literal of a guard; undefined where guards have none. */
function literalOf(value: object): string | undefined {
  const [kind, data] = Object.entries(value)[0] ?? [];
  switch (kind) {
    case "boolValue":
      return data === true ? "True" : "False";
    case "int64Value":
      return String(data);
    case "doubleValue":
      return typeof data === "number" ? (Number.isInteger(data) ? `${data}.0` : String(data)) : undefined;
    case "stringValue":
      return JSON.stringify(data);
    case "nullValue":
      return "None";
    case "listValue": {
      const items = ((data as { values?: readonly object[] }).values ?? []).map(literalOf);
      return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
    }
    default:
      return undefined;
  }
}

/** A case without variables whose every operator and literal a guard has too. */
function caseOf(name: string, original: Original): Case | undefined {
  const {
    expr = "",
    value,
    evalError,
    bindings,
  } = original as {
    readonly expr?: string;
    readonly value?: object;
    readonly evalError?: object;
    readonly bindings?: object;
  };
  const source = bindings === undefined ? translateCel(expr) : undefined;
  if (source === undefined) return undefined;
  if (value === undefined) return evalError === undefined ? undefined : { name, source, wanted: "error" };
  if ("boolValue" in value) return { name, source, wanted: String(value.boolValue) };
  const literal = literalOf(value);
  return literal === undefined ? undefined : { name, source: `(${source}) == (${literal})`, wanted: "true" };
}

const cases = (tests.suites ?? [])
  .flatMap((suite) => [...originals(suite, "")])
  .flatMap(([name, original]) => caseOf(name, original) ?? []);

/** A guard that is refused before it runs has no value, as one that fails has none. */
function answerOf(source: string): string {
  const checked = guard(source);
  if (checked.diagnostics.some(({ severity }) => severity === "error")) return "error";
  const { value, error } = checked.evaluate("");
  return error === undefined ? String(value) : "error";
}

/** Sentence of the description of the language → the cases that it decides otherwise than CEL. */
const differences = JSON.parse(
  readFileSync(join(import.meta.dirname, "cel-differences.json"), "utf8"),
) as Readonly<Record<string, readonly string[]>>;

describe("the conformance cases of CEL that are guards too", () => {
  test("are many", () => {
    expect(cases.length).toBeGreaterThanOrEqual(266);
  });

  test("have the same value, or a sentence of the language says why not", () => {
    const different = cases
      .filter(({ source, wanted }) => answerOf(source) !== wanted)
      .map(({ name }) => name);
    expect(different.toSorted()).toEqual(Object.values(differences).flat().toSorted());
    expect(different.length).toBeLessThanOrEqual(90);
  });

  test("differ only for reasons that the description of the language states", () => {
    const text = readFileSync(join(root, "grammar/guard.md"), "utf8").replaceAll(/\s+/g, " ");
    for (const sentence of Object.keys(differences)) expect(text).toContain(sentence);
  });
});
