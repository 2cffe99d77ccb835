import type { PatternNode, Range } from "./tree.ts";

/** Conditions on the place between two characters: a bit for each of the eight contexts in which a step is possible. */
const always = 0xff;
const atStart = 0xaa;
const atEnd = 0xcc;
const atBoundary = 0xf0;

/** A set of characters. */
interface CharacterSet {
  readonly ranges: readonly Range[];
  readonly negated: boolean;
}

/** The characters of a pattern with every repetition written out, and which may follow which under what condition. */
export interface Positions {
  /** Of the positions from 1 on; position 0 stands before the pattern. */
  readonly ranges: readonly CharacterSet[];
  readonly follow: readonly ReadonlyMap<number, number>[];
  /** By position: under what condition the pattern may be over. */
  readonly final: ReadonlyMap<number, number>;
}

type Entries = ReadonlyMap<number, number>;

interface Fragment {
  readonly empty: number;
  readonly first: Entries;
  readonly last: Entries;
}

interface Builder {
  readonly ranges: CharacterSet[];
  readonly follow: Map<number, number>[];
  edges: number;
}

/** More than any pattern needs that ends up in a table. */
const positionLimit = 4096;
const edgeLimit = 1_000_000;

/** The positions of a pattern; undefined where there are too many. */
export function positionsOf(node: PatternNode): Positions | undefined {
  const builder: Builder = { ranges: [], follow: [new Map()], edges: 0 };
  const whole = build(node, builder);
  if (isFull(builder)) return undefined;
  connect(new Map([[0, always]]), whole.first, builder);
  const final = new Map(whole.last);
  if (whole.empty !== 0) final.set(0, whole.empty);
  return { ranges: builder.ranges, follow: builder.follow, final };
}

function isFull({ ranges, edges }: Builder): boolean {
  return ranges.length > positionLimit || edges > edgeLimit;
}

const nothing: Fragment = { empty: always, first: new Map(), last: new Map() };

function build(node: PatternNode, builder: Builder): Fragment {
  if (isFull(builder)) return nothing;
  switch (node.kind) {
    case "alternation":
      return node.branches.map((branch) => build(branch, builder)).reduce(either);
    case "sequence":
      return node.parts.reduce((before, part) => join(before, build(part, builder), builder), nothing);
    case "group":
      return build(node.inner, builder);
    case "repeat":
      return repeat(node, builder);
    case "class":
      return character(node, builder);
    case "dot":
      return character({ ranges: [[0x0a, 0x0a]], negated: true }, builder);
    case "start":
      return { ...nothing, empty: atStart };
    case "end":
      return { ...nothing, empty: atEnd };
    case "boundary":
      return { ...nothing, empty: atBoundary };
  }
}

function character({ ranges, negated }: CharacterSet, builder: Builder): Fragment {
  builder.ranges.push({ ranges, negated });
  builder.follow.push(new Map());
  const at = new Map([[builder.ranges.length, always]]);
  return { empty: 0, first: at, last: at };
}

function repeat(node: Extract<PatternNode, { kind: "repeat" }>, builder: Builder): Fragment {
  if (node.max === 0) return nothing;
  const single = build(node.inner, builder);
  // What may be empty may be left out; then a repetition of it takes something, and no more need be said.
  const skips = single.empty === always;
  const min = skips ? 0 : node.min;
  const copyOf = (fragment: Fragment): Fragment => (skips ? { ...fragment, empty: 0 } : fragment);
  if (node.max === Infinity) {
    const needed = copies(node.inner, single, Math.max(min, 1), builder).map(copyOf);
    const final = loop(needed.pop() ?? nothing, builder);
    const whole = [...needed, final].reduce((before, part) => join(before, part, builder), nothing);
    return min === 0 ? { ...whole, empty: always } : whole;
  }
  const all = copies(node.inner, single, node.max, builder).map(copyOf);
  const optional = all
    .slice(min)
    .reduceRight((after, part) => ({ ...join(part, after, builder), empty: always }), nothing);
  return [...all.slice(0, min), optional].reduce((before, part) => join(before, part, builder), nothing);
}

function copies(inner: PatternNode, first: Fragment, count: number, builder: Builder): Fragment[] {
  const all = [first];
  while (all.length < count && !isFull(builder)) all.push(build(inner, builder));
  return all;
}

function loop(fragment: Fragment, builder: Builder): Fragment {
  connect(fragment.last, fragment.first, builder);
  return fragment;
}

function join(before: Fragment, after: Fragment, builder: Builder): Fragment {
  if (before === nothing) return after;
  if (after === nothing) return before;
  connect(before.last, after.first, builder);
  return {
    empty: before.empty & after.empty,
    first: united(before.first, limited(after.first, before.empty)),
    last: united(after.last, limited(before.last, after.empty)),
  };
}

function either(a: Fragment, b: Fragment): Fragment {
  return { empty: a.empty | b.empty, first: united(a.first, b.first), last: united(a.last, b.last) };
}

function connect(from: Entries, to: Entries, builder: Builder): void {
  for (const [source, condition] of from) {
    const targets = builder.follow[source];
    if (targets === undefined || isFull(builder)) return;
    for (const [target, other] of to) {
      const both = condition & other;
      if (both === 0) continue;
      targets.set(target, (targets.get(target) ?? 0) | both);
      builder.edges++;
    }
  }
}

function limited(entries: Entries, condition: number): Entries {
  if (condition === always) return entries;
  const result = new Map<number, number>();
  for (const [at, mask] of entries) if ((mask & condition) !== 0) result.set(at, mask & condition);
  return result;
}

function united(a: Entries, b: Entries): Entries {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const result = new Map(a);
  for (const [at, mask] of b) result.set(at, (result.get(at) ?? 0) | mask);
  return result;
}
