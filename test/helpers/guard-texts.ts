import fc from "fast-check";

/** Texts that tell implementations of guards apart: Unicode, JSON, broken JSON, line ends, long and empty ones. */

const awkward = [
  "",
  " ",
  "\n",
  "\r\n",
  "a\r\nb\rc\n",
  "\u0085x\u2028y",
  "\u001c\u001dword\u3000",
  "😀",
  "a😀b",
  "\ud83d",
  "\udc00x",
  "\uffff😀",
  "İstanbul ΑΣ ΟΔΟΣ ß ﬁ",
  "verdict: pass\n",
  "TODO TODO TODO",
  "null",
  "true",
  "True",
  "4.0",
  " 4 ",
  "-0",
  "1e999",
  "NaN",
  "\ufeff1",
  "12345678901234567890",
  '"text"',
  '"\\ud800"',
  '{"a": 1, "a": 2}',
  '{"verdict": "pass", "items": [1, 2, 3], "flag": true, "empty": null, "nested": {"b": [0, "x"]}}',
  '{"__proto__": {"b": 1}, "constructor": 0, "": 5}',
  "[]",
  '[1, [2, 3], null, false, "a"]',
  "```json\n{}\n```",
  '{"a": 1',
  '{"a": 1,}',
  "[1] [2]",
  `${"[".repeat(512)}${"]".repeat(512)}`,
  `${"[".repeat(513)}${"]".repeat(513)}`,
  "a".repeat(3000),
];

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkward) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom("a", "b", " ", "\n", "TODO", "😀", "x", "é", "1"))
      .map((parts) => parts.join("")),
  },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
);
