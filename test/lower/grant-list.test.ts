import { expect, test } from "vitest";
import { grantList } from "../../src/lower/grant-list.ts";
import { find } from "../../src/manifest/node.ts";
import { parseYaml } from "../../src/manifest/yaml.ts";
import { textOf, textSource } from "../../src/report/source.ts";

function grants(value: string): ReturnType<typeof grantList> {
  const file = textSource("a.yml", `x: ${value}\n`);
  const root = parseYaml(file, 0, file.text.length).value;
  return grantList(root?.kind === "map" ? find(root, "x") : undefined);
}

test.each([
  ["Read Grep", ["Read", "Grep"]],
  ["Read, Grep,Write", ["Read", "Grep", "Write"]],
  ['["Read", "Bash(git diff *)"]', ["Read", "Bash(git diff *)"]],
  ["Bash(npm test:*) Read", ["Bash(npm test:*)", "Read"]],
  ["Bash(git add:*, git commit:*), Read", ["Bash(git add:*, git commit:*)", "Read"]],
  ["Bash(echo (a) b) Read", ["Bash(echo (a) b)", "Read"]],
  ["Read Bash(git log:* Grep", ["Read", "Bash(git log:* Grep"]],
  ["Bash(a)) Read", ["Bash(a))", "Read"]],
  ["''", []],
  ["", []],
])("%s", (value, expected) => {
  const found = grants(value);
  expect(found.map(({ text }) => text)).toEqual(expected);
  expect(found.map(({ span }) => textOf(span))).toEqual(expected);
});

test("a grant has a name, a pattern and a verdict on its parentheses", () => {
  const [first, second, third, fourth] = grants("Bash(git log:*) Read Bash(a Write");
  expect(first).toMatchObject({ name: "Bash", pattern: "git log:*", balanced: true });
  expect(second).toMatchObject({ name: "Read", pattern: undefined, balanced: true });
  expect(third).toMatchObject({ name: "Bash", pattern: "a Write", balanced: false });
  expect(fourth).toBeUndefined();
});
