import type { NameUse } from "./skill.ts";
import type { Span } from "../report/source.ts";

/** An option of a target as a configuration writes it: a word, or texts by name. */
export interface WrittenOption {
  readonly target: NameUse;
  readonly key: NameUse;
  readonly value: OptionValue;
  /** Of the value. */
  readonly span: Span;
}

export type OptionValue = string | Readonly<Record<string, string>>;
