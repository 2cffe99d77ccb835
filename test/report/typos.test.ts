import { describe, expect, test } from "vitest";
import { agentSchema, configSchema, deviceSchema } from "../../grammar/schemas/data.ts";
import type { ManifestSchema } from "../../grammar/schemas/schema.ts";
import { contractSchema, frontMatterSchema } from "../../grammar/schemas/skill.ts";
import { check } from "../../src/compile.ts";
import { capabilities, levels } from "../../src/ir/effect.ts";
import { builtinCatalogue } from "../../src/lower/builtin.ts";
import { compatibleFixes, fixedText } from "../../src/report/fix.ts";
import { nearest } from "../../src/report/near.ts";
import { textSource } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";

/** Every key of a schema, nested ones included. */
function keysOf(schema: ManifestSchema): readonly string[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.anyOf ?? []),
    ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
  ];
  return [...Object.keys(schema.properties ?? {}), ...inner.flatMap(keysOf)];
}

const vocabulary = {
  "front matter": Object.keys(frontMatterSchema.properties ?? {}),
  "skill.yml": Object.keys(contractSchema.properties ?? {}),
  "nested keys": [contractSchema, agentSchema, deviceSchema, configSchema].flatMap(keysOf),
  tools: [...builtinCatalogue.keys()],
  effects: [...levels, ...capabilities],
};

type Random = (below: number) => number;

/** Numbers from a seed: a multiplicative generator modulo the prime 2³¹ − 1. */
function random(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** One slip: a letter more, less, another, or two swapped. */
function slip(word: string, next: Random): string {
  const at = next(word.length);
  const letter = letters.charAt(next(letters.length));
  switch (next(4)) {
    case 0:
      return word.slice(0, at) + letter + word.slice(at);
    case 1:
      return word.slice(0, at) + word.slice(at + 1);
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1);
    default:
      return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  }
}

interface Typo {
  readonly word: string;
  readonly meant: string;
  readonly among: readonly string[];
}

/** One slip in words of five letters and more, two in words of eight and more. No typo is itself a known word. */
function typos(many: number, seed: number): readonly Typo[] {
  const next = random(seed);
  const known = new Set(Object.values(vocabulary).flat());
  const pool = Object.values(vocabulary).flatMap((all) => {
    const among = [...new Set(all)];
    return among.filter((meant) => meant.length >= 5).map((meant) => ({ meant, among }));
  });
  const made: Typo[] = [];
  while (made.length < many) {
    const { meant, among } = pool[next(pool.length)] ?? { meant: "", among: [] };
    const once = slip(meant, next);
    const word = meant.length >= 8 && next(2) === 0 ? slip(once, next) : once;
    if (!known.has(word)) made.push({ word, meant, among });
  }
  return made;
}

/** Ordinary words and words of the trade that are no slip of any key or tool. */
const unrelated = `
  abacus acorn airport albatross algebra almond amber anchor apricot archive asteroid atlas autumn avalanche avocado
  bakery bamboo banana barometer basilica beacon bicycle biscuit blanket blizzard blossom boulder bracelet bramble
  breeze broccoli bronze buffalo burger butterfly cabbage cactus calendar camel candle canyon caravan cardigan castle
  caterpillar cathedral cavern cello chameleon cherry chimney chocolate cinnamon circus clarinet clover cobweb coconut
  compass copper coral cottage cricket crocodile crystal cucumber curtain cushion daffodil dandelion decade dinosaur
  dolphin donkey dragonfly drizzle eclipse elbow elephant emerald engine envelope equator falcon feather ferry fiddle
  firefly flamingo forest fossil fountain galaxy garlic gazelle geyser ginger giraffe glacier goblin gondola granite
  grapefruit gravity guitar hamster harbour harvest hazelnut hedgehog helmet hexagon honeycomb horizon hurricane iceberg
  iguana indigo island ivory jacket jasmine jellyfish jigsaw juniper kangaroo kayak kettle kingdom kitchen koala
  lantern lavender lemonade leopard lighthouse lobster lullaby magnet mahogany mandolin marble marigold meadow melody
  meteor midnight mosaic mountain mushroom mustard nebula nectar nutmeg oasis obsidian ocean octopus olive onion orchard
  ostrich oxygen oyster paddle panther parachute parsley peacock pebble pelican penguin pepper piano pigeon pineapple
  planet plumber polar porcupine pottery prairie pumpkin puzzle pyramid quartz quilt raccoon rainbow raspberry raven
  reindeer rhubarb ribbon river rocket saffron sandwich sapphire saxophone scarecrow
`
  .split(/\s+/)
  .filter((word) => word !== "");

