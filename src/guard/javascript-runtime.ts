import { jsonSupports } from "./javascript-json.ts";
import { patternSupports } from "./javascript-pattern.ts";
import type { Support } from "./support.ts";
import { neededSupports } from "./support.ts";

// White space of Python 3.11's str.isspace, as the inside of a class.
const blank = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const supports: Readonly<Record<string, Support>> = {
  ...patternSupports,
  fail: { needs: [], code: `function $fail() {\n  throw new Error("no value");\n}` },
  surrogate: { needs: [], code: "const $surrogate = /[\\ud800-\\udfff]/;" },
  text: {
    needs: ["surrogate"],
    code: `function $text(value) {
  // Half of a surrogate pair is no character. Most texts have not even pairs.
  if (!$surrogate.test(value)) return value;
  return value.replace(/[\\ud800-\\udbff][\\udc00-\\udfff]|[\\ud800-\\udfff]/g, (part) => (part.length === 2 ? part : "\\ufffd"));
}`,
  },
  truthy: {
    needs: [],
    code: `function $truthy(value) {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}`,
  },
  ...jsonSupports,
  at: {
    needs: [],
    code: `function $at(value, key, index) {
  if (Array.isArray(value)) return value[index];
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? value[key] : undefined;
}`,
  },
  jsonLength: {
    needs: ["fail"],
    code: `function $jsonLength(value) {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : $fail();
}`,
  },
  length: {
    needs: ["surrogate"],
    code: `function $length(text) {
  if (!$surrogate.test(text)) return text.length;
  let length = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) length++;
  return length;
}`,
  },
  size: {
    needs: ["length", "jsonLength"],
    code: `function $size(value) {
  return typeof value === "string" ? $length(value) : $jsonLength(value);
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
  integer: {
    needs: ["fail"],
    code: `function $integer(value) {\n  return Number.isSafeInteger(value) ? value : $fail();\n}`,
  },
  finite: {
    needs: ["fail"],
    code: `function $finite(value) {\n  return Number.isFinite(value) ? value : $fail();\n}`,
  },
  divisor: {
    needs: ["fail"],
    code: `function $divisor(value) {\n  return Number(value) === 0 ? $fail() : value;\n}`,
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
  add: {
    needs: ["number", "finite", "string"],
    code: `function $add(left, right) {
  if (typeof left === "string") return left + $string(right);
  return $finite($number(left) + $number(right));
}`,
  },
  equal: {
    needs: [],
    code: `function $equal(left, right) {
  const a = typeof left === "boolean" ? Number(left) : left;
  const b = typeof right === "boolean" ? Number(right) : right;
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && $equal(a[key], b[key]));
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
  const isObject = typeof container === "object" && container !== null;
  if (!isObject || (typeof item === "object" && item !== null)) return $fail();
  return typeof item === "string" && Object.hasOwn(container, item);
}`,
  },
  count: {
    needs: ["length", "occurrences"],
    code: `function $count(text, part) {
  return part === "" ? $length(text) + 1 : $occurrences(text, part);
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
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.hasOwn(value, $string(key)) ? value[key] : $fail();
  }
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
