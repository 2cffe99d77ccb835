import type { Near } from "../report/near.ts";
import { nearestOf } from "../report/near.ts";

/** What a call of a model costs on average. */
export interface ModelFigures {
  /** Tokens of a call. */
  readonly tokens: number;
  /** Seconds. */
  readonly latency: number;
  /** USD per 1,000 tokens. */
  readonly pricePer1k: number;
}

/** Source: the cost table of lambdagent 0.1.0 (commit e5a62a0), read 2026-11-30. */
const table: Readonly<Record<string, ModelFigures>> = {
  "claude-sonnet-4-20250514": { tokens: 800, latency: 2.0, pricePer1k: 0.003 },
  "claude-opus-4-20250514": { tokens: 1200, latency: 5.0, pricePer1k: 0.015 },
  "claude-haiku-4-5-20251001": { tokens: 500, latency: 0.5, pricePer1k: 0.00025 },
  "gpt-4": { tokens: 1000, latency: 3.0, pricePer1k: 0.03 },
  "gpt-4o": { tokens: 800, latency: 1.5, pricePer1k: 0.0025 },
  "qwen3-max": { tokens: 600, latency: 1.0, pricePer1k: 0.001 },
};

/** The models that the table prices. */
export const knownModels: readonly string[] = Object.keys(table);

const otherwise: ModelFigures = { tokens: 800, latency: 2.0, pricePer1k: 0.003 };

/**
 * The figures of the longest name in the table that occurs in the model's. lambdagent takes the first that occurs, and
 * so prices `gpt-4o` as `gpt-4`; that is the one difference between its table and this one.
 */
export function figuresOf(model: string): ModelFigures {
  const lower = model.toLowerCase();
  const names = Object.keys(table).filter((name) => lower.includes(name));
  const longest = names.toSorted((a, b) => b.length - a.length)[0];
  return (longest === undefined ? undefined : table[longest]) ?? otherwise;
}

// Shorter names are too near each other: `gpt-4o` and `gpt-4v` are two models.
const shortestModel = 8;

/** The known model that a name is a slip of. Other digits are another version, and a longer name is a variant. */
export function misspeltModel(model: string, known: readonly string[]): Near | undefined {
  if (known.includes(model) || model.length < shortestModel) return undefined;
  const digits = (text: string): string => text.replaceAll(/\D/g, "");
  const sameVersion = known.filter(
    (name) => digits(name) === digits(model) && !name.startsWith(model) && !model.startsWith(name),
  );
  return nearestOf(model, sameVersion);
}
