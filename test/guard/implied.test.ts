import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guard } from "../../src/guard/guard.ts";
import type { JsonSchema, Type } from "../../src/ir/type.ts";
import { jsonSchema, valueFor } from "../helpers/schema-generator.ts";
import { referenceValue } from "../model/evaluate.ts";

const codes = new Set(["guard/unknown-path", "guard/implied-by-type"]);

/** Code and text under the caret of what the type says. */
function remarks(source: string, type: Type | string): readonly string[] {
  return guard(source, type)
    .diagnostics.filter(({ code }) => codes.has(code))
    .map(({ code, span }) => `${code.slice("guard/".length)} ${source.slice(span.start, span.end)}`);
}

function json(schema: JsonSchema): Type {
  return { kind: "json", schema };
}

const review = json({
  type: "object",
  required: ["verdict", "score", "done"],
  properties: {
    verdict: { enum: ["pass", "fail"] },
    score: { type: "integer", minimum: 0, maximum: 10 },
    done: { type: "boolean" },
    note: { type: ["string", "null"] },
    items: { type: "array", maxItems: 3, items: { $ref: "#/$defs/item" } },
  },
  additionalProperties: false,
  $defs: {
    item: { type: "object", required: ["name"], properties: { name: {} }, additionalProperties: false },
  },
});

describe("paths against a schema", () => {
  test.each([
    ["x['verdit'] == 'pass'", ["unknown-path 'verdit'"]],
    ["has(x, 'items.0.nmae')", ["unknown-path nmae"]],
    ["has(x, r'items.0.nmae')", ["unknown-path nmae"]],
    ["json_len(x, 'itens') > 0", ["unknown-path itens"]],
    ["x['items'][3]['name'] == 'a'", ["unknown-path 3"]],
    ["x['score']['value'] == 1", ["unknown-path 'value'"]],
    ["has(x, 'verdict.0')", ["unknown-path 0"]],
    ["'verdit' in x", ["unknown-path 'verdit'"]],
    ["has(x, 'verdit') and x['verdit'] == 'pass'", ["unknown-path verdit"]],
    // A slip of the keyboard is reported also where its absence is asked for.
    ["not has(x, 'verdit')", ["unknown-path verdit"]],
    ["not has(x, 'error')", ["implied-by-type has(x, 'error')"]],
    ["'error' not in x", ["implied-by-type 'error' not in x"]],
    ["has(x, 'items.0.name') and x['items'][0]['name'] == 'a'", []],
    ["has(x, 'note') and has(x, 'items.2')", []],
  ])("%s", (source, expected) => {
    expect(remarks(source, review)).toEqual(expected);
  });

  test("the near name is the help", () => {
    const [found] = guard("has(x, 'items.0.nmae')", review).diagnostics;
    expect(found?.help).toBe("Write `name` instead of `nmae`.");
    expect(found?.severity).toBe("warning");
  });

  test("an open schema says nothing", () => {
    const open = json({ type: "object", properties: { verdict: {} } });
    expect(remarks("x['verdit'] == 'pass' and has(x, 'other')", open)).toEqual([]);
    expect(remarks("x['verdit'] == 'pass'", "Json")).toEqual([]);
    const patterned = json({ type: "object", patternProperties: { "^v": {} }, additionalProperties: false });
    expect(remarks("x['verdit'] == 'pass'", patterned)).toEqual([]);
    const foreign = json({ $ref: "https://example.com/a.json" });
    expect(remarks("x['verdit'] == 'pass'", foreign)).toEqual([]);
  });

  test("a tuple has as many items as it names", () => {
    expect(remarks("x[2] == 'a'", "Tuple[Int, Str]")).toEqual(["unknown-path 2"]);
    expect(remarks("x[1] == 3", "Tuple[Int, Str]")).toEqual(["implied-by-type x[1] == 3"]);
    expect(remarks("len(x) == 2", "Tuple[Int, Str]")).toEqual(["implied-by-type len(x) == 2"]);
    expect(remarks("x[0] > 3 and x[1] == 'a'", "Tuple[Int, Str]")).toEqual([]);
  });

  test("a text is not read by its type", () => {
    expect(remarks("has(x, 'a')", "Str")).toEqual([]);
    expect(remarks("has(x, 'a')", "Union[Str, Int]")).toEqual([]);
  });
});

describe("conditions that the type decides", () => {
  test.each([
    ["has(x, 'verdict')", true],
    ["x['score'] >= 0", true],
    ["0 <= x['score'] <= 10", true],
    ["x['score'] < 10.5", true],
    ["x['verdict'] in ['pass', 'fail', 'later']", true],
    ["x['verdict'] != 'later'", true],
    ["x['done'] in [True, False]", true],
    ["x['score'] != 'high'", true],
    ["json_len(x) >= 3", true],
    ["'verdict' in x", true],
    ["x['score'] == 'high'", false],
    ["x['score'] > 10", false],
    ["x['verdict'] == 'later'", false],
    ["x['done'] == 'yes'", false],
    ["x['note'] == 3", false],
    ["x['verdict'] > 3", false],
    ["len(x['items']) > 3", false],
    ["regex(x['score'], r'^1')", false],
    ["x['done'].startswith('t')", false],
  ])("%s is %s", (source, value) => {
    const found = guard(source, review).diagnostics;
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([["guard/implied-by-type", "info"]]);
    expect(found[0]?.message).toContain(value ? "holds for every output" : "holds for no output");
  });

  test.each([
    "x['score'] > 0",
    "x['verdict'] == 'pass'",
    "x['done'] == True",
    "x['done'] == 1",
    "x['note'] == None",
    "x['note'] != 'a'",
    // The note may be missing, and the guard is false then.
    "x['note'] != 3",
    "len(x['items']) <= 3",
    "len(x['verdict']) > 9",
    "x['score'] % 2 == 0",
    "x['score'] == x['score']",
  ])("nothing is said of %s", (source) => {
    expect(remarks(source, review)).toEqual([]);
  });
});

