/**
 * The reference matcher of the pattern subset: backtracking over code points, written from the words of the
 * specification. Exponential; for short texts only.
 */
export function searchPattern(pattern: string, text: string): boolean {
  const flags = /^\(\?([im]+)\)/.exec(pattern);
  const points = [...text].map((char) => char.codePointAt(0) ?? 0);
  const reader = { chars: [...pattern.slice(flags?.[0].length ?? 0)], at: 0 };
  const node = alternation(reader);
  const setting = { i: flags?.[1]?.includes("i") ?? false, m: flags?.[1]?.includes("m") ?? false, points };
  for (let from = 0; from <= points.length; from++) if (match(node, from, setting, () => true)) return true;
  return false;
}

type Test = (point: number) => boolean;
type Node =
  | { kind: "or"; branches: Node[] }
  | { kind: "seq"; parts: Node[] }
  | { kind: "rep"; inner: Node; min: number; max: number }
  | { kind: "one"; test: Test }
  | { kind: "^" | "$" | "b" };

interface Reader {
  chars: string[];
  at: number;
}

function alternation(reader: Reader): Node {
  const branches = [sequence(reader)];
  while (reader.chars[reader.at] === "|") {
    reader.at++;
    branches.push(sequence(reader));
  }
  return { kind: "or", branches };
}

function sequence(reader: Reader): Node {
  const parts: Node[] = [];
  for (;;) {
    const char = reader.chars[reader.at];
    if (char === undefined || char === "|" || char === ")") return { kind: "seq", parts };
    parts.push(repetition(reader, atom(reader)));
  }
}

function repetition(reader: Reader, inner: Node): Node {
  const rest = reader.chars.slice(reader.at).join("");
  const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(rest);
  if (found === null) return inner;
  reader.at += found[0].length;
  const [, sign, low, comma, high] = found;
  if (sign !== undefined)
    return { kind: "rep", inner, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
  const min = Number(low);
  return { kind: "rep", inner, min, max: comma === "" ? min : high === "" ? Infinity : Number(high) };
}

const isDigit: Test = (point) => point >= 48 && point <= 57;
const isWord: Test = (point) =>
  isDigit(point) || point === 95 || (point >= 65 && point <= 90) || (point >= 97 && point <= 122);
const isSpace: Test = (point) => (point >= 9 && point <= 13) || point === 32;
const sets: Record<string, Test> = { d: isDigit, w: isWord, s: isSpace };
const controls: Record<string, number> = { n: 10, t: 9, r: 13, f: 12, v: 11, "0": 0 };

function atom(reader: Reader): Node {
  const char = reader.chars[reader.at++] ?? "";
  if (char === "(") {
    if (reader.chars[reader.at] === "?") reader.at += 2;
    const inner = alternation(reader);
    reader.at++;
    return inner;
  }
  if (char === ".") return { kind: "one", test: (point) => point !== 10 };
  if (char === "^" || char === "$") return { kind: char };
  if (char === "[") return { kind: "one", test: characterClass(reader) };
  if (char !== "\\") return one(char.codePointAt(0) ?? 0);
  const letter = reader.chars[reader.at] ?? "";
  if (letter === "b") {
    reader.at++;
    return { kind: "b" };
  }
  const set = sets[letter.toLowerCase()];
  if (set !== undefined) {
    reader.at++;
    return { kind: "one", test: letter === letter.toLowerCase() ? set : (point) => !set(point) };
  }
  return one(escape(reader));
}

function one(point: number): Node {
  return { kind: "one", test: Object.assign((candidate: number) => candidate === point, { point }) };
}

function escape(reader: Reader): number {
  const letter = reader.chars[reader.at++] ?? "";
  if (letter === "x" || letter === "u") {
    const digits = letter === "x" ? 2 : 4;
    const code = Number.parseInt(reader.chars.slice(reader.at, reader.at + digits).join(""), 16);
    reader.at += digits;
    return code;
  }
  return controls[letter] ?? letter.codePointAt(0) ?? 0;
}

function characterClass(reader: Reader): Test {
  const negated = reader.chars[reader.at] === "^";
  if (negated) reader.at++;
  const tests: Test[] = [];
  while (reader.chars[reader.at] !== "]") {
    const low = classItem(reader);
    if (typeof low !== "number") tests.push(low);
    else if (reader.chars[reader.at] === "-" && reader.chars[reader.at + 1] !== "]") {
      reader.at++;
      const high = classItem(reader);
      if (typeof high === "number") tests.push((point) => point >= low && point <= high);
    } else tests.push((point) => point === low);
  }
  reader.at++;
  const holds: Test = (point) => tests.some((test) => test(point));
  return negated ? Object.assign((point: number) => !holds(point), { negated: true }) : holds;
}

function classItem(reader: Reader): number | Test {
  const char = reader.chars[reader.at++] ?? "";
  if (char !== "\\") return char.codePointAt(0) ?? 0;
  const set = sets[reader.chars[reader.at] ?? ""];
  if (set === undefined) return escape(reader);
  reader.at++;
  return set;
}

interface Setting {
  i: boolean;
  m: boolean;
  points: number[];
}

function match(node: Node, at: number, setting: Setting, next: (at: number) => boolean): boolean {
  const { points } = setting;
  switch (node.kind) {
    case "or":
      return node.branches.some((branch) => match(branch, at, setting, next));
    case "seq": {
      const run = (i: number, from: number): boolean => {
        const part = node.parts[i];
        return part === undefined ? next(from) : match(part, from, setting, (after) => run(i + 1, after));
      };
      return run(0, at);
    }
    case "rep": {
      const run = (count: number, from: number): boolean => {
        if (count >= node.min && next(from)) return true;
        // A repetition that takes nothing would go on for ever.
        return (
          count < node.max &&
          match(
            node.inner,
            from,
            setting,
            (after) =>
              (after > from || count < node.min) &&
              run(after > from ? count + 1 : Math.max(count + 1, node.min), after),
          )
        );
      };
      return run(0, at);
    }
    case "one": {
      const point = points[at];
      return point !== undefined && accepts(node.test, point, setting.i) && next(at + 1);
    }
    case "^":
      return (at === 0 || (setting.m && points[at - 1] === 10)) && next(at);
    case "$":
      return (at === points.length || (setting.m && points[at] === 10)) && next(at);
    case "b": {
      const before = at > 0 && isWord(points[at - 1] ?? -1);
      const after = at < points.length && isWord(points[at] ?? -1);
      return before !== after && next(at);
    }
  }
}

/** With the flag i, the two cases of an ASCII letter are one. A negated class refuses a letter if it holds either. */
function accepts(test: Test, point: number, ignoreCase: boolean): boolean {
  if (!ignoreCase) return test(point);
  const upper = point >= 97 && point <= 122 ? point - 32 : point;
  const lower = point >= 65 && point <= 90 ? point + 32 : point;
  const isNegated = "negated" in test;
  return isNegated ? test(upper) && test(lower) : test(upper) || test(lower);
}
