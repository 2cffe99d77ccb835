import type { Span } from "../report/source.ts";

/** What a skill asks of its host. A new one does not compile until every target answers for it. */
export const features = [
  "prompt",
  "input.schema",
  "output.schema",
  "tools",
  "scripts",
  "mcp",
  "steps",
  "state",
  "guard.rule",
  "guard.regex",
  "guard.judge",
  "guard.retry",
  "restrict.effect",
  "restrict.tools",
  "restrict.patterns",
  "hooks",
] as const;
export type Feature = (typeof features)[number];

/** A feature that a skill uses, and the source that makes it do so. */
export interface FeatureUse {
  readonly feature: Feature;
  readonly span: Span;
}

/** `because` completes the sentence “…, because …”. */
export type Support =
  { readonly level: "full" } | { readonly level: "advisory" | "none"; readonly because: string };

export type Supports = Readonly<Record<Feature, Support>>;

/** What a judgement asks of a target. */
export interface Host {
  readonly name: string;
  readonly supports: Supports;
  /** Capability → permissions of the operating system that it needs there. Absent: the target has none. */
  readonly permissions?: Readonly<Record<string, readonly string[]>>;
}

/** What a skill uses and a target does not fully carry, in the order of use. */
export function supportOf(
  uses: readonly FeatureUse[],
  supports: Supports,
): { readonly unsupported: readonly FeatureUse[]; readonly advisory: readonly FeatureUse[] } {
  return {
    unsupported: uses.filter(({ feature }) => supports[feature].level === "none"),
    advisory: uses.filter(({ feature }) => supports[feature].level === "advisory"),
  };
}
