import { expect, test } from "vitest";
import { clients } from "../../src/clients/index.ts";
import { scopeFolder, scopes } from "../../src/clients/scopes.ts";

test.each([
  [".claude/skills", ".", ".claude/skills"],
  ["app/.agents/skills", "app", ".agents/skills"],
  ["../home/.pi/agent/skills", "../home", ".pi/agent/skills"],
  ["../.claude/skills", "..", ".claude/skills"],
  ["skills", ".", "skills"],
  ["plugins/office/skills", "plugins/office", "skills"],
])("%j is a folder of a client", (path, root, folder) => {
  expect(scopeFolder(path)).toEqual({ root, folder });
});

test.each([".", "src", ".hidden/things", "my-skills", ".claude/commands", "a.claude/skillset"])(
  "%j is none",
  (path) => {
    expect(scopeFolder(path)).toBeUndefined();
  },
);

test("each client with folders is a client that is modelled", () => {
  const names = clients.map(({ name }) => name as string);
  expect(Object.keys(scopes).filter((name) => !names.includes(name))).toEqual([]);
});
