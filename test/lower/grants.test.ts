import { describe, expect, test } from "vitest";
import { lowerGrants } from "../../src/lower/grants.ts";
import { find } from "../../src/manifest/node.ts";
import { parseYaml } from "../../src/manifest/yaml.ts";
import { textOf, textSource } from "../../src/report/source.ts";

function grants(written: string): readonly (readonly [string, string])[] | undefined {
  const text = `allowed-tools: ${written}\n`;
  const { value } = parseYaml(textSource("SKILL.md", text), 0, text.length);
  const node = value?.kind === "map" ? find(value, "allowed-tools") : undefined;
  return lowerGrants(node)?.map(({ name, span }) => [name, textOf(span)]);
}

const names = (written: string): readonly string[] | undefined => grants(written)?.map(([name]) => name);

describe("the names of the tools, without what narrows them", () => {
  test.each([
    ["Read", ["Read"]],
    ["Read Write", ["Read", "Write"]],
    ["Read, Write,Edit", ["Read", "Write", "Edit"]],
    ["Bash(git:*)", ["Bash"]],
    ["Bash(git log:*) Read", ["Bash", "Read"]],
    ["Bash(git add, git commit), Read", ["Bash", "Read"]],
    ["Bash(git:*) Bash(npm:*)", ["Bash", "Bash"]],
    ["mcp__github__search Read", ["mcp__github__search", "Read"]],
    ["github/search server:tool", ["github/search", "server:tool"]],
    ["Bash(unclosed Read", ["Bash"]],
    ["Bash(echo $(date):*) Read", ["Bash", "Read"]],
    [`'Bash(python -c "print(1)":*), Read'`, ["Bash", "Read"]],
    ["[Read, 'Bash(a, b:*)']", ["Read", "Bash"]],
    ["[Read, [Write], {a: b}]", ["Read"]],
    ["\n  - Read\n  - Bash(git:*)", ["Read", "Bash"]],
    ["[]", []],
    ['""', []],
    ['"*"', ["*"]],
  ])("%s", (written, expected) => {
    expect(names(written)).toEqual(expected);
  });
});

test("each stands where it is written", () => {
  expect(grants('"Bash(git log:*), \\u0052ead"')).toEqual([
    ["Bash", "Bash"],
    ["Read", "\\u0052ead"],
  ]);
});

test.each(["", "~", "{a: b}"])("`allowed-tools: %s` says nothing", (written) => {
  expect(grants(written)).toBeUndefined();
});
