import { describe, expect, test } from "vitest";
import type { ClientName, ClientVerdict } from "../../src/clients/client.ts";
import { clients } from "../../src/clients/index.ts";
import { sourceFile } from "../../src/report/source.ts";
import type { SourceKind } from "../../src/report/source.ts";

interface Given {
  readonly file?: string;
  readonly folder?: string;
  readonly kind?: SourceKind;
}

function load(name: ClientName, text: string | Uint8Array, given: Given = {}): ClientVerdict {
  const client = clients.find((one) => one.name === name);
  if (client === undefined) throw new Error(`no client ${name}`);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const folderName = given.folder ?? "a-b";
  const path = `skills/${folderName}/${given.file ?? "SKILL.md"}`;
  const file = sourceFile({ path, ...(given.kind === undefined ? { bytes } : { kind: given.kind }) });
  return client.load({ file, folderName });
}

const skill = (...lines: readonly string[]): string => `---\n${lines.join("\n")}\n---\nBody\n`;
const plain = skill("name: a-b", "description: D");

const names: readonly ClientName[] = clients.map(({ name }) => name);

describe("every client", () => {
  test("is there once, dated and sourced", () => {
    expect(names).toEqual([
      "spec",
      "reference",
      "quick-validate",
      "claude-code",
      "claude-api",
      "codex",
      "gemini-cli",
      "vscode",
      "cursor",
      "opencode",
      "goose",
      "openclaw",
      "roo",
      "pi",
      "mux",
      "vibe",
      "uctoo",
      "vercel-skills",
    ]);
    for (const { date, sources, title } of clients) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(sources.length).toBeGreaterThan(0);
      expect(title).not.toBe("");
    }
  });

  test.each(names)("%s loads a plain skill whole", (name) => {
    expect(load(name, plain)).toEqual({
      verdict: "loads",
      silent: false,
      name: "a-b",
      description: "D",
      lost: [],
      lenient: false,
      reason: "The client reads every field.",
    });
  });

  test.each(names)("%s reads the portable form alike", (name) => {
    const portable = skill(
      "name: a-b",
      'description: "Audits bills: finds wrong totals # and dates."',
      'license: "MIT"',
      'compatibility: "Requires jq"',
      "metadata:",
      '  version: "1.10"',
      'allowed-tools: "Bash(git:*) Read"',
    );
    const verdict = load(name, portable);
    expect(verdict.verdict).toMatch(/^loads/);
    expect(verdict.lenient).toBe(false);
    expect([verdict.name, verdict.description]).toEqual([
      "a-b",
      "Audits bills: finds wrong totals # and dates.",
    ]);
  });

  test.each(names)(
    "%s refuses a folder, a dangling link and an unreadable file of the right name",
    (name) => {
      for (const kind of ["directory", "link", "unreadable"] as const) {
        expect(load(name, "", { kind }).verdict).toMatch(/^(?:dropped|rejected|crashes)$/);
      }
    },
  );
});

