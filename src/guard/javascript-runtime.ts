import { patternSupports } from "./javascript-pattern.ts";
import type { Support } from "./support.ts";
import { neededSupports } from "./support.ts";

// White space of Python 3.11's str.isspace, as the inside of a class.
const blank = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const supports: Readonly<Record<string, Support>> = {
  ...patternSupports,
  fail: { needs: [], code: `function $fail() {\n  throw new Error("no value");\n}` },
  text: {
    needs: [],
    code: `function $text(value) {
  // Half of a surrogate pair is no character. Most texts have not even pairs.
  if (!/[\\ud800-\\udfff]/.test(value)) return value;
  return value.replace(/[\\ud800-\\udbff][\\udc00-\\udfff]|[\\ud800-\\udfff]/g, (part) => (part.length === 2 ? part : "\\ufffd"));
}`,
  },
  truthy: {
    needs: [],
    code: `function $truthy(value) {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Map) return value.size > 0;
  return Boolean(value);
}`,
  },
  json: {
    needs: ["fail", "clean"],
    code: `function $json(text) {
  let depth = 0;
  let inString = false;
  for (const [token] of text.matchAll(/\\\\[\\s\\S]|["[\\]{}]/g)) {
    if (token === '"') inString = !inString;
    else if (inString) continue;
    else if ((token === "[" || token === "{") && ++depth > 512) $fail();
    else if (token === "]" || token === "}") depth--;
  }
  return $clean(JSON.parse(text));
}`,
  },
  clean: {
    needs: ["fail", "text"],
    code: `function $clean(value) {
  if (typeof value === "string") return $text(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : $fail();
  if (Array.isArray(value)) return value.map($clean);
  if (value === null || typeof value !== "object") return value;
  return new Map(Object.entries(value).map(([key, inner]) => [$text(key), $clean(inner)]));
}`,
  },
  open: {
    needs: ["json"],
    code: `function $open(value) {\n  return typeof value === "string" ? $json(value) : value;\n}`,
  },
  at: {
    needs: [],
    code: `function $at(value, path) {
  for (const part of path.split(".")) {
    if (value instanceof Map && value.has(part)) value = value.get(part);
    else if (Array.isArray(value) && /^(?:0|[1-9]\\d*)$/.test(part) && Number(part) < value.length) value = value[Number(part)];
    else return undefined;
  }
  return value;
}`,
  },
  jsonLength: {
    needs: ["at", "fail"],
    code: `function $jsonLength(value, path) {
  const found = path === undefined ? value : $at(value, path);
  if (Array.isArray(found)) return found.length;
  return found instanceof Map ? found.size : $fail();
}`,
  },
  length: {
    needs: [],
    code: `function $length(text) {
  return /[\\ud800-\\udfff]/.test(text) ? [...text].length : text.length;
}`,
  },
  size: {
    needs: ["length", "fail"],
    code: `function $size(value) {
  if (typeof value === "string") return $length(value);
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : $fail();
}`,
  },
  string: {
    needs: ["fail"],
    code: `function $string(value) {\n  return typeof value === "string" ? value : $fail();\n}`,
  },
  number: {
    needs: ["fail"],
    code: `function $number(value) {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "number" ? value : $fail();
}`,
  },
  range: {
    needs: ["fail"],
    code: `function $range(value, integer) {
  return (integer ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : $fail();
}`,
  },
  divmod: {
    needs: ["fail"],
    code: `function $divmod(a, b) {
  if (b === 0) $fail();
  let remainder = a % b;
  let quotient = (a - remainder) / b;
  if (remainder !== 0 && remainder < 0 !== b < 0) {
    remainder += b;
    quotient -= 1;
  }
  const floor = Math.floor(quotient);
  return [quotient - floor > 0.5 ? floor + 1 : floor, remainder];
}`,
  },
  calculate: {
    needs: ["number", "range", "string", "divmod", "fail"],
    code: `function $calculate(operator, left, right, integer) {
  if (operator === "+" && typeof left === "string") return left + $string(right);
  const a = $number(left);
  const b = $number(right);
  const results = {
    "+": () => a + b,
    "-": () => a - b,
    "*": () => a * b,
    "/": () => (b === 0 ? $fail() : a / b),
    "//": () => $divmod(a, b)[0],
    "%": () => $divmod(a, b)[1],
  };
  return $range(results[operator](), integer);
}`,
  },
  equal: {
    needs: [],
    code: `function $equal(left, right) {
  const a = typeof left === "boolean" ? Number(left) : left;
  const b = typeof right === "boolean" ? Number(right) : right;
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => $equal(item, b[i]));
  if (!(a instanceof Map && b instanceof Map) || a.size !== b.size) return false;
  return [...a].every(([key, value]) => b.has(key) && $equal(value, b.get(key)));
}`,
  },
  order: {
    needs: ["number"],
    code: `function $order(left, right) {
  if (typeof left !== "string" || typeof right !== "string") return $number(left) - $number(right);
  const rank = (unit) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = rank(left.charCodeAt(i)) - rank(right.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}`,
  },
  contains: {
    needs: ["equal", "string", "fail"],
    code: `function $contains(container, item) {
  if (typeof container === "string") return container.includes($string(item));
  if (Array.isArray(container)) return container.some((member) => $equal(member, item));
  if (!(container instanceof Map) || (typeof item === "object" && item !== null)) return $fail();
  return container.has(item);
}`,
  },
  compare: {
    needs: ["equal", "order", "contains"],
    code: `function $compare(first, steps) {
  const tests = {
    "==": (a, b) => $equal(a, b),
    "!=": (a, b) => !$equal(a, b),
    "<": (a, b) => $order(a, b) < 0,
    "<=": (a, b) => $order(a, b) <= 0,
    ">": (a, b) => $order(a, b) > 0,
    ">=": (a, b) => $order(a, b) >= 0,
    in: (a, b) => $contains(b, a),
    "not in": (a, b) => !$contains(b, a),
  };
  let left = first;
  for (const [operator, operand] of steps) {
    const right = operand();
    if (!tests[operator](left, right)) return false;
    left = right;
  }
  return true;
}`,
  },
  count: {
    needs: ["length"],
    code: `function $count(text, part) {
  if (part === "") return $length(text) + 1;
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}`,
  },
  find: {
    needs: ["length"],
    code: `function $find(text, part) {
  const at = text.indexOf(part);
  return at <= 0 ? at : $length(text.slice(0, at));
}`,
  },
  strip: {
    needs: [],
    code: `function $strip(text) {
  const start = /^[${blank}]*/.exec(text)[0].length;
  let end = text.length;
  while (end > start && /^[${blank}]/.test(text[end - 1])) end--;
  return text.slice(start, end);
}`,
  },
  words: {
    needs: [],
    code: `function $words(text) {\n  return text.match(/[^${blank}]+/g)?.length ?? 0;\n}`,
  },
  lines: {
    needs: [],
    code: `function $lines(text) {
  const parts = text.split(/\\r\\n|[\\n\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029]/);
  return parts.at(-1) === "" ? parts.length - 1 : parts.length;
}`,
  },
  index: {
    needs: ["fail"],
    code: `function $index(value) {\n  return typeof value === "number" && Number.isInteger(value) ? value : $fail();\n}`,
  },
  item: {
    needs: ["index", "string", "fail"],
    code: `function $item(value, key) {
  if (value instanceof Map) return value.has($string(key)) ? value.get(key) : $fail();
  const list = typeof value === "string" ? [...value] : Array.isArray(value) ? value : $fail();
  const index = $index(key);
  const at = index < 0 ? list.length + index : index;
  return at in list ? list[at] : $fail();
}`,
  },
  slice: {
    needs: ["index", "fail"],
    code: `function $slice(value, from, to) {
  const start = from === undefined ? 0 : $index(from);
  const end = to === undefined ? undefined : $index(to);
  if (typeof value === "string") return [...value].slice(start, end).join("");
  return Array.isArray(value) ? value.slice(start, end) : $fail();
}`,
  },
};

/** The support functions for the names in use, in a fixed order. */
export function runtimeFor(used: ReadonlySet<string>): string {
  return neededSupports(used, supports)
    .map(([, { code }]) => `${code}\n`)
    .join("\n");
}
