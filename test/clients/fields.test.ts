import { describe, expect, test } from "vitest";
import { refusalsOf, reportClients, clientsText } from "../../src/cli/clients.ts";
import { countTokens } from "../../src/cli/tokens.ts";
import type { Client, ClientName } from "../../src/clients/client.ts";
import { flagIgnorers, reach, reservedNameClients, sixKeyClients } from "../../src/clients/facts.ts";
import { clients } from "../../src/clients/index.ts";
import { scopes } from "../../src/clients/scopes.ts";
import { staleAfter } from "../../src/clients/stale.ts";
import { check } from "../../src/compile.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { textSource } from "../../src/report/source.ts";
import { rules } from "../../src/rules/index.ts";

/** A value of each field that every client takes. */
const values: Readonly<Record<string, string>> = {
  license: "MIT",
  compatibility: "Requires jq",
  metadata: "\n  team: core",
  "allowed-tools": "Read",
  "disallowed-tools": "Bash",
  model: "sonnet",
  effort: "low",
  context: "fork",
  agent: "Explore",
  background: "true",
  hooks: "\n  Stop: []",
  shell: "bash",
  arguments: "file",
  paths: "src/**",
  when_to_use: "After a change.",
  "argument-hint": "file",
  "disable-model-invocation": "true",
  "user-invocable": "true",
  mode: "code",
  advertise: "true",
  homepage: "https://example.org",
};
const fields = Object.keys(values);
const sixth = ["license", "compatibility", "metadata", "allowed-tools"];
const claudeOnly = fields.filter((field) => ![...sixth, "mode", "advertise", "homepage"].includes(field));

/** What each client keeps, by the table of fields honoured in the study of clients, 2026-08. */
const kept: Readonly<Partial<Record<ClientName, readonly string[]>>> = {
  "claude-code": [...sixth, ...claudeOnly],
  codex: [],
  "gemini-cli": [],
  vscode: [
    "license",
    "compatibility",
    "metadata",
    "argument-hint",
    "disable-model-invocation",
    "user-invocable",
  ],
  cursor: ["license", "compatibility", "metadata", "disable-model-invocation"],
  opencode: ["metadata"],
  goose: ["metadata"],
  openclaw: ["metadata", "disable-model-invocation", "user-invocable", "homepage"],
  roo: ["mode"],
  pi: ["disable-model-invocation"],
  mux: [
    "license",
    "compatibility",
    "metadata",
    "when_to_use",
    "argument-hint",
    "disable-model-invocation",
    "user-invocable",
    "advertise",
  ],
  vibe: [...sixth, "user-invocable"],
  // Every further key becomes a flat entry of its metadata.
  uctoo: fields,
};

function clientNamed(name: string): Client {
  const found = clients.find((client) => client.name === name);
  if (found === undefined) throw new Error(`no client ${name}`);
  return found;
}

function source(lines: readonly string[], description = "Audits bills. Use when asked."): string {
  return `---\nname: tax\ndescription: ${description}\n${lines.map((line) => `${line}\n`).join("")}---\nDo it.\n`;
}

const all = textSource("tax/SKILL.md", source(fields.map((field) => `${field}: ${values[field] ?? ""}`)));

describe("a client loses the fields that it does not read, and no others", () => {
  test.each(Object.entries(kept))("%s", (name, own) => {
    const { verdict, lost } = clientNamed(name).load({ file: all, folderName: "tax" });
    expect(lost).toEqual(fields.filter((field) => !own.includes(field)).toSorted());
    expect(verdict).toBe(lost.length === 0 ? "loads" : "loads-with-loss");
  });

  test.each(["claude-api", "quick-validate", "reference"])("%s refuses a seventh key", (name) => {
    expect(clientNamed(name).load({ file: all, folderName: "tax" }).verdict).toBe("rejected");
  });

  test("six fields are kept by the specification, the gates and Claude Code", () => {
    const file = textSource("tax/SKILL.md", source(sixth.map((field) => `${field}: ${values[field] ?? ""}`)));
    for (const name of ["spec", "claude-api", "quick-validate", "reference", "claude-code"]) {
      expect(clientNamed(name).load({ file, folderName: "tax" }), name).toMatchObject({
        verdict: "loads",
        lost: [],
      });
    }
  });
});

