import fc from "fast-check";
import type { JsonSchema } from "../ir/type.ts";
import { guard } from "../guard/guard.ts";
import { accepts } from "../types/accepts.ts";
import { boundaries } from "./boundaries.ts";
import { valid } from "./valid.ts";
import { violations } from "./violations.ts";

/** How many values are drawn, and from which seed; the same seed draws the same values. */
export interface CheckOptions {
  readonly seed?: number;
  readonly runs?: number;
}

const usual = { seed: 1, runs: 100 };

/** What a guard has to accept and to refuse: fixed texts, or arbitraries of texts. */
export interface GuardExpectations extends CheckOptions {
  /** What `x` is, as a manifest writes it; `Str` when absent. */
  readonly type?: string;
  readonly accepts?: readonly string[] | fc.Arbitrary<string>;
  readonly refuses?: readonly string[] | fc.Arbitrary<string>;
}

/** Throws where a guard has a mistake, refuses what it has to accept, or accepts what it has to refuse. */
export function checkGuard(source: string, expectations: GuardExpectations): void {
  const { type = "Str", accepts: good = [], refuses: bad = [] } = expectations;
  const checked = guard(source, type);
  const [mistake] = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (mistake !== undefined) throw new Error(`The guard \`${source}\` has a mistake: ${mistake.message}`);
  const parameters = parametersOf(expectations);
  const expectAll = (texts: readonly string[] | fc.Arbitrary<string>, expected: boolean): void => {
    const ask = (text: string): void => {
      if (checked.test(text) === expected) return;
      const what = expected ? "refuses a text that it has to accept" : "accepts a text that it has to refuse";
      throw new Error(`The guard \`${source}\` ${what}: ${JSON.stringify(text)}`);
    };
    if (texts instanceof fc.Arbitrary) fc.assert(fc.property(texts, ask), parameters);
    else texts.forEach(ask);
  };
  expectAll(good, true);
  expectAll(bad, false);
}

/** What goes into a handler and what comes out. */
export interface Contract {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Has to accept every output; of a skill that was imported, its `guard`. */
  readonly guard?: ((output: string) => boolean) | undefined;
}

export type Handler = (input: never) => unknown;

/**
 * Gives a handler every boundary of its input and then values that are drawn; throws where it throws, or where what it
 * answers breaks the contract. The message ends with the least input that was found, and with the seed to find it again.
 */
export async function checkHandler(
  contract: Contract,
  handler: Handler,
  options: CheckOptions = {},
): Promise<void> {
  const ask = async (input: unknown): Promise<void> => {
    const problem = await problemOf(contract, handler, input);
    if (problem !== undefined) throw new Error(`${problem}, for the input ${JSON.stringify(input)}`);
  };
  for (const { value } of boundaries(contract.input)) await ask(value);
  await fc.assert(fc.asyncProperty(valid(contract.input), ask), parametersOf(options));
}

async function problemOf(
  { output, guard: accept }: Contract,
  handler: Handler,
  input: unknown,
): Promise<string | undefined> {
  let answer: unknown;
  try {
    answer = await handler(structuredClone(input) as never);
  } catch (error) {
    return `The handler throws ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
  }
  const text = JSON.stringify(answer);
  if (text === undefined) return "The handler answers nothing that JSON can hold";
  if (accepts(output, JSON.parse(text)) === false) return `The answer ${text} does not fit the output`;
  if (accept?.(text) === false) return `The guard refuses the answer ${text}`;
  return undefined;
}

/**
 * Gives a function that has to refuse wrong input one value for every constraint of a schema, each breaking that one alone;
 * throws where a value is let through. `refuses` answers true, or throws, for what it refuses.
 */
export async function checkRefusals(schema: JsonSchema, refuses: (value: unknown) => unknown): Promise<void> {
  for (const { value, pointer, keyword } of violations(schema).violations) {
    if (await lets(refuses, value)) {
      const place = pointer === "" ? keyword : `${pointer}/${keyword}`;
      throw new Error(`A value that breaks only \`${place}\` is let through: ${JSON.stringify(value)}`);
    }
  }
}

async function lets(refuses: (value: unknown) => unknown, value: unknown): Promise<boolean> {
  try {
    return (await refuses(structuredClone(value))) !== true;
  } catch {
    return false;
  }
}

function parametersOf({ seed = usual.seed, runs = usual.runs }: CheckOptions): {
  readonly seed: number;
  readonly numRuns: number;
  readonly includeErrorInReport: boolean;
} {
  return { seed, numRuns: runs, includeErrorInReport: true };
}
