import { expect, test } from "vitest";
import { clients } from "../../src/clients/index.ts";
import { skillc } from "../helpers/command.ts";

interface Answer {
  readonly clients: readonly {
    readonly file: string;
    readonly client: string;
    readonly verdict: string;
    readonly silent: boolean;
    readonly lost: readonly string[];
  }[];
  readonly listing: readonly {
    readonly client: string;
    readonly context: number;
    readonly kept: number;
    readonly lost: readonly string[];
  }[];
}

function ask(...names: readonly string[]): Answer {
  const { stdout } = skillc([
    "check",
    "test/cli/fixtures/mixed",
    "--client",
    names.join(","),
    "--format",
    "json",
  ]);
  return JSON.parse(stdout) as Answer;
}

test("every client gives a verdict on every SKILL.md", () => {
  const { clients: found } = ask("all");
  expect(new Set(found.map(({ client }) => client))).toEqual(new Set(clients.map(({ name }) => name)));
  expect(found).toHaveLength(2 * clients.length);
});

test("a name with a capital is refused by the reference library and loaded by Codex", () => {
  const { clients: found } = ask("reference", "codex");
  const of = (client: string): string | undefined =>
    found.find((entry) => entry.client === client && entry.file.endsWith("bad/SKILL.md"))?.verdict;
  expect([of("reference"), of("codex")]).toEqual(["rejected", "loads"]);
});

test("the text answer is a matrix with reasons", () => {
  const { stdout } = skillc(["check", "test/cli/fixtures/mixed", "--client", "reference,codex"]);
  expect(stdout).toMatch(/^file +reference +codex$/m);
  expect(stdout).toContain("test/cli/fixtures/mixed/bad/SKILL.md: 1 of 2 clients load it whole");
});

test("an unknown client is wrong usage", () => {
  expect(skillc(["check", "examples", "--client", "claude-cod"])).toMatchObject({ status: 2, stdout: "" });
});
