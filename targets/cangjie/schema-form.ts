/** What Cangjie has a type for: a JSON Schema as far as it is that, or why it is not. */
export type Form =
  | { readonly kind: "scalar"; readonly type: "String" | "Int64" | "Float64" | "Bool" }
  | { readonly kind: "array"; readonly items: Nullable }
  | { readonly kind: "object"; readonly members: readonly Member[] }
  /** Any object. */
  | { readonly kind: "open" }
  | { readonly kind: "other"; readonly because: string };

export interface Nullable {
  readonly form: Form;
  readonly optional: boolean;
  readonly schema: unknown;
}

export interface Member extends Nullable {
  readonly name: string;
}

const scalars = { string: "String", integer: "Int64", number: "Float64", boolean: "Bool" } as const;

/** Deeper types have no form. */
const mostDepth = 16;

/** The form of the values that a schema allows. `optional`: null is one of them, or they may be absent. */
export function formOf(schema: unknown, depth = 0): Nullable {
  const [one, ...others] = alternatives(schema);
  const isAny = one !== undefined && others.length === 0;
  const inner = isAny ? one : schema;
  const types = typesOf(inner);
  const optional = types.includes("null") || (isAny && inner !== schema);
  const form = formOfType(
    types.filter((type) => type !== "null"),
    inner,
    depth,
  );
  // A description stands beside `anyOf` as often as inside it.
  const described = isAny && isObject(schema) && isObject(inner) ? { ...schema, ...inner } : inner;
  return { form, optional, schema: described };
}

/** Of `anyOf` or `oneOf` with null what is not null; else all of them. */
function alternatives(schema: unknown): readonly unknown[] {
  const parts = keyword(schema, "anyOf") ?? keyword(schema, "oneOf");
  return listOf(parts).filter((part) => keyword(part, "type") !== "null");
}

function typesOf(schema: unknown): readonly unknown[] {
  const written = keyword(schema, "type");
  if (Array.isArray(written)) return written as readonly unknown[];
  if (written !== undefined) return [written];
  if (isObject(keyword(schema, "properties"))) return ["object"];
  const values = [
    ...listOf(keyword(schema, "enum")),
    ...(hasKeyword(schema, "const") ? [keyword(schema, "const")] : []),
  ];
  return [...new Set(values.map(typeOfValue))];
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return Array.isArray(value) ? "array" : typeof value;
}

function formOfType(types: readonly unknown[], schema: unknown, depth: number): Form {
  const [type, ...more] = types;
  const composed = ["anyOf", "oneOf", "allOf", "not", "if", "$ref", "$dynamicRef"].find((key) =>
    hasKeyword(schema, key),
  );
  if (composed !== undefined) return other(`\`${composed}\` has no type in Cangjie`);
  if (type === undefined) return other("its schema names no type");
  if (more.length > 0) return other("it has values of several types");
  if (depth > mostDepth) return other("it is nested too deep");
  if (typeof type === "string" && isScalar(type)) return { kind: "scalar", type: scalars[type] };
  if (type === "array") return arrayForm(schema, depth);
  return type === "object" ? objectForm(schema, depth) : other(`\`${String(type)}\` is no type`);
}

function isScalar(type: string): type is keyof typeof scalars {
  return Object.hasOwn(scalars, type);
}

function arrayForm(schema: unknown, depth: number): Form {
  if (hasKeyword(schema, "prefixItems")) return other("its items have types of their own");
  const items = formOf(keyword(schema, "items"), depth + 1);
  if (items.form.kind === "other") return other(`of its items ${items.form.because}`);
  return { kind: "array", items };
}

function objectForm(schema: unknown, depth: number): Form {
  const properties = keyword(schema, "properties");
  const entries = isObject(properties) ? Object.entries(properties) : [];
  if (entries.length === 0) return { kind: "open" };
  const required = listOf(keyword(schema, "required"));
  const members = entries.map(([name, property]): Member => {
    const inner = formOf(property, depth + 1);
    return { ...inner, name, optional: inner.optional || !required.includes(name) };
  });
  for (const { name, form } of members) {
    if (form.kind === "other") return other(`of \`${name}\` ${form.because}`);
  }
  return { kind: "object", members };
}

function other(because: string): Form {
  return { kind: "other", because };
}

export function keyword(schema: unknown, name: string): unknown {
  return isObject(schema) && Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function hasKeyword(schema: unknown, name: string): boolean {
  return isObject(schema) && Object.hasOwn(schema, name);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
