import { canonical } from "../../types/value.ts";
import type { Codec, Member } from "./codec.ts";
import { isSame, same } from "./codec.ts";
import { fromEntries, listIn, numberIn, pointer, without } from "./node.ts";
import type { SchemaObject } from "./node.ts";
import type { Part, Place, Run, Typed } from "./run.ts";
import { carried, inside, wider } from "./run.ts";

/** The items of a list. `isTyped`: it says itself that it is one. */
export function encodeArray(run: Run, node: SchemaObject, place: Place, isTyped: boolean): Typed {
  const most = numberIn(node, "maxItems");
  const first = (listIn(node, "prefixItems") ?? []).slice(0, most);
  const { items } = node as { readonly items?: unknown };
  const rest = without(node, "items", "prefixItems");
  if (first.length === 0) {
    if (items === undefined && !isTyped) return { schema: {}, codec: same, rest };
    if (items === false) {
      const item = run.encode(true, itemPlace(place));
      return { schema: { items: item.schema }, codec: same, rest: { ...rest, maxItems: 0 } };
    }
    const part = run.encode(items ?? true, itemPlace(place));
    return { schema: { items: part.schema }, codec: listCodec([], part.codec), rest };
  }
  const parts = first.map((schema, i) =>
    run.encode(schema, inside(place, pointer(place.path, "prefixItems", i))),
  );
  const isClosed = items === false || (most !== undefined && most <= first.length);
  const other = isClosed ? undefined : run.encode(items ?? true, itemPlace(place));
  return (
    alike(parts, other, rest) ??
    (run.dialect.tuples === "in place"
      ? inPlace(parts, other, rest)
      : asPlaces(run, parts, other, rest, place))
  );
}

function itemPlace(place: Place): Place {
  return inside(place, pointer(place.path, "items"));
}

function listCodec(first: readonly Codec[], items: Codec): Codec {
  return [...first, items].every(isSame) ? same : { kind: "list", first, items };
}

/** Places that all hold the same are a list with a length. */
function alike(parts: readonly Part[], other: Part | undefined, rest: SchemaObject): Typed | undefined {
  const [first, ...more] = parts;
  const key = (part: Part): string => canonical([part.schema, part.codec]);
  if (
    first === undefined ||
    [...more, ...(other === undefined ? [] : [other])].some((part) => key(part) !== key(first))
  )
    return undefined;
  return {
    schema: { items: first.schema },
    codec: listCodec([], first.codec),
    rest: other === undefined ? { ...rest, maxItems: parts.length } : rest,
  };
}

function inPlace(parts: readonly Part[], other: Part | undefined, rest: SchemaObject): Typed {
  return {
    schema: {
      prefixItems: parts.map(({ schema }) => schema),
      ...(other === undefined ? {} : { items: other.schema }),
    },
    codec: listCodec(
      parts.map(({ codec }) => codec),
      other?.codec ?? same,
    ),
    rest: other === undefined ? { ...rest, maxItems: parts.length } : rest,
  };
}

/** An object with a property for each place, and one for the list of what follows. */
function asPlaces(
  run: Run,
  parts: readonly Part[],
  other: Part | undefined,
  rest: SchemaObject,
  place: Place,
): Typed {
  carried(run, place, "a list whose places differ is carried as an object");
  const least = numberIn(rest, "minItems") ?? 0;
  const places: Member[] = parts.map(({ codec }, i) => ({ property: `item${i + 1}`, codec }));
  const properties = parts.map(({ schema }, i): [string, SchemaObject] => [`item${i + 1}`, schema]);
  const required = places.slice(0, least).map(({ property }) => property);
  if (least < parts.length && parts.length + (other === undefined ? 0 : 1) - least > 1) {
    wider(run, place, "a place of a list may be left out before one that is filled");
  }
  if (other === undefined && least > parts.length)
    wider(run, place, "a list asks for more items than it may have");
  if (other !== undefined) {
    const [min, max] = [least - parts.length, numberIn(rest, "maxItems")];
    properties.push([
      "others",
      {
        type: "array",
        items: other.schema,
        ...(min > 0 ? { minItems: min } : {}),
        ...(max === undefined ? {} : { maxItems: max - parts.length }),
      },
    ]);
    if (min > 0) required.push("others");
  }
  return {
    schema: { type: "object", properties: fromEntries(properties), required, additionalProperties: false },
    codec: {
      kind: "places",
      places,
      ...(other === undefined ? {} : { others: { property: "others", codec: listCodec([], other.codec) } }),
    },
    rest: without(rest, "minItems", "maxItems"),
  };
}