describe("the facts that rules read agree with the models", () => {
  test.each(flagIgnorers.filter((name) => name !== "uctoo"))("%s loses the flag that it ignores", (name) => {
    const file = textSource("tax/SKILL.md", source(["disable-model-invocation: true"]));
    expect(clientNamed(name).load({ file, folderName: "tax" }).lost).toEqual(["disable-model-invocation"]);
  });

  test("those that refuse further keys are those that the rule names", () => {
    const file = textSource("tax/SKILL.md", source(["version: one"]));
    const refusing = clients.filter(
      ({ load }) => !load({ file, folderName: "tax" }).verdict.startsWith("loads"),
    );
    expect(new Set(refusing.map(({ name }) => name))).toEqual(sixKeyClients);
  });

  test("those that reserve words are those that the rule names", () => {
    const file = textSource("claude-x/SKILL.md", source([]).replace("tax", "claude-x"));
    const refusing = clients.filter(
      ({ load }) => !load({ file, folderName: "claude-x" }).verdict.startsWith("loads"),
    );
    expect(new Set(refusing.map(({ name }) => name))).toEqual(reservedNameClients);
  });

  test("a client that searches to a depth searches folders that are known", () => {
    for (const [name, { roots, depth }] of Object.entries(reach)) {
      expect(depth).toBeGreaterThan(0);
      const known = scopes[name as ClientName]?.project;
      // The runtime for HarmonyOS has one folder, which is set when it is started.
      if (name !== "uctoo") expect(known, name).toEqual(expect.arrayContaining([...roots]));
    }
  });
});

describe("facts have an age", () => {
  test.each(clients)("$name is dated and sourced", ({ date, sources }) => {
    expect(date).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/);
    expect(sources.length).toBeGreaterThan(0);
  });

  test.each([
    ["2026-08-20", "documented", "2027-02-20"],
    ["2026-08-31", "documented", "2027-02-28"],
    ["2026-02-20", "ran", "2026-11-20"],
    ["2026-12-01", "source", "2027-09-01"],
  ] as const)("%s, %s: until %s", (date, read, until) => {
    expect(staleAfter({ date, read })).toBe(until);
  });

  test("the answer says which facts are due for another look, and only those", async () => {
    const analysis = await check([all], { rules: [], knownTargets: [] });
    const asked = [clientNamed("cursor"), clientNamed("vercel-skills")];
    const text = (today?: string): string =>
      clientsText(reportClients(analysis, asked, { countTokens, today }));
    expect(text("2026-12-01")).toContain("vercel-skills: what is known of it was read on 2026-02-20");
    expect(text("2026-12-01")).not.toContain("cursor: what is known");
    expect(text("2027-02-21")).toContain("cursor: what is known");
    expect(text()).not.toContain("what is known");
  });
});

test("the answer says that a folder has to be trusted where that decides", async () => {
  const analysis = await check([all], { rules: [], knownTargets: [] });
  const text = (name: ClientName): string =>
    clientsText(reportClients(analysis, [clientNamed(name)], { countTokens }));
  expect(text("gemini-cli")).toContain("gemini-cli: loads the skills of a project only in a folder");
  expect(text("codex")).not.toContain("trusted");
});

describe("a client that is asked about by name", () => {
  const ask = async (text: string, ...names: readonly ClientName[]): Promise<readonly Diagnostic[]> => {
    const analysis = await check([textSource("tax/SKILL.md", text)], {
      rules,
      knownTargets: [],
      clients: names,
    });
    const report = reportClients(analysis, names.map(clientNamed), { countTokens });
    const refusals = refusalsOf(report, analysis, analysis.diagnostics);
    return [...analysis.diagnostics, ...refusals].filter(({ severity }) => severity === "error");
  };

  test("and does not load the skill is one error, with the client's reason", async () => {
    const found = await ask(`\ufeff${source([])}`, "reference", "codex", "mux");
    expect(found.map(({ code }) => code)).toEqual(["client/refused", "client/refused"]);
    expect(found[0]?.message).toMatch(/^`reference` rejects this skill: /);
    expect(found[1]?.message).toMatch(/^`codex` rejects this skill: /);
  });

  test("adds nothing where another error says why", async () => {
    const found = await ask(source([], "Use when: asked"), "reference");
    expect(found.map(({ code }) => code)).toEqual(["manifest/unquoted-colon"]);
  });

  test("and loads it is none", async () => {
    expect(await ask(source([]), "claude-code", "reference", "mux")).toEqual([]);
  });
});
