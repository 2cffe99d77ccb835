import type { Fence, Front } from "./fence.ts";
import type { Dialect, Fields, Reading } from "./yaml/reading.ts";
import { typeName } from "./yaml/reading.ts";

/** What a client has after it looked for front matter and read it. */
export type Loading =
  | {
      readonly kind: "fields";
      readonly fields: Fields;
      readonly body: string;
      readonly lenient: boolean;
      readonly cut?: string;
      readonly front: string;
    }
  /** No front matter, or none that counts. */
  | { readonly kind: "none"; readonly reason: string }
  /** Front matter that the reader refuses. */
  | { readonly kind: "refused"; readonly reason: string; readonly front: string; readonly body: string }
  | { readonly kind: "crashed"; readonly reason: string };

export type Loader = (text: string) => Loading;

/** What front matter that is no mapping counts as. */
export type NotMapping = "none" | "refused" | "empty";

/** Finds the fences and reads what is between them. `notMapping` tells what nothing, a text or a list counts as. */
export function fenced(fence: Fence, dialect: Dialect, notMapping: NotMapping = "refused"): Loader {
  return (text) => {
    const front = fence(text);
    return front.kind === "none" ? front : loadingOf(front, dialect(front.text), notMapping);
  };
}

export function loadingOf(
  front: Front & { kind: "front" },
  reading: Reading,
  notMapping: NotMapping,
): Loading {
  const { body, text } = front;
  switch (reading.kind) {
    case "fields": {
      const cut = front.cut === undefined ? {} : { cut: front.cut };
      return { kind: "fields", fields: reading.fields, body, lenient: false, front: text, ...cut };
    }
    case "value": {
      const reason = `The front matter is ${typeName(reading.value)}, not a mapping of keys to values.`;
      const counts = notMapping === "empty" && reading.value !== null ? "refused" : notMapping;
      if (counts === "empty") return { kind: "fields", fields: new Map(), body, lenient: false, front: text };
      return counts === "none" ? { kind: "none", reason } : { kind: "refused", reason, front: text, body };
    }
    case "refused":
      return { kind: "refused", reason: `The YAML cannot be read: ${reading.reason}.`, front: text, body };
    case "crashed":
      return { kind: "crashed", reason: `The reader stops with an error: ${reading.reason}.` };
  }
}
