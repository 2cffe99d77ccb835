import fc from "fast-check";
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { compilePattern } from "../../src/regex/engine.ts";
import { checkPattern } from "../../src/regex/pattern.ts";
import { tableOf } from "../../src/regex/table.ts";
import { toJavaScript, toPython } from "../helpers/pattern-oracles.ts";
import { searchPattern } from "../model/pattern.ts";

describe("patterns outside the subset are refused at their place", () => {
  test.each([
    ["(?=a)", "(?=a)"],
    ["a(?!b)", "(?!b)"],
    ["(?<=a)b", "(?<=a)"],
    ["(?<n>a)", "(?<n>a)"],
    ["(?P<n>a)", "(?P<n>a)"],
    ["(?>a)", "(?>a)"],
    ["a(?i)b", "(?i)"],
    ["(?s)a", "(?s)"],
    ["(a)\\1", "\\1"],
    ["\\Ba", "\\B"],
    ["\\Aa", "\\A"],
    ["a\\Z", "\\Z"],
    ["\\p{L}", "\\p"],
    ["a++", "++"],
    ["a**", "**"],
    ["a{2}{3}", "{2}{"],
    ["a{,3}", "{,3}"],
    ["a{3,2}", "{3,2}"],
    ["a{1001}", "{1001}"],
    ["(a{40}){40}", "(a{40}){40}"],
    ["{", "{"],
    ["a}", "}"],
    ["a]", "]"],
    ["[]a]", "]"],
    ["[a[b]", "["],
    ["[a&&b]", "&&"],
    ["[z-a]", "z-a"],
    ["[\\D]", "\\D"],
    ["[a", "["],
    ["(a", "("],
    ["a)", ")"],
    ["*a", "*"],
    ["a\\", "\\"],
    ["\\07", "\\07"],
  ])("%s", (pattern, at) => {
    const { problem } = checkPattern(pattern);
    expect(problem && pattern.slice(problem.start, problem.end)).toBe(at);
  });

  test.each([
    ["(?#note)a", "comments are not in every engine"],
    ["(?P=n)", "references to groups cannot be matched in linear time"],
    ["(?(1)a|b)", "references to groups cannot be matched in linear time"],
    ["(?P>n)", "references to groups cannot be matched in linear time"],
    ["a(?i:b)", "flags may stand at the start only"],
  ])("%s, because %s", (pattern, reason) => {
    expect(checkPattern(pattern).problem?.reason).toBe(reason);
  });

  test.each([
    ["a++", "Write `+`: no pattern takes more than linear time."],
    ["a?+", "Write `?`: no pattern takes more than linear time."],
    ["a{1,2}+", "Write `{1,2}`: no pattern takes more than linear time."],
    ["(?>a)", "Write `(?:…)`: no pattern takes more than linear time."],
    ["a**", "Put a group around the first: `(?:a+)*`."],
    ["a{,3}", "Write `{0,n}`."],
    ["a{1001}", undefined],
    ["\\Aa", "Write `^` without `(?m)`."],
    ["a\\Z", "Write `$` without `(?m)`, which is the very end of the text."],
    ["a\\z", "Write `$` without `(?m)`, which is the very end of the text."],
    ["\\R", "Write `\\r?\\n`."],
    ["\\h", "Write `[ \\t]`."],
    ["\\a", "Write `\\x07`."],
    ["\\e", "Write `\\x1b`."],
    ["\\X", "Write `(?:.|\\n)`."],
    ["\\pL", "List the characters in a class: `[a-zé]`."],
    ["\\u{1f600}", "Write the character itself."],
    ["\\xg1", "Write two digits, `\\x41`, or the character itself."],
    ["\\é", "Write `é` without the backslash."],
    ["\\q", "Write `q` for the letter."],
    ["\\k<n>", undefined],
    ["(?s).", "Use `(?i)`, `(?m)` or `(?im)`; `(?:.|\\n)` is every character."],
    ["(?P<n>a)", "Write `(…)`."],
    ["(?'n'a)", "Write `(…)`."],
    ["(?=a)", "Match the surroundings themselves."],
    ["[\\s\\S]", "Write `[^\\s]` or `\\S` outside the class; `(?:.|\\n)` is every character."],
    ["[[:alpha:]_]", "Write `A-Za-z`."],
    ["[[:punct:]]", "Write `!-/:-@\\[-`{-~`."],
    ["[[:nothing:]]", "Write `\\[`."],
    ["[\\d-x]", "Put the `-` last: `[\\w-]`."],
    ["[a-\\d]", "Put the `-` last: `[\\w-]`."],
    ["[\\b]", "Write `\\x08`."],
    ["\ud800", "Write the character itself."],
    ["[\udc00]", "Write the character itself."],
    ["\\ud83d", "Write the character itself."],
  ])("%j: %s", (pattern, help) => {
    const { problem } = checkPattern(pattern);
    expect(problem?.reason).toMatch(/\S/);
    expect(problem?.help).toBe(help);
  });

  // What stands in a class under its POSIX name is what the equivalent takes.
  test.each([
    ["[!-/:-@\\[-`{-~]", "!/:@[`{~-^]\\", "aZ0 "],
    ["[A-Za-z0-9]", "azAZ09", "_-é"],
    ["[ -~]", " ~a", "\t\u007f"],
  ])("%s", (pattern, members, others) => {
    const search = compilePattern(pattern);
    expect([...members].filter((char) => !search(char))).toEqual([]);
    expect([...others].filter(search)).toEqual([]);
  });

  test.each([
    "[a-]",
    "[-a]",
    "[\\w-]",
    "[.$^*]",
    "a{2,}?",
    "(|a)",
    "()",
    "a||b",
    "^*",
    "(?im)a",
    "x{0}",
    "\\-",
    "[a-b-c]",
  ])("%s is in the subset", (pattern) => {
    expect(checkPattern(pattern).problem).toBeUndefined();
  });

  test("more than 256 characters", () => {
    expect(checkPattern("a".repeat(256)).problem).toBeUndefined();
    expect(checkPattern("a".repeat(257)).problem?.reason).toContain("256");
  });
});

