import { load } from "js-yaml";
import version3 from "js-yaml-3";
import { readGuarded, refuse } from "./reading.ts";
import type { Reading } from "./reading.ts";

/** js-yaml 4, as Gemini CLI calls it. */
export function jsYaml4(text: string): Reading {
  return readGuarded(() => withMaps(load(text)));
}

/** js-yaml 3, as gray-matter 4 calls it: numbers of YAML 1.1 and fewer demands on layout. */
export function jsYaml3(text: string): Reading {
  return readGuarded(() => withMaps(version3.safeLoad(text)));
}

/** Objects as maps; a shared or cyclic object becomes one map. */
export function withMaps(root: unknown): unknown {
  const made = new Map<object, unknown>();
  const convert = (value: unknown, depth: number): unknown => {
    if (typeof value !== "object" || value === null || value instanceof Date || value instanceof Uint8Array)
      return value;
    if (made.has(value)) return made.get(value);
    if (depth > 1000) return refuse("collections are nested too deeply");
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      made.set(value, list);
      for (const item of value) list.push(convert(item, depth + 1));
      return list;
    }
    const map = new Map<unknown, unknown>();
    made.set(value, map);
    for (const [key, inner] of Object.entries(value)) map.set(key, convert(inner, depth + 1));
    return map;
  };
  return convert(root, 0);
}
