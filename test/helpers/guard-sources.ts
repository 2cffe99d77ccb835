import fc from "fast-check";

/** Guards of the language as text, well formed and mostly well typed; what the checker refuses is left out by the test. */

const words = ["a", "TODO", "verdict", "", "😀", "x y", "\\n", "ß", "pass"];
const textLiteral = fc.constantFrom(...words).map((word) => `'${word}'`);
const integer = fc.constantFrom("0", "1", "2", "3", "7", "10", "9007199254740991");
const float = fc.constantFrom("0.5", "1.0", "2.", ".25", "1e3", "1e308");
const path = fc.constantFrom(
  "'a'",
  "'verdict'",
  "'items.0'",
  "'nested.b.1'",
  "''",
  "'items.9'",
  "'__proto__'",
);
const pattern = fc.constantFrom(
  "r'a+'",
  "r'^$'",
  "r'(?m)^a'",
  "r'(?i)todo'",
  "r'\\bTODO\\b'",
  "r'[^a]\\s*$'",
  "r'.{2}'",
  "r'(a|😀)+b?'",
);

const { guard } = fc.letrec<{ guard: string; bool: string; str: string; num: string; any: string }>(
  (tie) => ({
    guard: fc.oneof({ weight: 5, arbitrary: tie("bool") }, tie("str"), tie("num")),
    bool: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("True", "False"),
      fc.tuple(tie("str"), tie("str")).map(([a, b]) => `${a} in ${b}`),
      fc.tuple(tie("any"), tie("any")).map(([a, b]) => `${a} in x and ${b} not in x`),
      fc
        .tuple(tie("num"), fc.constantFrom("<", "<=", ">", ">=", "==", "!="), tie("num"))
        .map((parts) => parts.join(" ")),
      fc.tuple(tie("num"), tie("num"), tie("num")).map(([a, b, c]) => `${a} < ${b} <= ${c}`),
      fc.tuple(tie("any"), fc.constantFrom("==", "!="), tie("any")).map((parts) => parts.join(" ")),
      fc.tuple(tie("str"), fc.constantFrom("<", ">="), tie("str")).map((parts) => parts.join(" ")),
      fc
        .tuple(tie("any"), fc.array(tie("any"), { maxLength: 3 }))
        .map(([a, items]) => `${a} in [${items.join(", ")}]`),
      path.map((at) => `has(x, ${at})`),
      pattern.map((p) => `regex(x, ${p})`),
      tie("str").map((s) => `contains(x, ${s})`),
      fc
        .tuple(tie("str"), fc.constantFrom("startswith", "endswith"), textLiteral)
        .map(([s, m, t]) => `${s}.${m}(${t})`),
      tie("guard").map((g) => `not (${g})`),
      fc
        .tuple(tie("guard"), fc.constantFrom("and", "or"), tie("guard"))
        .map(([a, o, b]) => `(${a}) ${o} (${b})`),
    ),
    str: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constant("x"),
      textLiteral,
      fc.tuple(tie("str"), fc.constantFrom("lower", "upper", "strip")).map(([s, m]) => `(${s}).${m}()`),
      fc.tuple(tie("str"), tie("str")).map(([a, b]) => `(${a} + ${b})`),
      fc.tuple(tie("str"), integer).map(([s, i]) => `(${s})[${i}]`),
      fc.tuple(tie("str"), integer, fc.constantFrom("", "-1", "3")).map(([s, a, b]) => `(${s})[${a}:${b}]`),
    ),
    num: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      integer,
      float,
      fc.constantFrom(
        "len(x)",
        "lines(x)",
        "words(x)",
        "json_len(x)",
        "json_len(x, 'items')",
        "x['a']",
        "x[0]",
        "x['items'][-1]",
      ),
      tie("str").map((s) => `count(x, ${s})`),
      fc.tuple(tie("str"), textLiteral).map(([s, t]) => `(${s}).find(${t})`),
      tie("num").map((n) => `-(${n})`),
      fc
        .tuple(tie("num"), fc.constantFrom("+", "-", "*", "/", "//", "%"), tie("num"))
        .map(([a, o, b]) => `(${a}) ${o} (${b})`),
    ),
    any: fc.oneof(tie("str"), tie("num"), fc.constantFrom("None", "True", "x")),
  }),
);

export const guardSource: fc.Arbitrary<string> = guard;
export const inputType: fc.Arbitrary<string> = fc.constantFrom(
  "Str",
  "Json",
  "Int",
  "Bool",
  "Any",
  "Union[Str, Int]",
  "Tuple[Int, Str]",
);