const atom = fc.constantFrom(
  "a",
  "b",
  "K",
  "s",
  "1",
  " ",
  "😀",
  "é",
  ".",
  "\\d",
  "\\D",
  "\\w",
  "\\W",
  "\\s",
  "\\S",
  "\\b",
  "^",
  "$",
  "[ab]",
  "[^a]",
  "[a-cK]",
  "[^\\d\\s]",
  "[\\w-]",
  "\\n",
  "\\.",
  "\\x41",
  "\\u00e9",
  "-",
  "/",
);
const { body } = fc.letrec<{ body: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small" },
    { weight: 4, arbitrary: atom },
    tie("body").map((inner) => `(${inner})`),
    tie("body").map((inner) => `(?:${inner})`),
  ),
  body: fc
    .array(
      fc.tuple(tie("part"), fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,}", "*?", "+?")),
      { maxLength: 4 },
    )
    .chain((parts) =>
      fc.boolean().map((split) => {
        const words = parts.map(
          ([inner, sign]) => `${inner}${/^(?:\^|\$|\\b)$/.test(inner) && sign !== "" ? "" : sign}`,
        );
        return split && words.length > 1
          ? `${words.slice(0, 1).join("")}|${words.slice(1).join("")}`
          : words.join("");
      }),
    ),
}));
const pattern = fc
  .tuple(fc.constantFrom("", "", "(?i)", "(?m)", "(?im)"), body)
  .map((parts) => parts.join(""));
const subject = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "k",
      "K",
      "\u212a",
      "S",
      "\u017f",
      "1",
      " ",
      "\n",
      "\r",
      "\u00a0",
      "\u2028",
      "😀",
      "é",
      "A",
      "-",
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

const runs = Number(process.env["FC_RUNS"] ?? 3000);

test("the engine, the rewritten RegExp and the reference matcher agree", () => {
  fc.assert(
    fc.property(pattern, subject, (source, text) => {
      expect(checkPattern(source).problem, source).toBeUndefined();
      const expected = searchPattern(source, text);
      expect(compilePattern(source)(text), `engine ${source} on ${JSON.stringify(text)}`).toBe(expected);
      expect(
        new RegExp(toJavaScript(source), "u").test(text),
        `RegExp ${source} on ${JSON.stringify(text)}`,
      ).toBe(expected);
    }),
    { seed: 42, numRuns: runs },
  );
});

test("Python's re, rewritten, agrees with the reference matcher", () => {
  const cases = fc
    .sample(fc.tuple(pattern, subject), { seed: 43, numRuns: runs })
    .map(([source, text]) => ({ pattern: toPython(source), text, source }));
  const driver =
    "import json, re, sys\nprint(json.dumps([re.search(c['pattern'], c['text'], re.ASCII) is not None for c in json.load(sys.stdin)]))";
  const { stdout, stderr } = spawnSync("python3", ["-I", "-c", driver], {
    input: JSON.stringify(cases),
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  expect(stderr).toBe("");
  const answers = JSON.parse(stdout) as boolean[];
  cases.forEach(({ source, text }, i) => {
    expect(answers[i], `${source} on ${JSON.stringify(text)}`).toBe(searchPattern(source, text));
  });
});

test("any pattern is taken or refused at a place inside it, and never throws", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(fc.constantFrom(..."()[]{}*+?|\\^$.-abd,0123:=!<P>i")).map((parts) => parts.join("")),
      ),
      (source) => {
        const { problem } = checkPattern(source);
        if (problem === undefined) {
          expect(tableOf(source)).toBeDefined();
          expect(compilePattern(source)("abc")).toBe(searchPattern(source, "abc"));
        } else {
          expect(problem.reason).toMatch(/\S/);
          expect(problem.start).toBeLessThanOrEqual(problem.end);
          expect(problem.end).toBeLessThanOrEqual(source.length);
        }
      },
    ),
    { seed: 42, numRuns: runs },
  );
});
