import { yamlText } from "./yaml.ts";

/** The fields of the open format, each a text. What is absent is not written. */
export interface FrontMatterFields {
  readonly name: string;
  readonly description: string | undefined;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  /** What is given as JSON stays the mapping or the list that it is. */
  readonly metadata?: ReadonlyMap<string, string | { readonly json: string }> | undefined;
  /** Separated by spaces. */
  readonly allowedTools?: string | undefined;
  /** Keys that one client has beside the format, in their order. */
  readonly others?: readonly ClientField[] | undefined;
}

/** A key that one client knows, and its value: a text, or JSON. */
interface ClientField {
  readonly key: string;
  readonly text: string;
  readonly isJson: boolean;
}

/**
 * Front matter with its fences in the one form that every loader reads alike: line feeds, block style, the fields of the
 * format in its order, each value a quoted text on one line. The body follows directly.
 */
export function frontMatterText(fields: FrontMatterFields): string {
  const lines = [`name: ${isPlainName(fields.name) ? fields.name : yamlText(fields.name)}`];
  if (fields.description !== undefined) lines.push(`description: ${yamlText(fields.description)}`);
  if (fields.license !== undefined) lines.push(`license: ${yamlText(fields.license)}`);
  if (fields.compatibility !== undefined) lines.push(`compatibility: ${yamlText(fields.compatibility)}`);
  if (fields.metadata !== undefined && fields.metadata.size > 0) {
    lines.push("metadata:");
    for (const [key, value] of fields.metadata)
      lines.push(`  ${yamlKey(key)}: ${typeof value === "string" ? yamlText(value) : flowOf(value.json)}`);
  }
  if (fields.allowedTools !== undefined) lines.push(`allowed-tools: ${yamlText(fields.allowedTools)}`);
  for (const field of fields.others ?? []) lines.push(`${yamlKey(field.key)}: ${clientValue(field)}`);
  return `---\n${lines.join("\n")}\n---\n`;
}

/** A truth value stays one: the clients that know such a key want no text there. */
function clientValue({ text, isJson }: ClientField): string {
  if (isJson) return flowOf(text);
  return /^(?:true|false)$/i.test(text) ? text.toLowerCase() : yamlText(text);
}

/** JSON is YAML in its flow form. */
function flowOf(json: string): string {
  return json.toWellFormed().replaceAll("---", String.raw`-\u002d-`);
}

/** A key that needs no quotes stands without them. */
export function yamlKey(key: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(key) && !key.includes("---") && !isWord(key) ? key : yamlText(key);
}

function isPlainName(name: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(name) && !name.includes("---") && !isWord(name);
}

/** What one version of YAML or another takes for a truth value or for nothing. */
function isWord(text: string): boolean {
  return /^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text);
}
