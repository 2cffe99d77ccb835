import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkGuard, checkHandler, checkRefusals } from "../../src/testing/checks.ts";

const input = {
  type: "object",
  required: ["query"],
  properties: {
    query: { type: "string", minLength: 1, maxLength: 8 },
    limit: { type: "integer", minimum: 1, maximum: 50 },
  },
  additionalProperties: false,
} as const;
const output = {
  type: "object",
  required: ["status"],
  properties: { status: { enum: ["found", "nothing"] } },
} as const;

interface Query {
  readonly query: string;
  readonly limit?: number;
}

describe("checkGuard", () => {
  test("is silent for a guard that does what is expected of it", () => {
    checkGuard("len(x) > 3", { accepts: ["long"], refuses: fc.string({ maxLength: 3 }) });
  });

  test("names the text that a guard gets wrong", () => {
    expect(() => {
      checkGuard("len(x) > 3", { refuses: ["long"] });
    }).toThrow('accepts a text that it has to refuse: "long"');
    expect(() => {
      checkGuard("len(x) > 3", { accepts: fc.string() });
    }).toThrow(/refuses a text that it has to accept: ""/);
  });

  test("names the mistake of a guard that has one", () => {
    expect(() => {
      checkGuard("len(y) > 3", {});
    }).toThrow("`len(y) > 3` has a mistake");
  });
});

describe("checkHandler", () => {
  test("is silent for a handler that keeps its contract", async () => {
    await checkHandler({ input, output }, ({ query }: Query) => ({
      status: query.length > 3 ? "found" : "nothing",
    }));
  });

  test.each([
    [
      "answers what the output does not have",
      ({ limit }: Query) => ({ status: limit === 50 ? "much" : "found" }),
      '{"status":"much"} does not fit the output',
    ],
    [
      "throws at the longest text",
      ({ query }: Query) => {
        if (query.length === 8) throw new TypeError("too long");
        return { status: "found" };
      },
      "throws TypeError: too long",
    ],
    ["answers nothing", () => undefined, "answers nothing that JSON can hold"],
  ])("finds a handler that %s", async (_, handler, message) => {
    await expect(checkHandler({ input, output }, handler)).rejects.toThrow(message);
  });

  test("asks the guard about every answer", async () => {
    const contract = { input, output, guard: (text: string): boolean => !text.includes("nothing") };
    await expect(checkHandler(contract, () => ({ status: "nothing" }))).rejects.toThrow(
      'The guard refuses the answer {"status":"nothing"}',
    );
  });
});

describe("checkRefusals", () => {
  test("finds the one constraint that a check forgets", async () => {
    const refuses = (value: unknown): boolean => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
      const { query, limit = 1, ...more } = value as { readonly query?: unknown; readonly limit?: unknown };
      const isText = typeof query === "string" && query.length >= 1 && query.length <= 8;
      return !isText || !Number.isInteger(limit) || Number(limit) < 1 || Object.keys(more).length > 0;
    };
    await expect(checkRefusals(input, refuses)).rejects.toThrow(
      'A value that breaks only `/properties/limit/maximum` is let through: {"query":"a","limit":51}',
    );
    await checkRefusals(input, (value) => refuses(value) || Number((value as { limit?: number }).limit) > 50);
  });
});
