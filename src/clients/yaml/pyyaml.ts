import { parseNodes } from "./nodes.ts";
import type { ListNode, MapNode, Node, ParseOptions, ScalarNode } from "./nodes.ts";
import { die, read, refuse } from "./reading.ts";
import type { Reading } from "./reading.ts";

/**
 * PyYAML's `safe_load` (YAML 1.1): what quick_validate.py and Mistral Vibe call. A `YAMLError` is a refusal; other
 * Python errors (an impossible date, a tag on the wrong text, the recursion limit) are not caught by these callers.
 */
export function pyYaml(text: string): Reading {
  return read(() => {
    refuseUnprintable(text);
    const root = parseNodes(text, pyYamlOptions);
    return root === undefined ? null : construct(root, new Map());
  });
}

/** Python's recursion limit of 1,000 frames at two frames a level, less what is on the stack before. */
const PYTHON_DEEPEST = 480;

const pyYamlOptions: ParseOptions = {
  wideLines: true,
  skipsBlankLines: false,
  deepest: PYTHON_DEEPEST,
  tooDeep: die,
  repeatedAnchors: false,
  emptyKeys: false,
};

/** What the family of PyYAML takes for text (YAML 1.1, section 5.1). */
export const unprintable = /[^\t\n\r\x20-\x7E\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

function refuseUnprintable(text: string): void {
  const found = unprintable.exec(text)?.[0];
  if (found !== undefined) refuse(`the character U+${hex(found)} is not allowed in YAML`);
}

function hex(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}

const STANDARD = "tag:yaml.org,2002:";

/** Plain scalars that are not text in YAML 1.1, as PyYAML resolves them. */
const plainTypes: readonly (readonly [string, RegExp])[] = [
  ["null", /^(?:~|null|Null|NULL|)$/],
  ["bool", /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/],
  [
    "int",
    /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/,
  ],
  [
    "float",
    /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  ],
  [
    "timestamp",
    /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/,
  ],
  ["merge", /^<<$/],
  ["value", /^=$/],
];

/** The type of a plain scalar in YAML 1.1, as the end of its tag. */
export function plainType(text: string): string {
  return plainTypes.find(([, pattern]) => pattern.test(text))?.[0] ?? "str";
}

function typeOf(node: Node): string {
  const { tag } = node;
  if (tag === undefined || tag === "!") {
    if (node.kind !== "scalar") return node.kind === "list" ? "seq" : "map";
    return node.plain || tag === "!" ? plainType(node.text) : "str";
  }
  return tag.startsWith(STANDARD) ? tag.slice(STANDARD.length) : tag;
}

type Built = Map<Node, unknown>;

function construct(node: Node, built: Built): unknown {
  if (built.has(node)) return built.get(node);
  const type = typeOf(node);
  if (node.kind === "scalar") return keep(built, node, scalarValue(node, type));
  if (node.kind === "list") return listValue(node, type, built);
  return mapValue(node, type, built);
}

function keep<T>(built: Built, node: Node, value: T): T {
  built.set(node, value);
  return value;
}

function scalarValue({ text }: ScalarNode, type: string): unknown {
  switch (type) {
    case "str":
      return text;
    case "null":
      return null;
    case "bool": {
      const word = text.toLowerCase();
      if (!/^(?:yes|no|true|false|on|off)$/.test(word)) die(`\`${text}\` is no boolean`);
      return word === "yes" || word === "true" || word === "on";
    }
    case "int":
      return integer(text);
    case "float":
      return float(text);
    case "timestamp":
      return timestamp(text);
    case "binary":
      return binary(text);
    case "merge":
      return refuse("`<<` stands where a value is expected");
    case "seq":
    case "map":
    case "set":
    case "omap":
    case "pairs":
      return refuse(`the tag \`!!${type}\` stands before text`);
    default:
      return refuse(`the tag \`${type}\` is not known`);
  }
}

function integer(text: string): number {
  const digits = text.replaceAll("_", "").toLowerCase();
  const sign = digits.startsWith("-") ? -1 : 1;
  const bare = digits.replace(/^[-+]/, "");
  if (bare === "0") return 0;
  if (/^0b[01]+$/.test(bare)) return sign * Number.parseInt(bare.slice(2), 2);
  if (/^0x[0-9a-f]+$/.test(bare)) return sign * Number.parseInt(bare.slice(2), 16);
  if (/^0[0-7]+$/.test(bare)) return sign * Number.parseInt(bare, 8);
  if (/^\d+(?::\d+)*$/.test(bare) && !bare.startsWith("0")) return sign * sexagesimal(bare);
  return die(`\`${text}\` is no integer`);
}

function sexagesimal(text: string): number {
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

function float(text: string): number {
  const bare = text.replaceAll("_", "").toLowerCase();
  if (/^[-+]?\.inf$/.test(bare)) return bare.startsWith("-") ? -Infinity : Infinity;
  if (bare === ".nan") return Number.NaN;
  const value = bare.includes(":") ? sexagesimal(bare) : Number(bare);
  return Number.isNaN(value) ? die(`\`${text}\` is no number`) : value;
}

function timestamp(text: string): Date {
  const match =
    /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(?:Z|[-+](\d\d?)(?::(\d\d))?))?)?$/.exec(
      text,
    );
  if (match === null) die(`\`${text}\` is no date`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const made = new Date(Date.UTC(2000, 0, 1));
  made.setUTCFullYear(year, month - 1, day);
  const onCalendar = year > 0 && made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
  if (!onCalendar || !isOnClock(hour, minute, second, Number(match[8] ?? 0)))
    die(`\`${text}\` is a date that does not exist`);
  made.setUTCHours(hour, minute, second);
  return made;
}

/** `zone` is the hour of the offset. */
function isOnClock(hour: number, minute: number, second: number, zone: number): boolean {
  return hour < 24 && minute < 60 && second < 60 && zone < 24;
}

function binary(text: string): Uint8Array {
  const bare = text.replace(/\s/g, "");
  if (/[^\x20-\x7E]/.test(bare)) refuse("binary data is not ASCII");
  if (bare.replace(/[^A-Za-z0-9+/]/g, "").length % 4 === 1) refuse("binary data is not base64");
  return new Uint8Array();
}

function listValue(node: ListNode, type: string, built: Built): unknown {
  if (type === "omap" || type === "pairs") {
    for (const item of node.items) {
      if (item.kind !== "map" || item.pairs.length !== 1) refuse(`an item of \`!!${type}\` is not one pair`);
    }
  } else if (type !== "seq") refuseCollection(type, "a list");
  const list: unknown[] = keep(built, node, []);
  for (const item of node.items) list.push(construct(item, built));
  return list;
}

function mapValue(node: MapNode, type: string, built: Built): unknown {
  if (type !== "map" && type !== "set") refuseCollection(type, "a mapping");
  const map = keep(built, node, new Map<unknown, unknown>());
  for (const [keyNode, valueNode] of mergedPairs(node, new Map())) {
    const isEquals = typeOf(keyNode) === "value";
    const key = isEquals ? "=" : construct(keyNode, built);
    if (Array.isArray(key) || key instanceof Map) refuse("a key is a list or a mapping");
    map.set(key, construct(valueNode, built));
  }
  return map;
}

function refuseCollection(type: string, found: string): never {
  const known = [
    "null",
    "bool",
    "int",
    "float",
    "binary",
    "timestamp",
    "omap",
    "pairs",
    "set",
    "str",
    "seq",
    "map",
  ];
  return refuse(
    known.includes(type)
      ? `the tag \`!!${type}\` stands before ${found}`
      : `the tag \`${type}\` is not known`,
  );
}

type Pairs = readonly (readonly [Node, Node])[];

/** Merges of merges double with every step; nobody writes so many keys. */
const MOST_PAIRS = 100_000;

/** The pairs of a mapping with what `<<` merges in put first, so that the mapping's own keys win. */
function mergedPairs(node: MapNode, known: Map<Node, Pairs>): Pairs {
  const before = known.get(node);
  if (before !== undefined) return before;
  // A mapping that merges itself gets nothing from itself.
  known.set(node, []);
  const own = node.pairs.filter(([key]) => typeOf(key) !== "merge");
  if (own.length === node.pairs.length) {
    known.set(node, own);
    return own;
  }
  const merged: (readonly [Node, Node])[] = [];
  for (const [key, value] of node.pairs) {
    if (typeOf(key) !== "merge") continue;
    for (const source of mergeSources(value)) {
      for (const pair of mergedPairs(source, known)) merged.push(pair);
      if (merged.length > MOST_PAIRS) die("the merged mappings are too large");
    }
  }
  for (const pair of own) merged.push(pair);
  known.set(node, merged);
  return merged;
}

function mergeSources(value: Node): readonly MapNode[] {
  if (value.kind === "map") return [value];
  if (value.kind !== "list") return refuse("`<<` merges something that is no mapping");
  const sources = value.items.map((item) =>
    item.kind === "map" ? item : refuse("`<<` merges something that is no mapping"),
  );
  return sources.toReversed();
}
