import type { JsonSchema } from "../ir/type.ts";
import type { Apply, Seen } from "./seen.ts";
import type { Fields } from "./value.ts";
import { canonical } from "./value.ts";

interface ListKeywords {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly contains?: JsonSchema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly unevaluatedItems?: JsonSchema;
}

export function checkList(schema: Fields, list: readonly unknown[], seen: Seen, apply: Apply): boolean {
  const keywords = schema as ListKeywords;
  const { length } = list;
  if (length < (keywords.minItems ?? 0) || length > (keywords.maxItems ?? length)) return false;
  if (keywords.uniqueItems === true && new Set(list.map(canonical)).size < length) return false;
  if (!checkItems(keywords, list, seen, apply) || !checkContains(keywords, list, seen, apply)) return false;
  const rest = keywords.unevaluatedItems;
  if (rest === undefined) return true;
  return list.every((item, i) => {
    if (seen.indices.has(i)) return true;
    seen.indices.add(i);
    return apply(rest, item);
  });
}

function checkItems(
  { prefixItems = [], items }: ListKeywords,
  list: readonly unknown[],
  seen: Seen,
  apply: Apply,
): boolean {
  return list.every((item, i) => {
    const schema = prefixItems[i] ?? items;
    if (schema === undefined) return true;
    seen.indices.add(i);
    return apply(schema, item);
  });
}

function checkContains(
  { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY }: ListKeywords,
  list: readonly unknown[],
  seen: Seen,
  apply: Apply,
): boolean {
  if (contains === undefined) return true;
  let count = 0;
  for (const [i, item] of list.entries()) {
    if (!apply(contains, item)) continue;
    seen.indices.add(i);
    count++;
  }
  return count >= minContains && count <= maxContains;
}
