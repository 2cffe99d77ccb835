import { describe, expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";
import { emitJavaScript } from "../../src/guard/javascript.ts";
import { emitPython } from "../../src/guard/python.ts";
import { runNode, runPython } from "../helpers/run.ts";

const size = 1 << 17;

/** Outputs that make a careless pattern start again at every character: seconds instead of milliseconds. */
const outputs: readonly (readonly [name: string, source: string, type: string, output: string])[] = [
  ["blanks inside a text", "x.strip() == 'a'", "Str", `a${" ".repeat(size)}a`],
  ["blanks inside a value", "x == 1", "Json", `1${" ".repeat(size)}1`],
  ["a text that never closes", "x == 1", "Json", `"${'\\"'.repeat(size)}`],
  ["a long text", "x == 1", "Json", `"${"a".repeat(size * 32)}"`],
  ["quotes", "has(x, 'a')", "Str", '"'.repeat(size)],
  ["backslashes", "has(x, 'a')", "Str", "\\".repeat(size + 1)],
  ["brackets", "x == 1", "Json", "[".repeat(size)],
  ["line ends", "lines(x) < 0", "Str", "\r".repeat(size)],
  ["blanks before the end", "regex(x, r'\\s+$')", "Str", `${" ".repeat(size)}a`],
  ["a name without a host", "regex(x, r'[a-z]+@')", "Str", "a".repeat(size)],
  ["repetitions in a repetition", "regex(x, r'(a+)+$|@')", "Str", `${"a".repeat(size)}!`],
  ["too many states", "regex(x, r'a.{12}b|@')", "Str", "a".repeat(size)],
];

describe("a hostile output takes no more than linear time", () => {
  // A quadratic pass over these takes at least 5 seconds.
  test.each(outputs)("%s, in closures", { timeout: 4000 }, (_, source, type, output) => {
    expect(guard(source, type).test(output)).toBe(false);
  });

  test.each([
    ["Python", runPython, emitPython],
    ["JavaScript", runNode, emitJavaScript],
  ] as const)("all, in %s", { timeout: 10_000 }, (_, run, emit) => {
    const cases = outputs.map(([, source, type, output]) => {
      const { code, runtime } = emit(guard(source, type).predicate, "guard");
      return { module: `${runtime}\n\n${code}`, outputs: [output] };
    });
    expect(run(cases)).toEqual(outputs.map(() => [false]));
  });
});

describe("the deepest guards compile where they are emitted", () => {
  const nest = (times: number, around: (inner: string) => string): string => {
    let source = "x";
    for (let i = 0; i < times; i++) source = around(source);
    return source;
  };
  const guards = [
    nest(62, (inner) => `(x == ${inner} == x)`),
    nest(62, (inner) => `(${inner} < x < x)`),
    nest(32, (inner) => `not (${inner} and x)`),
    nest(16, (inner) => `-(-(${inner}))`),
    nest(62, (inner) => `(x + ${inner})`),
    nest(21, (inner) => `x[x.count(x[${inner}])]`),
    nest(62, (inner) => `x[${inner}:]`),
    nest(31, (inner) => `(x in [${inner}])`),
    nest(62, (inner) => `[${inner}]`),
  ];

  test("in Python and JavaScript", () => {
    const checked = guards.map((source) => guard(source, "Json"));
    expect(checked.map(({ predicate }) => predicate.sound)).toEqual(guards.map(() => true));
    const modules = (emit: typeof emitPython): { module: string; outputs: string[] }[] =>
      checked.map(({ predicate }) => {
        const { code, runtime } = emit(predicate, "guard");
        return { module: `${runtime}\n\n${code}`, outputs: ["[1]", "1"] };
      });
    const expected = checked.map((one) => ["[1]", "1"].map((output) => one.test(output)));
    expect(runPython(modules(emitPython))).toEqual(expected);
    expect(runNode(modules(emitJavaScript))).toEqual(expected);
  });
});
