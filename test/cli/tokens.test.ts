import fc from "fast-check";
import { countTokens as whole } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import { pieceEnd } from "../../src/cli/pieces.ts";
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

test("pieces are those of the pattern", () => {
  const unit = fc.constantFrom(...Array.from({ length: 128 }, (_, i) => String.fromCharCode(i)));
  const often = fc.constantFrom(..." \n\r\taAbB1'sLlVvEeRrDdMmTt/-.é\u00a0\u0301日");
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(unit, often, often), maxLength: 30 }), (text) => {
      const pieces: string[] = [];
      for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 0) {
        pieces.push(text.slice(at, pieceEnd(text, at)));
      }
      expect(pieces).toEqual(text.match(O200K_TOKEN_SPLIT_REGEX) ?? []);
    }),
    { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 5000) },
  );
});

test("a long piece costs no more than its length", { timeout: 3000 }, () => {
  const long = "ab".repeat(100_000);
  expect(countTokens(long)).toBeGreaterThan(1000);
});
