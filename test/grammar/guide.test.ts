import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { root } from "../helpers/command.ts";
import { functionNames, methodNames } from "../../grammar/guard.ts";
import { guard } from "../../src/guard/guard.ts";

const folder = new URL("../../grammar/", import.meta.url);
const guide = readFileSync(new URL("guard.md", folder), "utf8");
const grammar = readFileSync(new URL("guard.ebnf", folder), "utf8");

describe("grammar/guard.md", () => {
  const [examples = ""] = guide.split("## Examples")[1]?.match(/(?<=```\n)[\s\S]*?(?=\n```)/) ?? [];
  const lines = examples.split("\n");

  test.each(lines.map((line, i) => [line, i === lines.length - 1 ? "Json" : "Str"] as const))(
    "example %s on %s",
    (source, type) => {
      expect(guard(source, type).diagnostics).toEqual([]);
    },
  );

  test.each([...functionNames, ...methodNames])("tells of %s", (name) => {
    expect(guide).toContain(`${name}(`);
  });
});

test("guard.ebnf lists the functions and methods", () => {
  const listed = (rule: string): readonly string[] =>
    [...(grammar.match(new RegExp(`^${rule} *= (.*);`, "m"))?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
      ([, name = ""]) => name,
    );
  expect(listed("function name")).toEqual([...functionNames]);
  expect(listed("method name")).toEqual([...methodNames]);
});

test("guard.svg is drawn from guard.ebnf", () => {
  const { status, stderr } = spawnSync(process.execPath, ["test/quality/diagram.mjs", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
