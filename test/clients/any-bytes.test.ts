import fc from "fast-check";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clients } from "../../src/clients/index.ts";
import { sourceFile } from "../../src/report/source.ts";

const options = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };
const cases = (
  JSON.parse(readFileSync(new URL("./fixtures/loader-cases.json", import.meta.url), "utf8")) as readonly {
    b64: string;
  }[]
).map(({ b64 }) => new Uint8Array(Buffer.from(b64, "base64")));

const fragments = fc.constantFrom(
  ..."--- \n|---\n|: |:|\n|  |- |? |[|]|{|}|,|&a |*a|!t |!!int |\"|'|\\|#| #|%|@|`|>|||>-\n|<<: *a|\t|\0|\u0007|\u0085|\u2028|\uFEFF|\r|\r\n|🙂|~|null|yes|0x1|1_0|12:30|2024-13-45|name: a-b\n|description: D\n|metadata:\n".split(
    "|",
  ),
);

/** Random bytes, random YAML between fences, and recorded inputs with pieces changed. */
const files = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .array(fragments, { maxLength: 12 })
    .map((parts) => new TextEncoder().encode(`---\n${parts.join("")}\n---\nB`)),
  fc
    .tuple(fc.constantFrom(...cases), fc.nat(), fc.nat(6), fc.oneof(fragments, fc.string({ maxLength: 3 })))
    .map(([bytes, at, gone, put]) => {
      const start = bytes.length === 0 ? 0 : at % bytes.length;
      return new Uint8Array([
        ...bytes.slice(0, start),
        ...new TextEncoder().encode(put),
        ...bytes.slice(start + gone),
      ]);
    }),
);

test("any bytes in, one verdict out, twice the same", () => {
  const property = fc.property(files, (bytes) => {
    const entry = { file: sourceFile({ path: "a-b/SKILL.md", bytes }), folderName: "a-b" };
    for (const client of clients) {
      const verdict = client.load(entry);
      expect(["loads", "loads-with-loss", "dropped", "rejected", "crashes"]).toContain(verdict.verdict);
      expect(verdict.verdict === "loads-with-loss").toBe(verdict.lost.length > 0 || verdict.lenient);
      expect(verdict.reason).toMatch(/\.$/);
      expect(client.load(entry)).toEqual(verdict);
    }
  });
  fc.assert(property, options);
});

test.each([
  ["opening brackets", `a: ${"[".repeat(200_000)}`],
  ["spaces", `a: x${" ".repeat(300_000)}y`],
  ["line ends", `a:${"\n".repeat(300_000)}b`],
  ["hyphens", "-".repeat(300_000)],
  ["keys", "k: v\n".repeat(60_000)],
  ["quotes", `a: "${"' ".repeat(150_000)}`],
  ["deep lists", "- ".repeat(100_000)],
  ["comment signs", "#\n".repeat(100_000)],
])("many %s do not hang a client", { timeout: 20_000 }, (_, text) => {
  const bytes = new TextEncoder().encode(`---\nname: a-b\ndescription: D\n${text}\n---\n`);
  const entry = { file: sourceFile({ path: "a-b/SKILL.md", bytes }), folderName: "a-b" };
  for (const client of clients) {
    expect(["loads", "loads-with-loss", "dropped", "rejected", "crashes"], client.name).toContain(
      client.load(entry).verdict,
    );
  }
});
