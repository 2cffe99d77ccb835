import type { Type } from "../../ir/type.ts";

/** A type and all types inside it. */
export function* typesIn(type: Type): Iterable<Type> {
  yield type;
  if (type.kind === "tuple") for (const item of type.items) yield* typesIn(item);
  if (type.kind === "union") for (const member of type.members) yield* typesIn(member);
}
