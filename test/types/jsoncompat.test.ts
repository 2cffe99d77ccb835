import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { check_compat, initSync } from "jsoncompat";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/ir/type.ts";
import { subtype } from "../../src/types/subtype.ts";
import { pair } from "./schemas.ts";

const wasm = createRequire(import.meta.url)
  .resolve("jsoncompat")
  .replace(/\.js$/, "_bg.wasm");
const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });

/** Its answer; undefined where it refuses a schema. A serializer may only narrow what it writes. */
function theirs(a: JsonSchema, b: JsonSchema): boolean | undefined {
  try {
    return check_compat(JSON.stringify(b), JSON.stringify(a), "serializer");
  } catch {
    return undefined;
  }
}

// Each of its answers takes some 50 ms.
test("npm jsoncompat proves nothing that we refute wrongly", () => {
  initSync({ module: readFileSync(wasm) });
  const counts = { same: 0, refused: 0, missed: 0, refuted: 0 };
  for (const [a, b] of fc.sample(pair, { seed: 42, numRuns: 60 })) {
    const { verdict, witness } = subtype(a, b);
    const answer = theirs(a, b);
    if (answer === undefined) counts.refused++;
    else if (answer === (verdict === "yes")) counts.same++;
    else if (!answer) counts.missed++;
    else {
      counts.refuted++;
      const shown = `${JSON.stringify(a)} <: ${JSON.stringify(b)} but ${JSON.stringify(witness)}`;
      expect(verdict, shown).toBe("no");
      expect(ajv.compile(a)(witness) && !ajv.compile(b)(witness), shown).toBe(true);
    }
  }
  console.log(counts);
  expect(counts.same).toBeGreaterThan(20);
});
