import type { Value } from "./values.ts";
import { countOf, fail, wellFormed } from "./values.ts";

const depthLimit = 512;

/** Exactly one RFC 8259 value, JSON white space around it allowed. Numbers are doubles; the last of equal keys counts. */
export function parseJson(text: string): Value {
  let value: Value;
  try {
    value = JSON.parse(text) as Value;
  } catch {
    return fail("guard/bad-json");
  }
  const extent: Extent = { depth: 0, containers: 0 };
  measure(value, 0, extent);
  if (nestsTooDeep(text, extent)) fail("guard/bad-json");
  return text.includes("\\u") && halfEscape.test(text) ? withoutHalves(value) : value;
}

/** Of a value: how deep its lists and objects nest, and how many there are. */
interface Extent {
  depth: number;
  containers: number;
}

/** Measures a value around which `depth` containers stand. A number that is not finite has no value. */
function measure(value: Value, depth: number, extent: Extent): void {
  if (typeof value === "number" && !Number.isFinite(value)) fail("guard/bad-json");
  if (typeof value !== "object" || value === null) return;
  const inside = depth + 1;
  if (inside > depthLimit) fail("guard/bad-json");
  if (inside > extent.depth) extent.depth = inside;
  extent.containers++;
  if (Array.isArray(value)) {
    for (const item of value as readonly Value[]) measure(item, inside, extent);
    return;
  }
  const object = value as Readonly<Record<string, Value>>;
  for (const key in object) measure(object[key] ?? null, inside, extent);
}

/**
 * True where brackets nest too deep in the text. The value may be flatter than its text, since of equal keys the last
 * counts; but what it lacks is no deeper than the opening brackets that stand for nothing in it, and most texts have
 * few of those. Only the others are read sign by sign.
 */
function nestsTooDeep(text: string, { depth, containers }: Extent): boolean {
  // Twice as many signs as brackets, for they close too.
  if (text.length <= 2 * depthLimit) return false;
  const unseen = countOf(text, "[") + countOf(text, "{") - containers;
  return depth + unseen > depthLimit && nestingOf(text) > depthLimit;
}

/** The deepest nesting of brackets outside strings, in a text that is JSON. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        deepest = Math.max(deepest, ++depth);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
    }
  }
  return deepest;
}

/** The closing quote of a string that opens here. */
function endOfString(text: string, open: number): number {
  let at = open + 1;
  for (let unit = text.charCodeAt(at); unit !== 0x22 && at < text.length; unit = text.charCodeAt(++at)) {
    if (unit === 0x5c) at++;
  }
  return at;
}

// A text that holds no half of a surrogate pair can still escape one.
const halfEscape = /\\u[dD][89a-fA-F]/;

function withoutHalves(value: Value): Value {
  if (typeof value === "string") return wellFormed(value);
  if (Array.isArray(value)) return value.map(withoutHalves);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [wellFormed(key), withoutHalves(inner)]),
  );
}
