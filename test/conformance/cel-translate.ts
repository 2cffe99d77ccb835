import { parse } from "@bufbuild/cel";

type Parsed = ReturnType<typeof parse>;
type CelExpr = NonNullable<Parsed["expr"]>;

class NoCounterpart extends Error {}

function no(what: string): never {
  throw new NoCounterpart(what);
}

/**
 * An expression of CEL as a guard, operator by operator and literal by literal, literals as they are written; undefined
 * where it uses what guards do not have: variables, maps, messages, macros, conversions, bytes and unsigned integers.
 */
export function translateCel(source: string): string | undefined {
  try {
    const parsed = parse(source);
    return parsed.expr === undefined ? undefined : translate(parsed.expr, source, parsed);
  } catch {
    return undefined;
  }
}

const infix: Readonly<Record<string, string>> = {
  "_&&_": "and",
  "_||_": "or",
  "_==_": "==",
  "_!=_": "!=",
  "_<_": "<",
  "_<=_": "<=",
  "_>_": ">",
  "_>=_": ">=",
  "_+_": "+",
  "_-_": "-",
  "_*_": "*",
  "_/_": "/",
  "_%_": "%",
  "@in": "in",
};

function translate(expr: CelExpr, source: string, parsed: Parsed): string {
  const { case: kind, value } = expr.exprKind;
  switch (kind) {
    case "constExpr":
      return literal(expr, source, parsed);
    case "listExpr":
      if (value.optionalIndices.length > 0) return no("optional elements");
      return `[${value.elements.map((element) => translate(element, source, parsed)).join(", ")}]`;
    case "callExpr": {
      const args = [...(value.target === undefined ? [] : [value.target]), ...value.args];
      return call(
        value.function,
        args.map((arg) => translate(arg, source, parsed)),
      );
    }
    default:
      return no(String(kind));
  }
}

function call(name: string, args: readonly string[]): string {
  const [first = "", second = ""] = args;
  const operator = infix[name];
  if (operator !== undefined && args.length === 2) return `(${first}) ${operator} (${second})`;
  switch (name) {
    case "!_":
      return `not (${first})`;
    case "-_":
      return `-(${first})`;
    case "_[_]":
      return `(${first})[${second}]`;
    case "size":
      return `len(${first})`;
    case "contains":
      return `contains(${first}, ${second})`;
    case "matches":
      return `regex(${first}, ${second})`;
    case "startsWith":
      return `(${first}).startswith(${second})`;
    case "endsWith":
      return `(${first}).endswith(${second})`;
    default:
      return no(name);
  }
}

const word =
  /-?(?:0x[0-9a-fA-F]+|[0-9.]+(?:[eE][-+]?[0-9]+)?)|[rR]?(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/y;

function literal(expr: CelExpr, source: string, { sourceInfo }: Parsed): string {
  const { case: kind, value } = expr.exprKind;
  if (kind !== "constExpr") return no("no literal");
  switch (value.constantKind.case) {
    case "boolValue":
      return value.constantKind.value ? "True" : "False";
    case "nullValue":
      return "None";
    case "int64Value":
    case "doubleValue":
    case "stringValue": {
      word.lastIndex = sourceInfo?.positions[String(expr.id)] ?? 0;
      return word.exec(source)?.[0] ?? no("a literal without a place");
    }
    default:
      return no(String(value.constantKind.case));
  }
}