/** Facts of section 2 of the client study, one row a fact. */
const facts: readonly (readonly [
  fact: string,
  client: ClientName,
  text: string,
  Given,
  Partial<ClientVerdict>,
])[] = [
  [
    "a seventh key is an error",
    "claude-api",
    skill("name: a-b", "description: D", "version: '1'"),
    {},
    { verdict: "rejected" },
  ],
  [
    "reserved words are an error",
    "claude-api",
    skill("name: claude-x", "description: D"),
    { folder: "claude-x" },
    { verdict: "rejected" },
  ],
  [
    "angle brackets are an error",
    "claude-api",
    skill("name: a-b", "description: a <b>"),
    {},
    { verdict: "rejected" },
  ],
  ["the folder may differ", "claude-api", plain, { folder: "zz" }, { verdict: "loads" }],
  ["the specification wants the folder's name", "spec", plain, { folder: "zz" }, { verdict: "rejected" }],
  [
    "the specification wants text in metadata",
    "spec",
    skill("name: a-b", "description: D", "metadata:", "  v: 1.0"),
    {},
    { verdict: "rejected" },
  ],
  ["the specification wants `SKILL.md`", "spec", plain, { file: "skill.md" }, { verdict: "rejected" }],
  [
    "unreadable YAML loads the body alone",
    "claude-code",
    skill("name: a-b", "description: x: y"),
    {},
    { verdict: "loads-with-loss", lost: ["description", "name"], name: "a-b", description: "Body" },
  ],
  ["a byte order mark is taken off", "claude-code", `\uFEFF${plain}`, {}, { verdict: "loads" }],
  [
    "more than twenty keys are kept",
    "claude-code",
    skill("name: a-b", "description: D", "context: fork", "hooks: {}"),
    {},
    { verdict: "loads", lost: [] },
  ],
  [
    "an unknown key is passed over",
    "claude-code",
    skill("name: a-b", "description: D", "version: 1"),
    {},
    { verdict: "loads-with-loss", lost: ["version"], silent: true },
  ],
  [
    "the folder's name serves without a name",
    "codex",
    skill("description: D"),
    {},
    { verdict: "loads", name: "a-b" },
  ],
  [
    "white space becomes one line",
    "codex",
    skill("name: a-b", 'description: "a\\n  b"'),
    {},
    { verdict: "loads", description: "a b" },
  ],
  [
    "1,025 characters are refused aloud",
    "codex",
    skill("name: a-b", `description: ${"x".repeat(1025)}`),
    {},
    { verdict: "rejected", silent: false },
  ],
  [
    "a number is text",
    "codex",
    skill("name: 123", "description: D"),
    { folder: "123" },
    { verdict: "loads", name: "123" },
  ],
  [
    "metadata that is text is refused",
    "codex",
    skill("name: a-b", "description: D", "metadata: x"),
    {},
    { verdict: "rejected" },
  ],
  [
    "an unquoted colon is refused",
    "codex",
    skill("name: a-b", "description: x: y"),
    {},
    { verdict: "rejected" },
  ],
  [
    "a nested description is caught by the lines",
    "gemini-cli",
    skill("name: a-b", "metadata:", "  description: inner"),
    {},
    { verdict: "loads-with-loss", description: "inner", lenient: true },
  ],
  [
    "a strange character in a name becomes a hyphen",
    "gemini-cli",
    skill("name: x:y", "description: D"),
    {},
    { name: "x-y", lost: ["name"] },
  ],
  [
    "allowed-tools are not read",
    "gemini-cli",
    skill("name: a-b", "description: D", "allowed-tools: Read"),
    {},
    { verdict: "loads-with-loss", lost: ["allowed-tools"] },
  ],
  [
    "tags are taken out",
    "vscode",
    skill("name: a-b", "description: Use <b>it</b>"),
    {},
    { description: "Use it", lost: ["description"] },
  ],
  [
    "long text is cut",
    "vscode",
    skill("name: a-b", `description: ${"x".repeat(1100)}`),
    {},
    { verdict: "loads-with-loss", description: "x".repeat(1024) },
  ],
  [
    "an unclosed header runs to the end",
    "vscode",
    "---\nname: a-b\ndescription: D\n",
    {},
    { verdict: "loads" },
  ],
  [
    "a block value is read",
    "vscode",
    skill("name: a-b", "description: >-", "  one", "  two"),
    {},
    { description: "one two" },
  ],
  [
    "an unquoted colon makes a mapping",
    "vscode",
    skill("name: a-b", "description: x: y"),
    {},
    { verdict: "dropped" },
  ],
  [
    "an unreadable file raises an event",
    "opencode",
    skill("name: a-b", "description: [x] y"),
    {},
    { verdict: "dropped", silent: false },
  ],
  [
    "a wrong type is dropped in silence",
    "opencode",
    skill("name: a-b", "description: 42"),
    {},
    { verdict: "dropped", silent: true },
  ],
  [
    "a hyphenated key with a colon stays unreadable",
    "opencode",
    skill("name: a-b", "description: D", "allowed-tools: x: y"),
    {},
    { verdict: "dropped" },
  ],
  ["text before the fence is passed over", "goose", `<!-- x -->\n${plain}`, {}, { verdict: "loads" }],
  [
    "`---` inside a value cuts it",
    "goose",
    skill("name: a-b", "description: x --- y"),
    {},
    { verdict: "loads-with-loss", description: "x", lost: ["description"] },
  ],
  ["a description may be missing", "goose", skill("name: a-b"), {}, { verdict: "loads", description: "" }],
  [
    "a name with a slash is dropped",
    "goose",
    skill("name: x/y", "description: D"),
    {},
    { verdict: "dropped" },
  ],
  [
    "lines help out",
    "openclaw",
    skill("name: a-b", "description: x: y"),
    {},
    { verdict: "loads-with-loss", description: "x: y", lenient: true },
  ],
  [
    "a number becomes text",
    "openclaw",
    skill("name: a-b", "description: 42"),
    {},
    { verdict: "loads", description: "42" },
  ],
  ["the name must be the folder's", "roo", plain, { folder: "zz" }, { verdict: "dropped", silent: true }],
  ["the name must be the folder's", "mux", plain, { folder: "zz" }, { verdict: "rejected" }],
  [
    "a quoted flag is refused",
    "mux",
    skill("name: a-b", "description: D", 'disable-model-invocation: "true"'),
    {},
    { verdict: "rejected" },
  ],
  [
    "a quoted flag is passed over",
    "pi",
    skill("name: a-b", "description: D", 'disable-model-invocation: "true"'),
    {},
    { verdict: "loads-with-loss", lost: ["disable-model-invocation"] },
  ],
  ["blank lines may come first", "pi", `\n\n${plain}`, {}, { verdict: "loads" }],
  [
    "a missing description is refused aloud",
    "pi",
    skill("name: a-b"),
    {},
    { verdict: "rejected", silent: false },
  ],
  ["blank lines may come first", "vibe", `\n\n${plain}`, {}, { verdict: "loads" }],
  ["four hyphens are a fence", "vibe", "----\nname: a-b\ndescription: D\n-----\nB", {}, { verdict: "loads" }],
  [
    "repeated keys: the last wins",
    "vibe",
    skill("name: a-b", "description: D", "description: E"),
    {},
    { description: "E" },
  ],
  ["a missing name has a default", "uctoo", skill("description: D"), {}, { name: "default-name" }],
  ["fences may stand anywhere", "uctoo", `# Title\n${plain}`, {}, { verdict: "loads" }],
  [
    "a limit in bytes",
    "uctoo",
    skill("name: a-b", `description: ${"é".repeat(600)}`),
    {},
    { verdict: "dropped" },
  ],
  [
    "front matter in JavaScript is not read",
    "vercel-skills",
    "---js\n({name: 'a'})\n---\n",
    {},
    { verdict: "dropped" },
  ],
  [
    "front matter in JSON is read",
    "vercel-skills",
    '---json\n{"name": "a-b", "description": "D"}\n---\n',
    {},
    { verdict: "loads" },
  ],
  [
    "`---` inside a value cuts it",
    "reference",
    skill("name: a-b", "description: Before --- after", "license: MIT"),
    {},
    { verdict: "loads-with-loss", description: "Before", lost: ["description", "license"] },
  ],
  [
    "an impossible date crashes",
    "quick-validate",
    skill("name: a-b", "description: D", "metadata: 2024-13-45"),
    {},
    { verdict: "crashes" },
  ],
];

describe("facts", () => {
  test.each(facts)("%s (%s)", (_, name, text, given, expected) => {
    expect(load(name, text, given)).toMatchObject(expected);
  });
});

describe("bytes that are not UTF-8", () => {
  const bytes = new Uint8Array([
    ...new TextEncoder().encode("---\nname: a-b\ndescription: caf"),
    0xe9,
    0x0a,
    0x2d,
    0x2d,
    0x2d,
    0x0a,
  ]);

  test("stop Python and Rust, and become U+FFFD in Node", () => {
    expect(load("reference", bytes).verdict).toBe("crashes");
    expect(load("codex", bytes).verdict).toBe("rejected");
    expect(load("pi", bytes)).toMatchObject({ verdict: "loads", description: "caf\uFFFD" });
  });
});
