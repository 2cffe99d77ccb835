import { describe, expect, test } from "vitest";
import { editDistance, nearest, nearestOf, suggestion } from "../../src/report/near.ts";

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

  test.each([
    // Of names that differ in case only, the one that is written most alike.
    ["WebFecth", ["webfetch", "WebFetch", "web_fetch"], "WebFetch"],
    ["web_fecth", ["webfetch", "WebFetch", "web_fetch"], "web_fetch"],
    // Of equally near names, the one with the longer common start.
    ["modeo", ["modem", "video"], "modem"],
  ])("%s among %j → %s", (word, names, expected) => {
    expect(nearest(word, names)).toBe(expected);
  });

  test.each([
    ["lend", ["list"]],
    ["fast", ["list"]],
    ["match", ["patch"]],
    ["xy", ["io"]],
    ["descrption of it", ["description"]],
    ["listing", ["list"]],
  ])("%s is no slip of any of %j", (word, names) => {
    expect(nearest(word, names)).toBeUndefined();
  });

  test("a name is certain only where no other is as near", () => {
    expect(nearestOf("modl", ["model", "name"])).toEqual({ name: "model", certain: true });
    expect(nearestOf("tools", ["toools", "stools"])?.certain).toBe(false);
    // Two spellings of one name are one name.
    expect(nearestOf("Gerp", ["Grep", "grep"])).toEqual({ name: "Grep", certain: true });
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
