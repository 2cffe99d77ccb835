import { describe, expect, test } from "vitest";
import { editDistance, nearest, suggestion } from "../../src/report/near.ts";

describe("nearest", () => {
  test.each([
    ["descripton", "description"],
    ["allowed_tools", "allowed-tools"],
    ["Name", "name"],
    ["efect_hint", "effect_hint"],
  ])("%s → %s", (word, expected) => {
    expect(nearest(word, ["name", "description", "allowed-tools", "effect_hint", "license"])).toBe(expected);
  });

  test("a word that is far from all gives nothing", () => {
    expect(nearest("colour", ["name", "description", "license"])).toBeUndefined();
  });

  test("two equally near words give nothing", () => {
    expect(nearest("bat", ["cat", "hat"])).toBeUndefined();
  });
});

test("a swap of neighbours is one edit", () => {
  expect(editDistance("nmae", "name")).toBe(1);
  expect(editDistance("", "abc")).toBe(3);
  expect(editDistance("kitten", "sitting")).toBe(3);
});

test("help lists what is allowed only where the list is short", () => {
  expect(suggestion("zzz", ["pure", "state", "io", "llm"])).toBe("Use one of `pure`, `state`, `io`, `llm`.");
  expect(suggestion("purr", ["pure", "state", "io", "llm"])).toBe("Write `pure`.");
  expect(suggestion("zzz", [..."abcdefghi"])).toBeUndefined();
});
