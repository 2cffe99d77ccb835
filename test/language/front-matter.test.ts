import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import type { Client } from "../../src/clients/client.ts";
import { clients } from "../../src/clients/index.ts";
import { jsYaml3, jsYaml4 } from "../../src/clients/yaml/jsyaml.ts";
import { pyYaml } from "../../src/clients/yaml/pyyaml.ts";
import type { Dialect } from "../../src/clients/yaml/reading.ts";
import { serdeYaml } from "../../src/clients/yaml/serde.ts";
import { strictYaml } from "../../src/clients/yaml/strictyaml.ts";
import { vscodeYaml } from "../../src/clients/yaml/vscode.ts";
import { yaml2 } from "../../src/clients/yaml/yaml2.ts";
import type { FrontMatterFields } from "../../src/language/front-matter.ts";
import { frontMatterText } from "../../src/language/front-matter.ts";
import { yamlText } from "../../src/language/yaml.ts";
import { sourceFile } from "../../src/report/source.ts";

const runs = { seed: 42, numRuns: Number(process.env["FC_RUNS"] ?? 200) };

// What some reader takes for something else: indicators, YAML 1.1 words, numbers, dates, fences, quotes, separators.
const piece = fc.constantFrom(
  ..."- ---|\n---\n|: | #|\"|'|\\|\\n|[|]|{|}|,|&a|*a|!t|>-|%|@|`|?|...|\n|\r\n|\t|  |yes|No|on|null|~|true".split(
    "|",
  ),
  ..."1.10|0x1F|0755|1_000|1e5|.inf|12:30|2024-01-01|=|<<|\u0085|\u2028|\u2029|\u00a0|\ufeff|\u200d|\u0000|\u0007".split(
    "|",
  ),
  ..."\u007f|é|建议|\u{1f642}|\u{e0041}|\u{10fffd}|\u00ad|\ue000|\u3000|word|use this when".split("|"),
);
const hostile = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join("")),
  fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(" ")),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 60 }).map((text) => text.toWellFormed()),
  fc.constant("long ".repeat(2000)),
);
const slug = fc
  .array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join("-"))
  .filter((name) => !/anthropic|claude/.test(name));
const key = fc.oneof(
  fc.stringMatching(/^[a-z][a-z-]{0,10}$/),
  hostile.filter((text) => text.length < 60),
);

const anyFields: fc.Arbitrary<FrontMatterFields> = fc.record(
  {
    name: slug,
    description: hostile,
    license: hostile,
    compatibility: hostile,
    metadata: fc.array(fc.tuple(key, hostile), { maxLength: 4 }).map((entries) => new Map(entries)),
    allowedTools: hostile,
  },
  { requiredKeys: ["name", "description"] },
);

function yamlOf(text: string): string {
  expect(text.startsWith("---\n") && text.endsWith("\n---\n")).toBe(true);
  return text.slice(4, -4);
}

function expected(fields: FrontMatterFields): ReadonlyMap<string, unknown> {
  const { name, description, license, compatibility, metadata, allowedTools } = fields;
  const entries: [string, unknown][] = [
    ["name", name],
    ["description", description],
    ["license", license],
    ["compatibility", compatibility],
    ["metadata", metadata?.size === 0 ? undefined : metadata],
    ["allowed-tools", allowedTools],
  ];
  return new Map(entries.filter(([, value]) => value !== undefined));
}

