/**
 * A set of names: `finite` holds the names listed, `cofinite` all but those listed. Names are sorted and unique, so
 * equal sets are equal data.
 */
export interface NameSet {
  readonly kind: "finite" | "cofinite";
  readonly names: readonly string[];
}

/** What a term may do: a Boolean algebra, ordered by inclusion in each component. */
export interface Effect {
  /** Models asked. The symbol `host` stands for the models of an agent that is not given. */
  readonly llm: NameSet;
  /** Capabilities used. */
  readonly io: NameSet;
  /** Memory keys read or written. */
  readonly state: NameSet;
}

export const capabilities = [
  "fs.read",
  "fs.write",
  "net",
  "exec",
  "kb.read",
  "kb.write",
  "ui",
  "device",
  "env",
] as const;

export const levels = ["pure", "state", "io", "llm"] as const;
export type Level = (typeof levels)[number];

export const host = "host";
