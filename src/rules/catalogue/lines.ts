/** A text as the set of its lines, for finding copies. Indentation and blank lines do not count. */

const seed = 0x811c9dc5;
const prime = 0x01000193;
// Of a line this many characters at either end are read, and its length: enough to tell lines of prose apart.
const sampled = 8;

/** One number for each line that has text, in order. */
export function lineHashes(text: string): readonly number[] {
  const hashes: number[] = [];
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf("\n", start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const hash = hashOf(text, start, end);
    if (hash !== undefined) hashes.push(hash);
    start = end + 1;
  }
  return hashes;
}

// A text with fewer headings than this is told by all its lines.
const fewestHeadings = 3;

/** The numbers of the lines by which a text is looked up: its headings, or all its lines where it has few. */
export function anchorsOf(text: string): readonly number[] {
  const anchors = new Set<number>();
  for (let at = text.startsWith("#") ? 0 : text.indexOf("\n#"); at !== -1; at = text.indexOf("\n#", at + 1)) {
    const lineEnd = text.indexOf("\n", at + 1);
    const hash = hashOf(text, at, lineEnd === -1 ? text.length : lineEnd);
    if (hash !== undefined) anchors.add(hash);
  }
  return anchors.size < fewestHeadings ? [...new Set(lineHashes(text))] : [...anchors];
}

/** Undefined for a line without text. */
function hashOf(text: string, start: number, end: number): number | undefined {
  let from = start;
  let to = end;
  while (from < to && text.charCodeAt(from) <= 32) from++;
  while (to > from && text.charCodeAt(to - 1) <= 32) to--;
  if (from === to) return undefined;
  let hash = Math.imul(seed ^ (to - from), prime);
  const head = Math.min(to, from + sampled);
  for (let i = from; i < head; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime);
  for (let i = Math.max(head, to - sampled); i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime);
  return hash;
}

/** The part of the lines of both that they share, from 0 to 1; a repeated line counts each time. */
export function sharedPart(one: readonly number[], other: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of other) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    shared++;
  }
  const all = one.length + other.length - shared;
  return all === 0 ? 0 : shared / all;
}
