/**
 * The one candidate near enough to be what was meant, or undefined. Near: up to as many slips of the keyboard (insert,
 * delete, replace, swap of neighbours) as the candidate's length makes likely, letter case and `_` for `-` aside.
 * Of equally near ones the one that is nearest as written, then the one with the longest common start, then the one
 * whose letters lie closer on the keyboard; where all that is equal, none.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  return nearestOf(word, candidates)?.name;
}

export interface Near {
  readonly name: string;
  /** False where another candidate is as few slips away: the name is a guess, and no fix should rest on it. */
  readonly certain: boolean;
}

/** The nearest candidate, and whether it stands alone. */
export function nearestOf(word: string, candidates: Iterable<string>): Near | undefined {
  const folded = fold(word);
  let rivals: { readonly name: string; readonly distance: number }[] = [];
  let least = Infinity;
  for (const name of new Set(candidates)) {
    if (name === word) continue;
    if (Math.abs(word.length - name.length) > mostSlips(name.length)) continue;
    const distance = slips(folded, fold(name));
    if (distance === undefined || distance > least) continue;
    if (distance < least) rivals = [];
    least = distance;
    rivals.push({ name, distance });
  }
  const best = rivals
    .map(({ name }) => ({ name, rank: rankOf(word, name) }))
    .toSorted((a, b) => compareRanks(a.rank, b.rank));
  const [first, second] = best;
  if (first === undefined) return undefined;
  if (second !== undefined && compareRanks(first.rank, second.rank) === 0) return undefined;
  const others = best.slice(1).filter(({ name }) => fold(name) !== fold(first.name));
  return { name: first.name, certain: others.length === 0 };
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll("_", "-");
}

/** The distance of two words where it is small enough for a slip, else undefined. */
function slips(word: string, name: string): number | undefined {
  if (word === name) return 0;
  const most = mostSlips(name.length);
  // One slip changes which letters a word has by two at most; most words end here.
  if (most === 0 || countOnes(lettersOf(word) ^ lettersOf(name)) > 2 * most) return undefined;
  const distance = editDistance(word, name);
  if (distance > most) return undefined;
  return name.length > 5 || isLikelySlip(word, name) ? distance : undefined;
}

/** By the length of what was meant: one slip in a short word, two from 8 letters, three from 14. */
function mostSlips(length: number): number {
  if (length < 2) return 0;
  if (length < 8) return 1;
  return length < 14 ? 2 : 3;
}

/**
 * Many short words are one letter apart (`match`, `patch`). With five letters, another first letter is a slip only where
 * it is the key beside the right one; with fewer, the first letter is right, any other letter is the key beside the
 * right one, and a letter more is a doubled one.
 */
function isLikelySlip(word: string, name: string): boolean {
  if (word.length === name.length && sortedLetters(word) === sortedLetters(name)) return true;
  if (name.length === 5) {
    return word.length !== 5 || word[0] === name[0] || keyboardDistance(word, name) === 0;
  }
  if (name.length < 3 || word[0] !== name[0]) return false;
  if (word.length === name.length) return keyboardDistance(word, name) === 0;
  return word.length < name.length ? name.length === 4 : hasDoubledLetter(word, name);
}

/** One bit for each letter that a word has; other characters share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at) - 97;
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26);
  }
  return letters;
}

function countOnes(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

function sortedLetters(word: string): string {
  return [...word].toSorted().join("");
}

function hasDoubledLetter(word: string, name: string): boolean {
  for (let at = 1; at < word.length; at++) {
    if (word[at] === word[at - 1] && word.slice(0, at) + word.slice(at + 1) === name) return true;
  }
  return false;
}

type Rank = readonly number[];

/** Smaller is nearer. */
function rankOf(word: string, name: string): Rank {
  return [editDistance(word, name), -commonStart(word, name), keyboardDistance(fold(word), fold(name))];
}

function compareRanks(a: Rank, b: Rank): number {
  for (const [i, part] of a.entries()) {
    const other = b[i] ?? 0;
    if (part !== other) return part - other;
  }
  return 0;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

const rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Of the first letters that differ, where they stand for each other: 0 for neighbours on the keyboard, else 1. */
function keyboardDistance(a: string, b: string): number {
  const at = commonStart(a, b);
  return a.length === b.length && areNeighbours(a.charAt(at), b.charAt(at)) ? 0 : 1;
}

function areNeighbours(a: string, b: string): boolean {
  const [first, second] = [a, b].map((char) => {
    const row = rows.findIndex((letters) => letters.includes(char));
    return { row, column: rows[row]?.indexOf(char) ?? 0 };
  });
  if (first === undefined || second === undefined || first.row === -1 || second.row === -1) return false;
  return Math.abs(first.row - second.row) <= 1 && Math.abs(first.column - second.column) <= 1;
}

/** Damerau-Levenshtein distance: a swap counts once even where a letter was added between the two. */
export function editDistance(a: string, b: string): number {
  const width = b.length + 2;
  const far = a.length + b.length;
  const table = Array.from({ length: (a.length + 2) * width }, () => 0);
  table[0] = far;
  for (let i = 0; i <= a.length; i++) {
    table[(i + 1) * width] = far;
    table[(i + 1) * width + 1] = i;
  }
  for (let j = 0; j <= b.length; j++) {
    table[j + 1] = far;
    table[width + j + 1] = j;
  }
  const lastRow = new Map<string, number>();
  for (let i = 1; i <= a.length; i++) {
    let lastColumn = 0;
    for (let j = 1; j <= b.length; j++) {
      const row = lastRow.get(b.charAt(j - 1)) ?? 0;
      const column = lastColumn;
      const same = a[i - 1] === b[j - 1];
      if (same) lastColumn = j;
      table[(i + 1) * width + j + 1] = Math.min(
        (table[i * width + j] ?? far) + (same ? 0 : 1),
        (table[(i + 1) * width + j] ?? far) + 1,
        (table[i * width + j + 1] ?? far) + 1,
        (table[row * width + column] ?? far) + (i - row - 1) + 1 + (j - column - 1),
      );
    }
    lastRow.set(a.charAt(i - 1), i);
  }
  return table[(a.length + 1) * width + b.length + 1] ?? far;
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
