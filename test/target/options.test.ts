import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import type { Supports } from "../../src/ir/feature.ts";
import { features } from "../../src/ir/feature.ts";
import { textSource } from "../../src/report/source.ts";
import type { Target } from "../../src/target/target.ts";
import { expectDiagnostics } from "../helpers/diagnostics.ts";

const supports = Object.fromEntries(features.map((name) => [name, { level: "full" }])) as unknown as Supports;

/** Writes the options that reach it. */
const echo: Target = {
  name: "echo",
  summary: "Writes its options.",
  supports,
  options: {
    dialect: { summary: "whose language", values: ["new", "old"] },
    servers: { summary: "addresses", entries: "the name of a server and its address" },
  },
  emit: (program, options = {}) => [
    { path: program.name, text: JSON.stringify(options), layout: "verbatim" },
  ],
};

async function written(config: string): ReturnType<typeof compile> {
  return compile([textSource("a/skill.yml", "name: a\nprompt: Do it.\n")], {
    rules: [],
    knownTargets: [echo],
    targets: [echo],
    config: textSource("skillc.config.yaml", config),
  });
}

describe("what a configuration chooses for a target", () => {
  test("reaches the target", async () => {
    const { files, analysis } = await written(
      "targets:\n  echo:\n    dialect: old\n    servers: {git: npx git-server}\n",
    );
    expect(JSON.parse(files[0]?.text ?? "")).toEqual({ dialect: "old", servers: { git: "npx git-server" } });
    expectDiagnostics(analysis.diagnostics, []);
  });

  test("is absent where nothing is written", async () => {
    const { files } = await written("sources: [a]\n");
    expect(files[0]?.text).toBe("{}");
  });

  test.each([
    ["ehco: {dialect: old}", "ehco", "there is no target `ehco`", "Write `echo`."],
    ["echo: {dialects: old}", "dialects", "has no option `dialects`", "Write `dialect`."],
    ["echo: {dialect: odl}", "odl", "it is no value of `dialect`", "Write `old`."],
    ["echo: {dialect: two}", "two", "it is no value of `dialect`", "Use one of `new`, `old`."],
    [
      "echo: {servers: git}",
      "git",
      "`servers` is a mapping: the name of a server and its address",
      undefined,
    ],
  ])("is reported where it is not known: %s", async (line, at, problem, help) => {
    const { files, analysis } = await written(`targets:\n  ${line}\n`);
    expect(files[0]?.text).toBe("{}");
    expectDiagnostics(analysis.diagnostics, [{ code: "target/option", at, message: problem }]);
    expect(analysis.diagnostics[0]?.help).toBe(help);
  });
});
