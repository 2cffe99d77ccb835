import { pythonString } from "../../src/language/python.ts";
import { compareText } from "../../src/report/diagnostic.ts";

/** Columns at which a value is broken over several lines. */
const lineWidth = 100;

/** JSON data as a Python expression, broken over lines where it is long. `indent` is the column it starts in. */
export function pythonValue(value: unknown, indent = 0): string {
  const flat = flatValue(value);
  if (flat.length + indent <= lineWidth || !isContainer(value)) return flat;
  const inner = " ".repeat(indent + 4);
  const close = `\n${" ".repeat(indent)}`;
  if (Array.isArray(value)) {
    return `[${value.map((item) => `\n${inner}${pythonValue(item, indent + 4)},`).join("")}${close}]`;
  }
  const entries = Object.entries(value).map(
    ([key, item]) => `\n${inner}${pythonString(key)}: ${pythonValue(item, indent + 4)},`,
  );
  return `{${entries.join("")}${close}}`;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function flatValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return pythonString(value);
    case "number":
      return pythonNumber(value);
    case "boolean":
      return value ? "True" : "False";
    case "bigint":
      return String(value);
    case "object":
      if (value === null) return "None";
      if (Array.isArray(value)) return `[${value.map(flatValue).join(", ")}]`;
      return `{${Object.entries(value)
        .map(([key, item]) => `${pythonString(key)}: ${flatValue(item)}`)
        .join(", ")}}`;
    default:
      return "None";
  }
}

/** An int where the number is whole, else a float. */
function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return 'float("nan")';
  if (!Number.isFinite(value)) return value > 0 ? 'float("inf")' : 'float("-inf")';
  return Object.is(value, -0) ? "-0.0" : String(value);
}

/** A float literal. */
export function pythonFloat(value: number): string {
  const text = pythonNumber(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A text as one literal, or as one literal for each of its lines. */
export function pythonText(text: string): string {
  const lines = text.split(/(?<=\n)/);
  if (lines.length === 1) return pythonString(text);
  return `(\n${lines.map((line) => `    ${pythonString(line)}\n`).join("")})`;
}

/** A set of names, or None for “every name”. */
export function pythonSet(names: readonly string[] | undefined): string {
  if (names === undefined) return "None";
  const literals = [...new Set(names)].toSorted(compareText).map(pythonString);
  const flat = `[${literals.join(", ")}]`;
  if (literals.length === 0) return "frozenset()";
  return flat.length <= lineWidth ? `frozenset(${flat})` : `frozenset(\n    [\n${filled(literals)}    ]\n)`;
}

/** Items on as few indented lines as hold them. */
function filled(items: readonly string[]): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length < lineWidth - 10)
      lines.push(`${lines.pop() ?? ""} ${item},`);
    else lines.push(`${item},`);
  }
  return lines.map((line) => `        ${line}\n`).join("");
}

/** A docstring; no text ends it early. */
export function pythonDocstring(lines: readonly string[]): string {
  const escaped = lines.flatMap((line) => line.split(/\r\n|[\r\n\f\v\u0085\u2028\u2029]/)).map(escapeLine);
  return `"""${escaped.join("\n")}\n"""`;
}

function escapeLine(line: string): string {
  return pythonString(line.trimEnd()).slice(1, -1);
}
