import type { Support } from "./support.ts";

/** Reads the JSON of an output, as `src/guard/json.ts` does. */
export const jsonSupports: Readonly<Record<string, Support>> = {
  json: {
    needs: ["measure", "nesting", "occurrences", "fail", "whole"],
    code: `function $json(text) {
  const value = JSON.parse(text);
  const extent = { depth: 0, containers: 0 };
  $measure(value, 1, extent);
  if (text.length > 1024) {
    // Of equal keys the last counts: the text may nest deeper than the value, by as many brackets as stand for nothing.
    const unseen = $occurrences(text, "[") + $occurrences(text, "{") - extent.containers;
    if (extent.depth + unseen > 512 && $nesting(text) > 512) $fail();
  }
  // An escape may be half of a surrogate pair.
  return text.includes("\\\\u") && /\\\\u[dD][89a-fA-F]/.test(text) ? $whole(value) : value;
}`,
  },
  measure: {
    needs: ["fail"],
    code: `function $measure(value, depth, extent) {
  if (typeof value === "number" && !Number.isFinite(value)) $fail();
  if (typeof value !== "object" || value === null) return;
  if (depth > 512) $fail();
  if (depth > extent.depth) extent.depth = depth;
  extent.containers++;
  if (Array.isArray(value)) for (const item of value) $measure(item, depth + 1, extent);
  else for (const key in value) $measure(value[key], depth + 1, extent);
}`,
  },
  nesting: {
    needs: [],
    code: `function $nesting(text) {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (const [token] of text.matchAll(/\\\\[\\s\\S]|["[\\]{}]/g)) {
    if (token === '"') inString = !inString;
    else if (inString) continue;
    else if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return deepest;
}`,
  },
  whole: {
    needs: ["text"],
    code: `function $whole(value) {
  if (typeof value === "string") return $text(value);
  if (Array.isArray(value)) return value.map($whole);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [$text(key), $whole(inner)]));
}`,
  },
  occurrences: {
    needs: [],
    code: `function $occurrences(text, part) {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}`,
  },
};
