import { stemsOf } from "./words.ts";

/** Two texts, by their places in the list that was compared, and how alike they are, from 0 to 1. */
export interface AlikePair {
  readonly first: number;
  readonly second: number;
  readonly score: number;
}

// The usual constants of BM25: how soon repeats stop counting, and how much length is evened out.
const k1 = 1.2;
const b = 0.75;
// As if this many other descriptions had been seen too: in a small set a word that two of three share is not yet common.
const prior = 200;
// A word that more descriptions have than this does not make two of them candidates by itself.
const mostSharing = 24;
// Two descriptions are compared where the rarer words that they share are at least this part of either one's weight.
const leastShared = 0.25;
// How much of the score the words give; the rest is given by runs of characters, which see names and word order.
const partOfWords = 0.7;

interface Document {
  readonly text: string;
  /** Times that each term occurs. */
  readonly counts: ReadonlyMap<number, number>;
  readonly length: number;
}

interface Index {
  readonly documents: readonly Document[];
  /** By term: the documents that have it, in order. */
  readonly postings: readonly (readonly number[])[];
  readonly meanLength: number;
}

/**
 * The pairs of texts whose score reaches `least`, in order. Symmetric, and independent of the order of the texts.
 * Only texts that share rare words are compared, so that the work grows with the number of texts and not its square.
 */
export function alikePairs(texts: readonly string[], least: number): readonly AlikePair[] {
  const index = indexOf(texts);
  const own = index.documents.map((document) => weightOf(index, document, document));
  const grams: (ReadonlyMap<number, number> | undefined)[] = [];
  const gramsAt = (i: number): ReadonlyMap<number, number> => (grams[i] ??= gramsOf(texts[i] ?? ""));
  const pairs: AlikePair[] = [];
  for (const [first, second] of candidates(index, own)) {
    const one = index.documents[first];
    const other = index.documents[second];
    if (one === undefined || other === undefined) continue;
    const words = wordScore(index, [one, other], [own[first] ?? 0, own[second] ?? 0]);
    if (partOfWords * words + (1 - partOfWords) < least) continue;
    const score = partOfWords * words + (1 - partOfWords) * cosine(gramsAt(first), gramsAt(second));
    if (score >= least) pairs.push({ first, second, score });
  }
  return pairs;
}

function indexOf(texts: readonly string[]): Index {
  const terms = new Map<string, number>();
  const stems = new Map<string, string>();
  const postings: number[][] = [];
  let total = 0;
  const documents = texts.map((text, place) => {
    const counts = new Map<number, number>();
    let length = 0;
    for (const stem of stemsOf(text, stems)) {
      let term = terms.get(stem);
      if (term === undefined) {
        term = terms.size;
        terms.set(stem, term);
        postings.push([]);
      }
      const seen = counts.get(term) ?? 0;
      if (seen === 0) postings[term]?.push(place);
      counts.set(term, seen + 1);
      length++;
    }
    total += length;
    return { text, counts, length };
  });
  return { documents, postings, meanLength: Math.max(1, total / Math.max(1, texts.length)) };
}

function idf({ documents, postings }: Index, term: number): number {
  const having = postings[term]?.length ?? 0;
  return Math.log(1 + (documents.length + prior - having + 0.5) / (having + 0.5));
}

/** BM25 of a document for the terms of a query, each term once. */
function weightOf(index: Index, query: Document, document: Document): number {
  const norm = k1 * (1 - b + (b * document.length) / index.meanLength);
  let sum = 0;
  for (const term of query.counts.keys()) {
    const count = document.counts.get(term);
    if (count !== undefined) sum += (idf(index, term) * count * (k1 + 1)) / (count + norm);
  }
  return sum;
}

/** What each finds of itself in the other, the mean of both ways. */
function wordScore(
  index: Index,
  [one, other]: readonly [Document, Document],
  [ownOne, ownOther]: readonly [number, number],
): number {
  if (ownOne === 0 || ownOther === 0) return 0;
  // The sums run over the terms of the one and of the other; both run over the terms that they share, in either order.
  const there = Math.min(1, weightOf(index, one, other) / ownOther);
  const back = Math.min(1, weightOf(index, other, one) / ownOne);
  return (there + back) / 2;
}

/** Pairs that share enough rare words, and each text with the one before that is equal to it. */
function* candidates(index: Index, own: readonly number[]): Iterable<readonly [number, number]> {
  const equal = new Map<string, number>();
  for (const [place, document] of index.documents.entries()) {
    const twin = equal.get(document.text);
    equal.set(document.text, place);
    if (twin !== undefined) yield [twin, place];
    for (const [other, weight] of sharedWithEarlier(index, place, document)) {
      const enough = leastShared * Math.min(own[place] ?? 0, own[other] ?? 0);
      if (other !== twin && weight >= enough) yield [other, place];
    }
  }
}

/** The weight of the rarer words that a document shares with each earlier one. */
function sharedWithEarlier(index: Index, place: number, { counts }: Document): ReadonlyMap<number, number> {
  const shared = new Map<number, number>();
  for (const term of counts.keys()) {
    const others = index.postings[term] ?? [];
    if (others.length > mostSharing) continue;
    const weight = idf(index, term);
    for (const other of others) {
      if (other >= place) break;
      shared.set(other, (shared.get(other) ?? 0) + weight);
    }
  }
  return shared;
}

/** Runs of three characters, as numbers. Two runs of one number only make texts a little more alike. */
function gramsOf(text: string): ReadonlyMap<number, number> {
  const plain = text.toLowerCase().replaceAll(/\s+/g, " ");
  const grams = new Map<number, number>();
  let gram = 0;
  for (let i = 0; i < plain.length; i++) {
    gram = ((gram & 0xfffff) << 10) | (plain.charCodeAt(i) & 0x3ff);
    if (i >= 2) grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

function cosine(a: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number {
  let dot = 0;
  let squares = 0;
  let otherSquares = 0;
  for (const [gram, count] of a) {
    squares += count * count;
    dot += count * (other.get(gram) ?? 0);
  }
  for (const count of other.values()) otherSquares += count * count;
  return squares === 0 || otherSquares === 0 ? 0 : dot / Math.sqrt(squares * otherSquares);
}
