/**
 * The one candidate near enough to be what was meant, or undefined. Near: at most a third of the word's length in
 * edits (insert, delete, replace, swap of neighbours), letter case aside. Two equally near candidates give none.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  let tie = false;
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const distance = editDistance(fold(word), fold(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
      tie = false;
    } else if (distance === bestDistance) tie = true;
  }
  return tie ? undefined : best;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll("_", "-");
}

/** Optimal string alignment distance. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Help for a wrong word: the near one, else all that are allowed where there are at most eight. */
export function suggestion(word: string, allowed: readonly string[]): string | undefined {
  const near = nearest(word, allowed);
  if (near !== undefined) return `Write \`${near}\`.`;
  if (allowed.length > 0 && allowed.length <= 8) {
    return `Use one of ${allowed.map((name) => `\`${name}\``).join(", ")}.`;
  }
  return undefined;
}
