import { expect, test } from "vitest";
import { validateGrammar } from "../../grammar/parser.ts";
import { validateTokens } from "../../grammar/tokens.ts";

// A run skips what chevrotain checks of a grammar, since it cannot change between runs; this is where it is checked.
test("no alternative of the grammar hides another, and no token another", () => {
  expect(validateGrammar).not.toThrow();
  expect(validateTokens).not.toThrow();
});
