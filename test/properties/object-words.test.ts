import { expect, test } from "vitest";
import { check } from "../../src/compile.ts";
import { textSource } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";
import { targets } from "../../targets/index.ts";

/** Names that every object of JavaScript has. A manifest may write them anywhere, and they mean nothing there. */
const words = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"];

const head = "name: s\ndescription: Does s. Use for s.\nprompt: Do.\n";
const places: readonly (readonly [string, (word: string) => string])[] = [
  ["a name in a guard", (word) => `interface: {guard: {predicate: "'a' in ${word}"}}\n`],
  ["a call in a guard", (word) => `interface: {guard: {predicate: "${word}(x)"}}\n`],
  ["a method in a guard", (word) => `interface: {guard: {predicate: "x.${word}()"}}\n`],
  ["a type", (word) => `interface: {input_type: ${word}}\n`],
  ["a type in a union", (word) => `interface: {output_type: "Union[Str, ${word}]"}\n`],
  ["a level", (word) => `interface: {effect_hint: ${word}}\n`],
  ["an effect", (word) => `interface: {effect_hint: {${word}: [net]}}\n`],
  ["a capability", (word) => `interface: {effect_hint: {io: [${word}]}}\n`],
  ["a tool", (word) => `requires: {tools: [${word}]}\n`],
  ["a key", (word) => `${word}: 1\n`],
  ["a key of the contract", (word) => `interface: {${word}: 1}\n`],
  ["a kind of guard", (word) => `interface: {guard: {kind: ${word}, predicate: x}}\n`],
  ["a property of a schema", (word) => `output_schema: {properties: {${word}: {type: string}}}\n`],
];

test.each(places.flatMap(([place, write]) => words.map((word) => ({ place, word, text: write(word) }))))(
  "`$word` as $place",
  async ({ text }) => {
    const { diagnostics } = await check([textSource("s/skill.yml", `${head}${text}`)], {
      rules,
      knownTargets: targets,
      targets,
    });
    for (const { message, help } of diagnostics) {
      expect(`${message} ${help ?? ""}`).not.toMatch(/undefined|\[object|function \w+\(|\[native code\]/);
    }
  },
);
