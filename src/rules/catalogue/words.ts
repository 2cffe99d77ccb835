/** Words of a description that carry meaning, reduced to stems. */

/** English words that every description may have, and those of trigger clauses: nothing is told apart by them. */
const common = new Set(
  (
    "a about after all also an and any are as asks at be been before being both but by can do does each either etc " +
    "even every for from get give given has have help helps her his how if in include includes including into is it " +
    "its just like make makes may more most must need needs new no not of off on one only or other our out over own " +
    "per request requests same should skill skills so some such support supports tell than that the their them then " +
    "there these they this those through to too trigger triggers under up upon use used useful user users uses using " +
    "via want wants was we what when whenever where whether which while who will with within without work working " +
    "would you your"
  ).split(" "),
);

const word = /[\p{L}\p{N}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The stems of a text, in order. Scripts without spaces between words give pairs of characters. */
export function stemsOf(text: string, known: Map<string, string>): readonly string[] {
  const stems: string[] = [];
  for (const found of text.toLowerCase().match(word) ?? []) {
    if (common.has(found)) continue;
    if (found.charCodeAt(0) > 0x2000 && unspaced.test(found)) {
      const chars = Array.from(found);
      for (let i = 0; i + 1 < chars.length; i++) stems.push(`${chars[i] ?? ""}${chars[i + 1] ?? ""}`);
      continue;
    }
    let stem = known.get(found);
    if (stem === undefined) {
      stem = stemOf(found);
      known.set(found, stem);
    }
    stems.push(stem);
  }
  return stems;
}

/** Endings of English words, the longest first, with what stands in their place. */
const endings: readonly (readonly [string, string])[] = [
  ["izations", "ize"],
  ["ization", "ize"],
  ["ations", "ate"],
  ["ation", "ate"],
  ["ments", ""],
  ["ment", ""],
  ["ings", ""],
  ["ness", ""],
  ["ally", "al"],
  ["ies", "y"],
  ["ied", "y"],
  ["ing", ""],
  ["ers", ""],
  ["ors", ""],
  ["ed", ""],
  ["er", ""],
  ["or", ""],
  ["ly", ""],
  ["es", ""],
  ["s", ""],
];

/**
 * A light stem in the manner of Porter's: one ending is taken off where at least three letters are left, then a doubled
 * last letter and a silent `e` go, so that `plan`, `plans` and `planning` are one.
 */
export function stemOf(text: string): string {
  if (text.length < 4 || !/^[a-z]+$/.test(text)) return text;
  let stem = text;
  for (const [ending, instead] of endings) {
    if (!text.endsWith(ending) || text.length - ending.length < 3) continue;
    if (ending === "s" && /(?:ss|us|is)$/.test(text)) continue;
    stem = text.slice(0, text.length - ending.length) + instead;
    break;
  }
  if (/([bdfgmnprt])\1$/.test(stem)) stem = stem.slice(0, -1);
  return stem.length > 3 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}
