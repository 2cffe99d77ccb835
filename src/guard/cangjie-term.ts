/**
 * An emitted expression and what it is in Cangjie: `text` a String, `count` an Int64, `number` a Float64, `truth` a Bool,
 * `value` a JsonValue. Only counts of something and whole literals are Int64; arithmetic is on doubles.
 */
export interface Term {
  readonly kind: "text" | "count" | "number" | "truth" | "value";
  readonly code: string;
  /** Of a whole number that is written in the guard. */
  readonly literal?: number;
}

export function isNumeric({ kind }: Term): boolean {
  return kind === "count" || kind === "number" || kind === "truth";
}

/** A double as Cangjie writes it: with a point, and no sign before the exponent but a minus. */
export function floatLiteral(value: number): string {
  const text = String(value).replace("e+", "e");
  if (text.includes(".")) return text;
  return text.includes("e") ? text.replace("e", ".0e") : `${text}.0`;
}

/** The functions below add the support functions that they call to `used`. */
function call(used: Set<string>, name: string, code: string): string {
  used.add(name);
  return `${name}(${code})`;
}

export function truthOf({ kind, code }: Term, used: Set<string>): string {
  switch (kind) {
    case "text":
      return `!${code}.isEmpty()`;
    case "count":
      return `(${code} != 0)`;
    case "number":
      return `(${code} != 0.0)`;
    case "truth":
      return code;
    case "value":
      return call(used, "truthOf", code);
  }
}

export function textOf({ kind, code }: Term, used: Set<string>): string {
  return kind === "text" ? code : call(used, "textIn", valueOf({ kind, code }, used));
}

export function numberOf({ kind, code, literal }: Term, used: Set<string>): string {
  if (literal !== undefined) return literal < 0 ? `(${floatLiteral(literal)})` : floatLiteral(literal);
  switch (kind) {
    case "count":
      return `Float64(${code})`;
    case "number":
      return code;
    case "truth":
      return call(used, "truthNumber", code);
    case "text":
    case "value":
      return call(used, "numberIn", valueOf({ kind, code }, used));
  }
}

export function valueOf(term: Term, used: Set<string>): string {
  switch (term.kind) {
    case "text":
      return `JsonString(${term.code})`;
    case "count":
    case "number":
      return `JsonFloat(${numberOf(term, used)})`;
    case "truth":
      return `JsonBool(${term.code})`;
    case "value":
      return term.code;
  }
}
