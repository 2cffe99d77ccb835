import { classOf } from "./alphabet.ts";
import { stateLimit } from "./dfa.ts";
import type { Nfa } from "./nfa.ts";
import type { Skip } from "./skip.ts";
import { afterJump, afterShortJump, shortJump, skipOf } from "./skip.ts";
import type { Counter } from "./simulate.ts";
import { simulate } from "./simulate.ts";
import type { States } from "./states.ts";
import { accepted, createStates, endsIn, nextState } from "./states.ts";

/** A search that builds its automaton as texts ask for it. */
export interface Search {
  readonly found: (text: string) => boolean;
  /** Characters read and states built so far. */
  readonly steps: () => number;
}

const unknown = -1;

/** The table as far as it has been met; states are numbered by the place of their row. */
interface LazyTable extends Counter {
  readonly states: States;
  readonly width: number;
  next: Int32Array;
  /** Of code units below 128: the class. */
  readonly low: Uint16Array;
  /** Of all others, by pages of 256. */
  readonly pages: (Uint16Array | undefined)[];
  readonly skip: Skip | undefined;
  /** Where the search that is running stands; searches do not overlap. */
  row: number;
  at: number;
}

/** A search for an automaton; linear in the text, whatever the pattern. */
export function createSearch(nfa: Nfa): Search {
  const width = nfa.alphabet.size;
  const states = createStates(nfa);
  const table: LazyTable = {
    states,
    width,
    next: new Int32Array(width * 16).fill(unknown),
    low: nfa.alphabet.low,
    pages: [],
    skip: skipOf(states),
    row: 0,
    at: 0,
    steps: 0,
  };
  return { found: (text) => search(table, text), steps: () => table.steps };
}

function search(table: LazyTable, text: string): boolean {
  const { skip, width } = table;
  const end = text.length;
  const home = skip === undefined ? -1 : skip.state * width;
  table.row = table.states.start * width;
  table.at = 0;
  while (table.at < end && table.row > width * accepted) {
    let stride = end;
    if (skip !== undefined) {
      stride = afterJump;
      if (table.row === home) {
        const reached = jump(skip.leaving, text, table.at);
        if (reached - table.at < shortJump) stride = afterShortJump;
        table.at = reached;
      }
    }
    if (!walk(table, text, Math.min(end, table.at + stride))) return simulate(table.states.nfa, text, table);
  }
  table.steps += table.at + 1;
  return endsIn(table.states, table.row / width);
}

/** Walks on to a place in the text or to a verdict; false where there would be too many states. */
function walk(table: LazyTable, text: string, stop: number): boolean {
  const { width, low } = table;
  const last = width * accepted;
  let { next, row, at } = table;
  let isKnown = true;
  for (; at < stop; at++) {
    const unit = text.charCodeAt(at);
    let symbol = 0;
    if (unit < 128) symbol = low[unit] ?? 0;
    else {
      symbol = wideClass(table, text, at, unit);
      if (isPair(text, at, unit)) at++;
    }
    let target = next[row + symbol] ?? unknown;
    if (target === unknown) {
      target = build(table, row, symbol);
      next = table.next;
      isKnown = target !== unknown;
      if (!isKnown) break;
    }
    row = target;
    if (target <= last) break;
  }
  table.row = row;
  table.at = at;
  return isKnown;
}

/** The next place at which a text may leave the state, or its end. */
function jump(leaving: RegExp, text: string, at: number): number {
  leaving.lastIndex = at;
  return leaving.test(text) ? leaving.lastIndex - 1 : text.length;
}

function isPair(text: string, at: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const second = text.charCodeAt(at + 1);
  return second >= 0xdc00 && second <= 0xdfff;
}

function wideClass(table: LazyTable, text: string, at: number, unit: number): number {
  const point = unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(at) ?? unit) : unit;
  const page = table.pages[point >> 8] ?? addPage(table, point >> 8);
  return page[point & 0xff] ?? 0;
}

function addPage(table: LazyTable, number: number): Uint16Array {
  const page = new Uint16Array(256);
  for (let i = 0; i < 256; i++) page[i] = classOf(table.states.nfa.alphabet, number * 256 + i);
  table.pages[number] = page;
  return page;
}

/** The row after a character, built now; unknown above the limit of states. */
function build(table: LazyTable, row: number, symbol: number): number {
  const { states, width } = table;
  if (states.sets.length > stateLimit) return unknown;
  const target = nextState(states, row / width, symbol) * width;
  table.steps++;
  if (target + width > table.next.length) {
    const larger = new Int32Array(Math.max(target + width, table.next.length * 2)).fill(unknown);
    larger.set(table.next);
    table.next = larger;
  }
  table.next[row + symbol] = target;
  return target;
}
