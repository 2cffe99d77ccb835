import { expect, test } from "vitest";
import { permissionOf } from "../../src/diff/version.ts";

// Semantic Versioning 2.0.0: clause 4 for 0.y.z, 6 for patch, 7 for minor, 8 for major, 9 for previews.
test.each([
  ["major", "1.2.3", "2.0.0", true],
  ["major", "1.2.3", "1.3.0", false],
  ["major", "1.2.3", "3.1.4", true],
  ["major", "0.2.3", "0.3.0", true],
  ["major", "0.2.3", "0.2.4", false],
  ["minor", "1.2.3", "1.3.0", true],
  ["minor", "1.2.3", "1.2.4", false],
  ["minor", "0.2.3", "0.2.4", true],
  ["patch", "1.2.3", "1.2.4", true],
  ["patch", "1.2.3", "1.2.3", false],
  ["patch", "1.2.3", "1.2.2", false],
  ["patch", "v1.2", "1.2.1", true],
  ["minor", "1.2.10", "1.10.0", true],
  ["major", "2.0.0-beta.1", "2.0.0", true],
  ["none", "1.2.3", "1.2.3", true],
  ["minor", undefined, undefined, true],
  ["major", undefined, undefined, false],
  ["major", undefined, "1.0.0", true],
  ["patch", "1.2.3", undefined, false],
  ["patch", "soon", "1.0.0", false],
] as const)("a %s change from %s to %s: %s", (bump, before, after, allowed) => {
  expect(permissionOf(bump, before, after).allowed).toBe(allowed);
});

test("what would allow it", () => {
  expect(permissionOf("major", "1.2.3", "1.2.4")).toEqual({
    allowed: false,
    because: "`1.2.4` follows `1.2.3`",
    least: "2.0.0",
  });
});
