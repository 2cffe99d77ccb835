import { yamlString } from "../../src/language/yaml.ts";
import type { ConfigValue } from "./config.ts";

/** Block YAML that YAML 1.1 and 1.2 read alike: every string is quoted, keys that are no plain word too. */
export function yamlDocument(data: { readonly [key: string]: ConfigValue }): string {
  return `${blockOf(data, 0)}\n`;
}

/** The lines of a container; `column` is where its keys stand. */
function blockOf(value: object, column: number): string {
  const pad = " ".repeat(column);
  if (Array.isArray(value)) {
    return value.map((item: ConfigValue) => `${pad}- ${itemText(item, column + 2).trimStart()}`).join("\n");
  }
  return Object.entries(value as Readonly<Record<string, ConfigValue>>)
    .map(([key, item]) => {
      const inside = isFilled(item) ? `\n${blockOf(item, column + 2)}` : ` ${scalar(item)}`;
      return `${pad}${keyText(key)}:${inside}`;
    })
    .join("\n");
}

function itemText(item: ConfigValue, column: number): string {
  return isFilled(item) ? blockOf(item, column) : scalar(item);
}

function isFilled(value: ConfigValue): value is Extract<ConfigValue, object> {
  return typeof value === "object" && Object.keys(value).length > 0;
}

function scalar(value: ConfigValue): string {
  if (typeof value === "string") return yamlString(value);
  if (typeof value === "object") return Array.isArray(value) ? "[]" : "{}";
  if (typeof value === "boolean") return String(value);
  return numberText(value);
}

/** YAML 1.1 reads an exponent only after a point: `1e-7` would be a text. */
function numberText(value: number): string {
  const text = String(value);
  return text.includes("e") && !text.includes(".") ? text.replace("e", ".0e") : text;
}

/** Words that YAML 1.1 reads as truth values or null are quoted. */
function keyText(key: string): string {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key)
    ? key
    : yamlString(key);
}