describe("what is said holds of valid values", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  // A schema that refers to nothing but itself has no answer, and ajv runs out of its stack.
  const fits = (schema: JsonSchema, value: unknown): boolean => {
    try {
      return ajv.validate(schema, value);
    } catch {
      return false;
    }
  };
  const path = fc.array(fc.constantFrom("'a'", "'b'", "'items'", "'0'", "0", "1"), { maxLength: 3 });
  const literal = fc.constantFrom("0", "1", "2", "0.5", "-1", "'a'", "''", "'pass'", "True", "false", "None");
  const subject = path.map((steps) => `x${steps.map((step) => `[${step}]`).join("")}`);
  const dotted = fc.array(fc.constantFrom("a", "b", "items", "0", "1"), { minLength: 1, maxLength: 3 });
  const sign = fc.constantFrom("<", "<=", ">", ">=", "==", "!=");
  const condition = fc.oneof(
    dotted.map((words) => `has(x, '${words.join(".")}')`),
    fc.tuple(subject, sign, literal).map((parts) => parts.join(" ")),
    fc.tuple(literal, sign, subject, sign, literal).map((parts) => parts.join(" ")),
    fc.tuple(literal, sign, subject).map((parts) => parts.join(" ")),
    fc
      .tuple(subject, fc.constantFrom("in", "not in"), fc.array(literal, { minLength: 1, maxLength: 4 }))
      .map(([left, operator, items]) => `${left} ${operator} [${items.join(", ")}]`),
    fc.tuple(fc.constantFrom("'a'", "'b'"), fc.constantFrom("in", "not in"), subject).map((p) => p.join(" ")),
    fc.tuple(subject, sign, fc.constantFrom("0", "1", "2")).map(([s, o, n]) => `len(${s}) ${o} ${n}`),
    subject.map((s) => `regex(${s}, r'a')`),
    subject.map((s) => `${s}.startswith('a')`),
    fc
      .tuple(dotted, sign, fc.constantFrom("0", "1"))
      .map(([p, o, n]) => `json_len(x, '${p.join(".")}') ${o} ${n}`),
  );
  const cases = jsonSchema.chain((schema) =>
    fc.tuple(
      fc.constant(schema),
      fc.array(fc.tuple(condition, fc.boolean()), { minLength: 4, maxLength: 4 }),
      fc.array(valueFor(schema, schema), { minLength: 8, maxLength: 8 }),
    ),
  );

  test("decided conditions and unknown paths", () => {
    let decided = 0;
    let unknown = 0;
    fc.assert(
      fc.property(cases, ([schema, conditions, values]) => {
        const texts = values.filter((value) => fits(schema, value)).map((value) => JSON.stringify(value));
        for (const [positive, negated] of conditions) {
          const source = negated ? `not ${positive}` : positive;
          const checked = guard(source, json(schema));
          const positively = guard(positive, json(schema));
          for (const { code, message } of checked.diagnostics) {
            const valueOn = (text: string): boolean => referenceValue(positively.predicate.expr, text, false);
            if (code === "guard/implied-by-type") {
              const expected = message.includes("holds for every output");
              for (const text of texts) expect(valueOn(text), `${source}: ${message} ${text}`).toBe(expected);
              decided += texts.length;
            } else if (code === "guard/unknown-path" && !positive.includes("not in")) {
              for (const text of texts) expect(valueOn(text), `${source}: ${message} ${text}`).toBe(false);
              unknown += texts.length;
            }
          }
        }
      }),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) },
    );
    expect(Math.min(decided, unknown)).toBeGreaterThan(50);
  });
});

describe("any schema gets an answer", () => {
  const keyword = fc.constantFrom(
    ..."type enum const properties required additionalProperties items prefixItems minItems maxItems".split(
      " ",
    ),
    ..."minimum maximum allOf anyOf oneOf $ref $defs $id patternProperties not minProperties".split(" "),
  );
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.dictionary(
      keyword,
      fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<unknown>(
          "object",
          "#",
          "#/properties/a",
          "#/allOf/0",
          "__proto__",
          null,
          1,
          -1,
          false,
        ),
        fc.array(fc.oneof(fc.constant("a"), tie("schema")), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("schema"), { maxKeys: 2 }),
        tie("schema"),
      ),
      { maxKeys: 4 },
    ),
  }));

  test("whatever its keywords hold", () => {
    const source = "has(x, 'a.__proto__.b') and x['a'][0] in [1, 'a'] and len(x['b']) > 3 and 'a' in x";
    fc.assert(
      fc.property(schema, (any) => {
        guard(source, json(any));
      }),
      { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) },
    );
  });

  test.each<[string, JsonSchema]>([
    ["itself, twice", { allOf: [{ $ref: "#" }, { $ref: "#" }], anyOf: [{ $ref: "#" }, { $ref: "#" }] }],
    [
      "many ways",
      { allOf: Array.from({ length: 40 }, () => ({ anyOf: [{ type: "string" }, { type: "object" }] })) },
    ],
    ["a wide choice", { oneOf: Array.from({ length: 5000 }, (_, i) => ({ const: i })) }],
  ])("in little time: %s", { timeout: 500 }, (_, any) => {
    const { predicate } = guard("has(x, 'a.b.c.d.e') and x['a']['b'] == 1", json(any));
    expect(predicate.sound).toBe(true);
  });
});
