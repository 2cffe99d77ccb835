import fc from "fast-check";
import { guardSource } from "../helpers/guard-sources.ts";

export { parseByHand } from "./pratt.ts";

/** Random guards, always the same; each in one piece, as it comes from a file. */
export function randomGuards(count: number): readonly string[] {
  return fc.sample(guardSource, { seed: 42, numRuns: count }).map((text) => Buffer.from(text).toString());
}
