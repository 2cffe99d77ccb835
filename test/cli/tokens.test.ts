import fc from "fast-check";
import { countTokens as whole } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { countTokens } from "../../src/cli/tokens.ts";
import { corpusSkills } from "../helpers/corpus.ts";

const reference = (text: string): number => whole(text, { disallowedSpecial: new Set() });

test("counting piece by piece gives what the tokenizer gives for the whole", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      "word",
      " word",
      "  ",
      "\n",
      "\r\n",
      "\t",
      "'s",
      "I'LL",
      "1234567",
      "<|endoftext|>",
      "日本語",
      "é",
      "😀",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      expect(countTokens(text)).toBe(reference(text));
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 1000) },
  );
});

test("and so it does for skills", () => {
  const texts = corpusSkills()
    .filter((_, i) => i % 50 === 0)
    .map(({ files }) => files[0]?.text ?? "");
  for (const text of texts) expect(countTokens(text)).toBe(reference(text));
});
