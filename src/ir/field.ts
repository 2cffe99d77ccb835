import type { Span } from "../report/source.ts";

/** A part of a skill's source, as loss is counted: a target carries it or does not. */
export interface SourceField {
  /** Keys joined by dots, `prompt` for the instructions, or `./` and the path of a bundled file. */
  readonly path: string;
  readonly span: Span;
  /** Why no target can carry it, after “because”; absent where one can. */
  readonly because?: string;
}
