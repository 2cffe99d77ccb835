import type { Node } from "./algebra.ts";
import { kindBit } from "./algebra.ts";
import { occursIn } from "./ecma.ts";
import { isIn } from "./names.ts";
import { compare, isMultiple, rationalOf } from "./rational.ts";
import { canonical, isRecord, kindOf, lengthOf } from "./value.ts";

/** Whether a value is in a node; undefined where that depends on something opaque. */
export function holds(node: Node, value: unknown): boolean | undefined {
  const inner = (part: Node, of: unknown = value): boolean | undefined => holds(part, of);
  switch (node.op) {
    case "kinds":
      return (node.kinds & kindBit(kindOf(value))) !== 0;
    case "values":
      return node.values.has(canonical(value));
    case "and":
      return all(node.parts, (part) => inner(part));
    case "or":
      return opposite(all(node.parts, (part) => opposite(inner(part))));
    case "not":
      return opposite(inner(node.part));
    case "ref":
      return inner(node.unfold());
    case "opaque":
      return undefined;
    default:
      return holdsLiteral(node, value, inner);
  }
}

type Inner = (part: Node, of: unknown) => boolean | undefined;

function holdsLiteral(node: Node, value: unknown, inner: Inner): boolean | undefined {
  switch (node.op) {
    case "least": {
      const sign = typeof value === "number" ? compare(rationalOf(value), node.bound) : -1;
      return node.open ? sign > 0 : sign >= 0;
    }
    case "multiple":
      return typeof value === "number" && isMultiple(rationalOf(value), node.of);
    case "pattern":
      return typeof value === "string" && occursIn(node.pattern)(value);
    case "size":
      return kindOf(value) === node.kind && sizeOf(value) >= node.least;
    default:
      return Array.isArray(value) ? holdsOfList(node, value, inner) : holdsOfObject(node, value, inner);
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return lengthOf(value);
  return Array.isArray(value) ? value.length : Object.keys(value ?? {}).length;
}

function holdsOfList(node: Node, list: readonly unknown[], inner: Inner): boolean | undefined {
  switch (node.op) {
    case "item":
      return node.index >= list.length || inner(node.node, list[node.index]);
    case "unique":
      return new Set(list.map(canonical)).size === list.length;
    case "count": {
      const found = list.slice(node.from).map((item) => inner(node.node, item));
      const sure = found.filter((one) => one === true).length;
      if (sure >= node.least) return true;
      return sure + found.filter((one) => one === undefined).length >= node.least ? undefined : false;
    }
    default:
      return false;
  }
}

function holdsOfObject(node: Node, value: unknown, inner: Inner): boolean | undefined {
  if (!isRecord(value)) return false;
  switch (node.op) {
    case "has":
      return Object.hasOwn(value, node.name);
    case "property":
      return !Object.hasOwn(value, node.name) || inner(node.node, value[node.name]);
    case "each":
      return all(Object.entries(value), ([name, part]) => !isIn(node.names, name) || inner(node.node, part));
    case "names":
      return all(Object.keys(value), (name) => inner(node.node, name));
    default:
      return false;
  }
}

function all<T>(parts: readonly T[], test: (part: T) => boolean | undefined): boolean | undefined {
  let result: boolean | undefined = true;
  for (const part of parts) {
    const one = test(part);
    if (one === false) return false;
    if (one === undefined) result = undefined;
  }
  return result;
}

function opposite(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}
