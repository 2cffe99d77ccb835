import { describe, expect, test } from "vitest";
import { areDisjoint, areEqual, includes, isEmpty, isUniversal, witness } from "../../src/regex/language.ts";
import { nearText, randomFrom, randomPattern } from "../helpers/pattern-generator.ts";
import { searchPattern } from "../model/pattern.ts";

const holds = { holds: true };

describe("patterns that occur in every text", () => {
  test.each([
    "",
    "a*",
    "^",
    "$",
    "a|",
    "(?m)$",
    "x?y?",
    ".*",
    "\\s*$",
    "(^|a)b?",
    "[^a]|a|^$",
    "\\b|^\\W|^$",
  ])("%s", (pattern) => {
    expect(isUniversal(pattern)).toEqual(holds);
  });

  // The shortest text without a match, a letter where one will do.
  test.each([
    [".", ""],
    ["^$", "a"],
    ["[^a]|^$", "a"],
    ["^[^x]*$", "x"],
    ["(?m)^.+$", ""],
    ["(?i)^[^a]*$", "a"],
    ["\\W|^$", "a"],
    ["^(.|\\n){0,3}$", "aaaa"],
  ])("%s does not: %j", (pattern, text) => {
    expect(isUniversal(pattern)).toEqual({ witness: text });
  });
});

describe("patterns that occur in no text", () => {
  test.each(["a^", "$a", "a\\bb", "^\\b\\W", "x^$", "(?m)a^", "(?m)$a", "\\w\\b\\w", "$[^\\n]"])(
    "%s",
    (pattern) => {
      expect(isEmpty(pattern)).toEqual(holds);
      expect(witness(pattern)).toEqual({ text: undefined });
    },
  );

  test.each([
    ["a$^", undefined],
    ["(?m)a$\\n^b", "a\nb"],
    ["(?m)a$[\\s]^b", "a\nb"],
    ["\\ba\\b", "a"],
    ["(abc|de)$", "de"],
    ["[é😀]{2}", "éé"],
    ["unknown", "unknown"],
  ])("%s has %j", (pattern, text) => {
    expect(witness(pattern)).toEqual({ text });
  });
});

describe("one pattern holds another", () => {
  test.each([
    ["abc", "b"],
    ["^a", "a"],
    ["a{3}", "a{2}"],
    ["^\\d+$", "^\\d"],
    ["\\bfoo\\b", "foo"],
    ["foo", "(?i)FOO"],
    ["^# ", "(?m)^# "],
    ["a$", "(?m)a$"],
    ["(pass|fail)ed", "[pf]a[si][sl]ed"],
    ["^[a-z]+$", "^\\w*$"],
  ])("%s in %s, not the other way round", (pattern, other) => {
    expect(includes(pattern, other)).toEqual(holds);
    const back = includes(other, pattern);
    const text = typeof back === "object" && "witness" in back ? back.witness : undefined;
    expect(text !== undefined && searchPattern(other, text) && !searchPattern(pattern, text)).toBe(true);
  });

  test.each([
    ["a+", "a"],
    ["(a|b)*c", "c"],
    ["(?i)abc", "[aA][bB][cC]"],
    ["\\d", "[0-9]"],
    [".{2,}", "..+"],
    ["^(a|b)*$", "^(a*b*)*$"],
    ["(?m)^a", "^a|\\na"],
    ["\\ba", "^a|\\Wa"],
  ])("%s is %s", (pattern, other) => {
    expect(areEqual(pattern, other)).toEqual(holds);
  });

  test.each([
    ["^a", "^b"],
    ["^.$", "^..$"],
    ["^[a-z]+$", "\\d"],
    ["^\\s*$", "\\S"],
  ])("%s and %s never meet", (pattern, other) => {
    expect(areDisjoint(pattern, other)).toEqual(holds);
  });

  test("two that meet, at a text of both", () => {
    expect(areDisjoint("a", "b")).toEqual({ witness: "ab" });
    expect(areDisjoint("^a", "b$")).toEqual({ witness: "ab" });
    expect(areDisjoint("^[^x]{3}$", "(?m)^$")).toEqual({ witness: "aa\n" });
  });
});

test("beyond the budget, and outside the subset, nothing is claimed", () => {
  expect(isUniversal("(?=a)")).toBe("unknown");
  // 2^17 sets of places at which an a stood.
  expect(includes("a.{16}b", "a.{16}[bc]$|a.{16}[bd]")).toBe("unknown");
});

test("every verdict on random patterns agrees with the reference matcher", () => {
  const random = randomFrom(7);
  let refuted = 0;
  for (let i = 0; i < 1000; i++) {
    const [pattern, other] = [randomPattern(random), randomPattern(random)];
    const verdicts = [
      [
        includes(pattern, other),
        (text: string) => searchPattern(pattern, text) && !searchPattern(other, text),
      ],
      [
        areDisjoint(pattern, other),
        (text: string) => searchPattern(pattern, text) && searchPattern(other, text),
      ],
      [isEmpty(pattern), (text: string) => searchPattern(pattern, text)],
      [isUniversal(pattern), (text: string) => !searchPattern(pattern, text)],
    ] as const;
    for (const [verdict, refutes] of verdicts) {
      if (verdict === "unknown") continue;
      if ("witness" in verdict) {
        refuted += 1;
        if ([...verdict.witness].length <= 12)
          expect(refutes(verdict.witness), `${pattern} ${other} ${verdict.witness}`).toBe(true);
      } else
        for (const source of [pattern, other, pattern]) {
          const text = nearText(random, source);
          expect(refutes(text), `${pattern} ${other} ${text}`).toBe(false);
        }
    }
  }
  expect(refuted).toBeGreaterThan(1500);
});
