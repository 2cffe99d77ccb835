import { describe, expect, test } from "vitest";
import { compilePredicate } from "../../../src/guard/evaluate.ts";
import type { Guard } from "../../../src/ir/guard.ts";
import { lambdagent } from "../../../targets/lambdagent/index.ts";
import { configGuard } from "../../../targets/lambdagent/validator.ts";
import { guardOf } from "../../helpers/guards.ts";
import { lamWith, programWith } from "../../helpers/program.ts";
import { runPython } from "../../helpers/python.ts";

const texts = [
  "",
  "a",
  "ab",
  "abc",
  "# title\nbody.",
  "review_report: ok",
  "建议总评：良",
  "\u{1f642}",
  "\u{1f642}a",
  "7",
  "-7.5",
  "yes",
  "a b\tc\nd\r\ne\u2028f",
  "TODO TODO",
  '{"verdict": "pass", "items": [1, 2]}',
  " x ",
];

const guards = [
  "'review_report' in x or 'verdict' in x or '建议总评' in x",
  "'a' in x and not 'b' in x",
  "contains(x, 'a') == True",
  "1 < len(x) < 10 or x == ''",
  "len(x) % 2 == 0",
  "len(x) // 2 - 3 > -2",
  "1 / len(x) > 0.3",
  "not 1 / len(x) > 0.3",
  "x[0] == x[-1]",
  "not x[5] == 'z'",
  "x[1:] == 'b' or x[:-1] == 'yes'[:2]",
  "x in ['yes', 'no', '']",
  "x < 'b'",
  "x + 'a' == 'aa'",
  "x",
  "regex(x, r'^[a-z]+$')",
  "regex(x, r'(?m)^body')",
  "count(x, 'TODO') >= 2",
  "lines(x) > 1 and words(x) > 1",
  "has(x, 'verdict') and json_len(x, 'items') == 2",
  "x.strip().lower().startswith('x')",
];

/** `bool` and the two names are all that a configuration's evaluator and these validators share. */
const script = `out = []
for path, validator in data["guards"]:
    guard = load(path).guard_1
    code = None if validator is None else compile(validator, "validator", "eval")

    def configured(x):
        try:
            return bool(eval(code, {"__builtins__": {}}, {"x": x, "len": len}))
        except Exception:
            return False

    out.append([[guard(x), None if code is None else configured(x)] for x in data["texts"]])
done(out)
`;

function validatorOf(guard: Guard): string | null {
  const judged = configGuard(guard);
  return "validator" in judged ? judged.validator : null;
}

describe("a guard", () => {
  test("means the same in the module, in the configuration and here", () => {
    const made = guards.map((text, i) => ({
      text,
      guard: guardOf(text),
      name: `g${i}`,
    }));
    const files = made.flatMap(({ guard, name }) =>
      lambdagent.emit(programWith({ name, term: { kind: "guard", guard, term: lamWith() } })),
    );
    const validators = made.map(({ guard }) => validatorOf(guard));
    const got = runPython(script, Object.fromEntries(files.map(({ path, text }) => [path, text])), {
      guards: made.map(({ name }, i) => [`${name}/${name}.py`, validators[i]]),
      texts,
    }) as (readonly [boolean, boolean | null])[][];
    const wanted = made.map(({ guard }, i) => {
      if (guard.kind !== "rule") throw new Error("the guard is a rule");
      const evaluate = compilePredicate(guard.predicate);
      return texts.map((text) => {
        const { value } = evaluate(text);
        return [value, validators[i] === null ? null : value];
      });
    });
    expect(got.map((values, i) => [guards[i], values])).toEqual(
      wanted.map((values, i) => [guards[i], values]),
    );
    expect(validators.filter((validator) => validator !== null)).toHaveLength(15);
  });
});
