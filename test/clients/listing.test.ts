import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Client, ClientName } from "../../src/clients/client.ts";
import { clients } from "../../src/clients/index.ts";
import { costOf, isHidden, listingOf, shownTexts } from "../../src/clients/listing.ts";

function find(name: ClientName): Client {
  const client = clients.find((one) => one.name === name);
  if (client === undefined) throw new Error(`no client ${name}`);
  return client;
}

/** Twenty skills `s00` to `s19`, each with a description of this many characters. */
const skills = (length: number): readonly { name: string; description: string }[] =>
  Array.from({ length: 20 }, (_, i) => ({
    name: `s${String(i).padStart(2, "0")}`,
    description: "x".repeat(length),
  }));
const names = (from: number): readonly string[] =>
  skills(0)
    .slice(from)
    .map(({ name }) => name);

describe("Claude Code", () => {
  const claude = find("claude-code");

  test("lists all that fit into one per cent of the context at four characters a token", () => {
    // 200,000 tokens give 8,000 characters; 20 entries of 8 + 392 characters fill them exactly.
    expect(listingOf(claude, skills(392), 200_000)).toEqual({
      client: "claude-code",
      context: 200_000,
      kept: 20,
      lost: [],
    });
  });

  test("takes whole descriptions from the end and keeps the names", () => {
    // One character an entry too many: 20 too many in all, which one description gives back.
    expect(listingOf(claude, skills(393), 200_000).lost).toEqual(["s19"]);
    // 1,008 characters an entry, 6 for a name alone: 7 whole and 13 names are 7,134, with an eighth 8,136.
    expect(listingOf(claude, skills(1000), 200_000).lost).toEqual(names(7));
  });

  test("cuts an entry at 1,536 characters", () => {
    const long = [{ name: "s", description: "x".repeat(1537) }];
    expect(listingOf(claude, long, 1_000_000).lost).toEqual(["s"]);
    expect(listingOf(claude, [{ name: "s", description: "x".repeat(1536) }], 1_000_000).lost).toEqual([]);
  });
});

describe("Codex", () => {
  const codex = find("codex");

  test("shortens all to one length", () => {
    const mixed = [{ name: "short", description: "x" }, ...skills(1000)];
    // 272,000 tokens give 21,760 bytes, enough for 20 entries of 1,000 characters and their paths; 100,000 do not.
    expect(listingOf(codex, mixed, 272_000).lost).toEqual([]);
    expect(listingOf(codex, mixed, 100_000).lost).toEqual(names(0));
  });

  test("takes 8,000 where the context is not known", () => {
    expect(listingOf(codex, skills(300), 0).lost).toEqual([]);
    expect(listingOf(codex, skills(400), 0).lost).toEqual(names(0));
  });
});

test("OpenClaw leaves whole skills out, whatever the context", () => {
  const few = listingOf(find("openclaw"), skills(1000), 1_000_000);
  expect(few.lost.length).toBeGreaterThan(0);
  expect(few).toEqual({ ...listingOf(find("openclaw"), skills(1000), 8_000), context: 1_000_000 });
});

test("a client without a budget keeps all", () => {
  expect(listingOf(find("gemini-cli"), skills(5000), 8_000)).toMatchObject({ kept: 20, lost: [] });
});

const listed = fc.record({
  name: fc.stringMatching(/^[a-z]{1,12}$/),
  description: fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.integer({ min: 0, max: 2000 }).map((length) => "é😀x".repeat(length).slice(0, length)),
  ),
});
const context = fc.integer({ min: 1, max: 400_000 });
const listers = clients.flatMap(({ name, listing }) => (listing === undefined ? [] : [{ name, listing }]));

describe.each(listers)("the list of $name", ({ name, listing }) => {
  const seeded = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };
  const many = fc.array(listed, { maxLength: 40 });

  test("stays within its budget, but for names that are always kept", () => {
    fc.assert(
      fc.property(many, context, (all, tokens) => {
        const shown = shownTexts(listing, all, tokens);
        const names = all.map(() => "");
        const least = listing.yields === "drop-text" ? costOf(listing, all, names) : 0;
        expect(costOf(listing, all, shown)).toBeLessThanOrEqual(Math.max(listing.budget(tokens), least));
      }),
      seeded,
    );
  });

  test("loses no more in a larger context", () => {
    fc.assert(
      fc.property(many, context, context, (all, a, b) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)].map((tokens) =>
          listingOf({ name, listing }, all, tokens),
        );
        expect(large?.kept).toBeGreaterThanOrEqual(small?.kept ?? 0);
      }),
      seeded,
    );
  });

  test("shows of each text a beginning, or nothing", () => {
    fc.assert(
      fc.property(many, context, (all, tokens) => {
        for (const [index, text] of shownTexts(listing, all, tokens).entries()) {
          expect(all[index]?.description.startsWith(text ?? "")).toBe(true);
        }
      }),
      seeded,
    );
  });
});

test("yes is said in a few words", () => {
  expect(["true", "True", "yes", "on"].map(isHidden)).toEqual([true, true, true, true]);
  expect([undefined, "false", "no", "", "truest"].map(isHidden)).toEqual([false, false, false, false, false]);
});
