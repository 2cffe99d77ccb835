import type { Support } from "./support.ts";

/** A function for emitted Cangjie, and what it imports. */
export interface CangjieSupport extends Support {
  readonly imports: readonly string[];
}