describe("front matter in the portable form", () => {
  test("is written in the order of the format, as texts on one line", () => {
    expect(
      frontMatterText({
        name: "tax-helper",
        description: "Audits bills: finds wrong totals # and dates.",
        license: "MIT",
        compatibility: "Requires jq",
        metadata: new Map([
          ["version", "1.10"],
          ["acme-needs", '{"bins":["jq"]}'],
          ["y", "it's"],
        ]),
        allowedTools: "Bash(git:*) Read",
      }),
    ).toBe(`---
name: tax-helper
description: "Audits bills: finds wrong totals # and dates."
license: "MIT"
compatibility: "Requires jq"
metadata:
  version: "1.10"
  acme-needs: '{"bins":["jq"]}'
  "y": "it's"
allowed-tools: "Bash(git:*) Read"
---
`);
  });

  test("a name that YAML reads as something else is quoted", () => {
    expect(frontMatterText({ name: "on", description: "D" })).toContain('name: "on"\n');
    expect(frontMatterText({ name: "123", description: "D" })).toContain('name: "123"\n');
  });

  const dialects: Readonly<Record<string, Dialect>> = {
    "yaml 2": yaml2,
    "js-yaml 4": jsYaml4,
    "js-yaml 3": jsYaml3,
    PyYAML: pyYaml,
    strictyaml: strictYaml,
    serde_yaml: (text) => serdeYaml(text, ["name", "description"]),
  };

  test.each(Object.entries(dialects))("has the same values for %s", (_, dialect) => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const reading = dialect(yamlOf(frontMatterText(fields)));
        expect(reading).toEqual({ kind: "fields", fields: expected(fields) });
      }),
      runs,
    );
  });

  test("has the same top-level texts for the subset of VS Code", () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const reading = vscodeYaml(yamlOf(frontMatterText(fields)));
        if (reading.kind !== "fields") throw new Error("no fields");
        for (const [name, value] of expected(fields)) {
          if (name !== "metadata") expect(reading.fields.get(name), name).toBe(value);
        }
      }),
      runs,
    );
  });

  test("has no line but its own, and no fence inside a value", () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const yaml = yamlOf(frontMatterText(fields));
        const lines = expected(fields).size + (fields.metadata?.size ?? 0);
        expect(yaml.split(/\r\n|[\n\r\u0085\u2028\u2029]/)).toHaveLength(lines + 1);
        expect(yaml).not.toContain("---");
      }),
      runs,
    );
  });

  test("stays as it is in Prettier", async () => {
    await fc.assert(
      fc.asyncProperty(anyFields, async (fields) => {
        const text = `${frontMatterText(fields)}\nDo it.\n`;
        expect(await format(text, { parser: "markdown" })).toBe(text);
      }),
      { ...runs, numRuns: Math.min(runs.numRuns, 300) },
    );
  });

  test("is read alike by PyYAML itself", (context) => {
    const samples = fc.sample(anyFields, runs);
    const script =
      "import json, sys, yaml\nprint(json.dumps([yaml.safe_load(s) for s in json.load(sys.stdin)]))";
    const run = spawnSync("python3", ["-c", script], {
      input: JSON.stringify(samples.map((fields) => yamlOf(frontMatterText(fields)))),
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (run.error !== undefined || run.stderr.includes("No module named 'yaml'")) {
      context.skip("PyYAML is not installed");
    }
    expect(run.stderr).toBe("");
    const plain = samples.map((fields) =>
      Object.fromEntries(
        [...expected(fields)].map(([name, value]) => [
          name,
          value instanceof Map ? Object.fromEntries(value) : value,
        ]),
      ),
    );
    expect(JSON.parse(run.stdout)).toEqual(plain);
  });
});

describe("a skill in the portable form", () => {
  // Within the limits of every client: 1,024 bytes, no angle brackets, nothing to trim, not blank.
  const description = hostile
    .map((text) => text.replaceAll(/[<>]/g, "").slice(0, 200).toWellFormed())
    .map((text) => `A${text}z`);
  const bracketed = description.map((text) => `[${text}`);

  /** Codex puts one space for each run of white space, however it is written. */
  function expectText({ name }: Client, found: string | undefined, wanted: string): void {
    const shaped = (text: string): string => (name === "codex" ? text.replaceAll(/[\s\u0085]+/g, " ") : text);
    expect(shaped(found ?? ""), name).toBe(shaped(wanted));
  }

  test.each(clients.map((client) => [client.name, client] as const))("loads whole in %s", (_, client) => {
    fc.assert(
      fc.property(slug, fc.oneof(description, bracketed), (name, text) => {
        const bytes = new TextEncoder().encode(`${frontMatterText({ name, description: text })}\nDo it.\n`);
        const file = sourceFile({ path: `skills/${name}/SKILL.md`, bytes });
        const verdict = client.load({ file, folderName: name });
        expect(verdict).toMatchObject({ verdict: "loads", name, lost: [] });
        expectText(client, verdict.description, text);
      }),
      { ...runs, numRuns: Math.min(runs.numRuns, 2000) },
    );
  });

  test("keeps its name and description with every other field beside them", () => {
    fc.assert(
      fc.property(anyFields, description, (fields, text) => {
        const short = { ...fields, license: "MIT", compatibility: "Requires jq", description: text };
        const file = sourceFile({
          path: `skills/${fields.name}/SKILL.md`,
          bytes: new TextEncoder().encode(frontMatterText(short)),
        });
        for (const client of clients) {
          const verdict = client.load({ file, folderName: fields.name });
          expect(verdict, client.name).toMatchObject({ name: fields.name, lenient: false });
          expectText(client, verdict.description, text);
        }
      }),
      runs,
    );
  });
});

describe("yamlText", () => {
  test("takes the quotes that Prettier leaves", () => {
    expect(yamlText('say "x"')).toBe(`'say "x"'`);
    expect(yamlText(`it's "x"`)).toBe(`'it''s "x"'`);
    expect(yamlText('a\\b "x"')).toBe('"a\\\\b \\"x\\""');
    expect(yamlText("it's")).toBe(`"it's"`);
  });

  test("writes no fence and no lone surrogate", () => {
    expect(yamlText("a --- b")).toBe(String.raw`"a --\x2d b"`);
    expect(yamlText("a\ud800")).toBe('"a\ufffd"');
  });

  test("hides a leading bracket from readers of lines where it would show escapes", () => {
    expect(yamlText("[x]")).toBe('"[x]"');
    expect(yamlText("[x]\n")).toBe(String.raw`"\x5bx]\n"`);
  });
});
