/** What a client's YAML reader makes of the text between the fences. */
export type Reading =
  | { readonly kind: "fields"; readonly fields: Fields }
  /** YAML, but not a mapping. */
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "refused"; readonly reason: string }
  /** The reader dies of an error that its caller does not catch. */
  | { readonly kind: "crashed"; readonly reason: string };

export type Fields = ReadonlyMap<unknown, unknown>;

/** A way to read YAML: one library in one version, with its own idea of what is legal. */
export type Dialect = (text: string) => Reading;

const crash = "crash";

/** Leaves a reader from any depth; `read` turns it into a refusal. */
export function refuse(reason: string): never {
  throw new SyntaxError(reason);
}

/** Leaves a reader from any depth; `read` turns it into a crash. */
export function die(reason: string): never {
  throw new SyntaxError(reason, { cause: crash });
}

/** Runs a reader. Only `refuse` and `die` are expected to leave it early; any other error is a bug and goes on. */
export function read(reader: () => unknown): Reading {
  try {
    return readingOf(reader());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: error.cause === crash ? "crashed" : "refused", reason: error.message };
  }
}

/** Runs the reader of a library, whose client catches every error. */
export function readGuarded(reader: () => unknown): Reading {
  try {
    return readingOf(reader());
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { kind: "refused", reason };
  }
}

function readingOf(value: unknown): Reading {
  return value instanceof Map ? { kind: "fields", fields: value } : { kind: "value", value };
}

/** The word for a value's type in a message. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Map) return "a mapping";
  if (value instanceof Date) return "a date";
  if (typeof value === "object") return "binary data";
  return `a ${typeof value}`;
}
