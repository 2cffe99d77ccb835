import { describe, expect, test } from "vitest";
import { compilePattern, searchOf } from "../../src/regex/engine.ts";
import { parsePattern } from "../../src/regex/parse.ts";
import { checkPattern } from "../../src/regex/pattern.ts";

/**
 * Patterns on which backtracking takes quadratic, cubic or exponential time: what is repeated in the text, what stands
 * at its end, and whether the pattern occurs in it.
 */
const table: readonly (readonly [pattern: string, repeated: string, end: string, found: boolean])[] = [
  ["\\s+$", " ", "a", false],
  ["[a-z]+@", "a", "", false],
  ["(a+)+$", "a", "!", false],
  ["(a|a)*b", "a", "c", false],
  ["(a|a)*$b?", "a", "!", true],
  ["(a|aa)+$", "a", "!", false],
  ["(a*)*b", "a", "", false],
  ["(a*)*$x?", "a", "!", true],
  ["((a+)+)+$", "a", "!", false],
  ["(([a-z])+.)+[A-Z]([a-z])+$", "a", "!", false],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a", "!", false],
  ["(.*a){12}$", "a", "!", false],
  ["(.*)*x", "a", "", false],
  ["a*a*a*a*b", "a", "", false],
  [".*.*=.*x", "=", "", false],
  [".*.*.*=$", "=", "a", false],
  ["<!--.*-->", "<!--", "", false],
  [".*a.{12}b", "a", "", false],
  ["a.{14}b", "a", "", false],
  ["x.{12}y|x.{13}z", "x", "", false],
  ["error.{0,80}fatal", "error ", "", false],
  ["(a?){25}a{25}b", "a", "", false],
  ["(foo|bar|baz)+qux", "foobar", "", false],
  ["(\\d+)*x", "1", "", false],
  ["^(\\d+)*$", "1", "x", false],
  ["(\\w+\\s?)*!", "word ", "", false],
  ["^(\\w+\\s?)*$", "word ", "!", false],
  ["(\\w*)*\\d$", "a", "-", false],
  ["^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*@", "a", "", false],
  ["[\\w.+-]+@[\\w-]+\\.\\w+", "a.", "", false],
  ["(x+x+)+y", "x", "", false],
  ['(".*")+,$', '"a"', "", false],
  ["^(.*,){9}P", "1,", "", false],
  ["(,.*)*;$", ",", "", false],
  ["\\/\\*(.|\\n)*\\*\\/", "/* ", "", false],
  ["(?m)^\\s*$x", "\n", "", false],
  ["(?m)\\s+$", " ", "a", false],
  ["(?i)(a|A)+b", "aA", "", false],
  ["(?:\\b\\w+\\b\\s*)+#", "ab ", "", false],
  ["(\\bа|a\\b|a)*b", "a", "", false],
  ["(a|b|ab)*c", "ab", "", false],
  ["(ab|a)(bc|c)*d", "abc", "", false],
  ["([^\\n]*\\n)*x", "a\n", "", false],
  ["(?:(?:a{1,9}){1,9}){1,9}b", "a", "", false],
  ["(😀+)+$", "😀", "!", false],
  ["[^a]+a[^b]+b$", "ab", "c", false],
  ["(a|b)*a(a|b){8}c", "ab", "", false],
  ["(z|zz|zzz)*y", "z", "", false],
];

const characters = 100_000;

function textOf(repeated: string, end: string, length: number): string {
  return repeated.repeat(Math.ceil(length / repeated.length)) + end;
}

test("the list has at least 40 patterns", () => {
  expect(table.length).toBeGreaterThanOrEqual(40);
});

describe("100 KB take a step for each character", () => {
  test.each(table)("%s", (pattern, repeated, end, found) => {
    expect(checkPattern(pattern).problem).toBeUndefined();
    const parsed = parsePattern(pattern);
    if ("problem" in parsed) return;
    const text = textOf(repeated, end, characters);
    const search = searchOf(parsed.tree, pattern);
    expect(search.found(text)).toBe(found);
    // A character is read once, and once more where the states run out; of states, at most 2,000 are built.
    expect(search.steps()).toBeLessThanOrEqual(2 * text.length + 2100);
    const built = search.steps();
    expect(search.found(text)).toBe(found);
    expect(search.steps() - built).toBeLessThanOrEqual(2 * text.length + 2);
    expect(compilePattern(pattern)(text)).toBe(found);
  });
});
