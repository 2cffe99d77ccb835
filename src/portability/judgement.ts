import type { Span } from "../report/source.ts";

/** One reason why a skill does not run on a device, at the source line that causes it. */
export interface Gap {
  readonly kind: "effect" | "tool" | "cost" | "permission" | "feature";
  /** One sentence. */
  readonly detail: string;
  readonly span: Span;
}

/** One change that closes gaps; `loses` says what the skill gives up for it. */
export interface Move {
  readonly kind: "cloud-tool" | "model" | "retry" | "drop-optional-tool" | "restrict";
  readonly from: string;
  readonly to: string;
  readonly loses: string;
  readonly span: Span;
}

/** Changes that together make the skill portable; none of them can be left out. */
export interface Repair {
  readonly moves: readonly Move[];
}

export interface Judgement {
  readonly skill: string;
  readonly device: string;
  /** Undefined: neither the device nor the caller names one. */
  readonly target: string | undefined;
  readonly portable: boolean;
  /** What the target carries as advice only. */
  readonly notes: readonly string[];
  readonly gaps: readonly Gap[];
  /** By the number of moves, then by what they lose. */
  readonly repairs: readonly Repair[];
}