describe("did you mean", () => {
  test.each([1, 7, 2026])("the first suggestion is right for 95 of 100 typos, seed %i", (seed) => {
    const made = typos(200, seed);
    const wrong = made.filter(({ word, meant, among }) => nearest(word, among) !== meant);
    const shown = wrong.map(
      ({ word, meant, among }) => `${word} → ${nearest(word, among) ?? "-"}, not ${meant}`,
    );
    expect(made.length - wrong.length, shown.join("\n")).toBeGreaterThanOrEqual(190);
  });

  test("200 unrelated words have no suggestion among anything known", () => {
    const words = [...new Set(unrelated)].slice(0, 200);
    expect(words).toHaveLength(200);
    const all = [...new Set(Object.values(vocabulary).flat())];
    const suggested = words.flatMap((word) => {
      const near = nearest(word, all);
      return near === undefined ? [] : [`${word} → ${near}`];
    });
    expect(suggested).toEqual([]);
  });
});

/** The front matter and the contract of one skill, checked with every rule. */
async function found(skillMd: string, contract = ""): Promise<Awaited<ReturnType<typeof check>>> {
  const front = `---\nname: pdf\n${skillMd}---\nDo it.\n`;
  const files = [textSource("pdf/SKILL.md", front)];
  return check(contract === "" ? files : [...files, textSource("pdf/skill.yml", contract)], {
    rules,
    knownTargets: [],
  });
}

const described = "description: Fills in PDF forms. Use when a form has to be filled in.\n";

/** One sample of each place that names something: front matter, contract, what to find, what to write. */
const samples: readonly (readonly [
  place: string,
  front: string,
  contract: string,
  code: string,
  right: string,
])[] = [
  ["the format", `${described}licnese: MIT\n`, "", "manifest/unknown-key", "license"],
  ["the format", `${described}alowed-tools: Read\n`, "", "manifest/unknown-key", "allowed-tools"],
  [
    "a client",
    `${described}disable-model-invocaton: true\n`,
    "",
    "manifest/unknown-key",
    "disable-model-invocation",
  ],
  ["a client", `${described}user-invocabel: true\n`, "", "manifest/unknown-key", "user-invocable"],
  ["skill.yml", described, "reqiures: {tools: [Read]}\n", "manifest/unknown-key", "requires"],
  ["interface", described, "interface: {efect_hint: io}\n", "manifest/unknown-key", "effect_hint"],
  ["a guard", described, "interface: {guard: {predicte: 'True'}}\n", "manifest/unknown-key", "predicate"],
  ["requires", described, "requires: {optinal_tools: [Read]}\n", "manifest/unknown-key", "optional_tools"],
  ["tools", described, "requires: {tools: [WebFecth]}\n", "reference/unknown-tool", "WebFetch"],
  ["allow_tools", described, "", "reference/unknown-allowed-tool", "WebFetch"],
  [
    "capabilities",
    described,
    "interface: {effect_hint: {io: [fs.raed]}}\n",
    "effect/capability-unknown",
    "fs.read",
  ],
  ["levels", described, "interface: {effect_hint: satte}\n", "effect/hint-unknown", "state"],
  [
    "models",
    described,
    "interface: {guard: {rubric: Is it right?, model: claude-sonet-4-20250514}}\n",
    "reference/unknown-model",
    "claude-sonnet-4-20250514",
  ],
];

describe("the help of `check` says what to write, and the fix writes it", () => {
  test.each(samples)("%s: %s%s", async (place, front, contract, code, right) => {
    const skillMd = place === "allow_tools" ? `${front}allowed-tools: Read WebFecth\n` : front;
    const { diagnostics } = await found(skillMd, contract);
    const own = diagnostics.filter((diagnostic) => diagnostic.code === code);
    expect(own).toHaveLength(1);
    expect(own[0]?.help).toBe(`Write \`${right}\`.`);
    const file = own[0]?.span.file;
    if (file === undefined) throw new Error("no file");
    expect(own[0]?.fix?.safety).toBe("unsafe");
    expect(fixedText(file, compatibleFixes(own, { unsafe: true }))).toContain(right);
  });

  test("an unrelated key and an unrelated tool have no suggestion", async () => {
    const { diagnostics } = await found(`${described}banana: yellow\n`, "requires: {tools: [Marmalade]}\n");
    expect(diagnostics.filter(({ code }) => code === "manifest/unknown-key")).toEqual([]);
    expect(diagnostics.map(({ help }) => help).join()).not.toMatch(/Write `\w+`\./);
  });
});
