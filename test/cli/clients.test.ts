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
    readonly budget?: number;
    readonly total: number;
    readonly entries: readonly {
      readonly name: string;
      readonly characters: number;
      readonly tokens: number;
      readonly shown: string;
    }[];
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

test("a list says what each skill costs on every turn, in characters and tokens", () => {
  const { listing } = ask("claude-code", "gemini-cli");
  const [claude, gemini] = listing;
  expect(claude).toMatchObject({ client: "claude-code", context: 200_000, budget: 8000, kept: 2, lost: [] });
  // Gemini CLI has no limit.
  expect(gemini).toMatchObject({ client: "gemini-cli", kept: 2 });
  expect(gemini?.budget).toBeUndefined();
  expect(claude?.total).toBe(claude?.entries.reduce((sum, { characters }) => sum + characters, 0));
  for (const { characters, tokens } of claude?.entries ?? []) {
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThan(characters);
  }
});

test("--context is the context that the lists stand in", () => {
  const args = ["check", "test/cli/fixtures/mixed", "--client", "claude-code", "--context"];
  const { listing } = JSON.parse(skillc([...args, "100", "--format", "json"]).stdout) as Answer;
  // One per cent of 100 tokens is 4 characters: less than one name.
  expect(listing[0]).toMatchObject({ context: 100, budget: 4, kept: 0 });
  expect(listing[0]?.entries.map(({ shown }) => shown)).toEqual(["name", "name"]);
  expect(skillc([...args, "100"]).stdout).toContain("(its name alone is shown)");
  expect(skillc([...args, "many"])).toMatchObject({ status: 2, stdout: "" });
});
