/** The part of JSON Schema 2020-12 that the manifests are described in. */
export interface ManifestSchema {
  readonly type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ManifestSchema>>;
  /** False: another key is a mistake. A schema: what every other key holds. Absent: anything, but near names warn. */
  readonly additionalProperties?: false | ManifestSchema;
  readonly items?: ManifestSchema;
  /** One of several forms; the forms differ in `type`. */
  readonly anyOf?: readonly ManifestSchema[];
}

export const text: ManifestSchema = { type: "string" };
export const number: ManifestSchema = { type: "number" };
export const integer: ManifestSchema = { type: "integer" };
export const boolean: ManifestSchema = { type: "boolean" };
export const anything: ManifestSchema = {};
export const texts: ManifestSchema = { type: "array", items: text };
