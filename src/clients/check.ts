import type { Fields } from "./yaml/reading.ts";
import { typeName } from "./yaml/reading.ts";

/** A skill between reading and judging. `name` and `description` are as the client has shaped them. */
export interface Draft {
  readonly fields: Fields;
  readonly folderName: string;
  readonly name: unknown;
  readonly description: unknown;
  /** Fields that the client shortens. */
  readonly cut: readonly string[];
}

/** One demand of a client: nothing where it is met, else one sentence; a crash where the client does not catch it. */
export type Check = (draft: Draft) => string | { readonly crash: string } | undefined;

export type LengthUnit = "code points" | "UTF-16 units" | "bytes";

export function valueOf(draft: Draft, field: string): unknown {
  if (field === "name") return draft.name;
  return field === "description" ? draft.description : draft.fields.get(field);
}

function lengthOf(text: string, unit: LengthUnit): number {
  if (unit === "UTF-16 units") return text.length;
  return unit === "bytes" ? new TextEncoder().encode(text).length : Array.from(text).length;
}

/** Only these keys at the top. */
export function only(allowed: readonly string[]): Check {
  return ({ fields }) => {
    const others = [...fields.keys()].filter((key) => typeof key !== "string" || !allowed.includes(key));
    if (others.length === 0) return undefined;
    return `The keys ${others.map((key) => `\`${keyText(key)}\``).join(", ")} are not among those allowed.`;
  };
}

/** The text of a key in a message. */
export function keyText(key: unknown): string {
  return typeof key === "string" || typeof key === "number" || typeof key === "boolean"
    ? String(key)
    : typeName(key);
}

export function text(field: string): Check {
  return (draft) => {
    const value = valueOf(draft, field);
    if (typeof value === "string") return undefined;
    if (value === undefined) return `The \`${field}\` is missing.`;
    return `The \`${field}\` is ${typeName(value)}, not text.`;
  };
}

/** Text with something in it besides white space; `blank: true` lets white space pass. */
export function filled(field: string, { blank = false } = {}): Check {
  return (draft) => {
    const value = valueOf(draft, field);
    if (typeof value !== "string") return text(field)(draft);
    return (blank ? value : value.trim()) === "" ? `The \`${field}\` is empty.` : undefined;
  };
}

export function atMost(field: string, limit: number, unit: LengthUnit, { trimmed = false } = {}): Check {
  return (draft) => {
    const value = valueOf(draft, field);
    if (typeof value !== "string") return undefined;
    const length = lengthOf(trimmed ? value.trim() : value, unit);
    return length > limit ? `The \`${field}\` has ${length} ${unit}, more than ${limit}.` : undefined;
  };
}

export function matches(field: string, pattern: RegExp, demand: string): Check {
  return (draft) => {
    const value = valueOf(draft, field);
    if (typeof value !== "string" || pattern.test(value)) return undefined;
    return `The \`${field}\` ${demand}.`;
  };
}

/** The name is the folder's, after both are put through `normal`. */
export function sameAsFolder(normal: (text: string) => string = (name) => name): Check {
  return ({ name, folderName }) => {
    if (typeof name !== "string" || normal(name) === normal(folderName)) return undefined;
    return `The name \`${name}\` differs from the folder's name \`${folderName}\`.`;
  };
}

/** Demands on a key that may be absent. */
export function optional(field: string, ...checks: readonly Check[]): Check {
  return (draft) => (draft.fields.has(field) ? firstOf(checks, draft) : undefined);
}

export function ofType(field: string, type: "boolean"): Check {
  return (draft) => {
    const value = valueOf(draft, field);
    return typeof value === type ? undefined : `The \`${field}\` is ${typeName(value)}, not a ${type}.`;
  };
}

/** A mapping whose keys and values are text. */
export function textMap(field: string): Check {
  return (draft) => {
    const value = valueOf(draft, field);
    if (!(value instanceof Map)) return `The \`${field}\` is ${typeName(value)}, not a mapping.`;
    for (const [key, inner] of value) {
      if (typeof inner !== "string")
        return `The \`${field}\` has ${typeName(inner)} at \`${keyText(key)}\`, not text.`;
    }
    return undefined;
  };
}

export function firstOf(checks: readonly Check[], draft: Draft): ReturnType<Check> {
  for (const check of checks) {
    const found = check(draft);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The six keys of the Agent Skills format. */
export const formatKeys: readonly string[] = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
];

/** Lower-case words joined by single hyphens. */
export const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const slugDemand = "is not made of lower-case letters, digits and single hyphens";
