import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compile.ts";
import type { EmittedFile } from "../../../src/compile.ts";
import { clients } from "../../../src/clients/index.ts";
import { features } from "../../../src/ir/feature.ts";
import { compareText } from "../../../src/report/diagnostic.ts";
import type { Diagnostic } from "../../../src/report/diagnostic.ts";
import type { SourceFile } from "../../../src/report/source.ts";
import { sourceFile, textSource } from "../../../src/report/source.ts";
import { targets } from "../../../targets/index.ts";
import { agentSkills } from "../../../targets/agent-skills/index.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../../helpers/corpus.ts";

interface Compiled {
  readonly files: readonly EmittedFile[];
  readonly notes: readonly Diagnostic[];
}

async function emit(files: readonly SourceFile[], agent?: SourceFile): Promise<Compiled> {
  const result = await compile(files, { rules: [], knownTargets: targets, targets: [agentSkills], agent });
  const notes = result.analysis.diagnostics.filter(({ code }) => code.startsWith("target/"));
  return { files: result.files, notes };
}

async function textFor(path: string, text: string): Promise<string> {
  const { files } = await emit([textSource(path, text)]);
  return files[0]?.text ?? "";
}

describe("a SKILL.md", () => {
  test("comes out in the portable form, the body byte for byte", async () => {
    const body = "\r\n# Title\r\nRead --- this.\u2028 \t\n\n";
    const written = `---\nname: tax-helper\ndescription: >-\n  Audits bills:\n  finds totals.\nlicense: MIT\ncompatibility: Needs jq\nallowed-tools: [Read, "Bash(git log:*)"]\nmetadata: {version: 1.10}\n---\n${body}`;
    expect(await emit([textSource("tax-helper/SKILL.md", written)])).toEqual({
      files: [
        {
          target: "agent-skills",
          skill: "tax-helper",
          path: "tax-helper/SKILL.md",
          layout: "verbatim",
          text: `---
name: tax-helper
description: "Audits bills: finds totals."
license: "MIT"
compatibility: "Needs jq"
metadata:
  version: "1.10"
allowed-tools: "Read Bash(git log:*)"
---
${body}`,
        },
      ],
      notes: [],
    });
  });

  test("has the grants of a text with commas apart, patterns whole", async () => {
    const text = "---\nname: a\ndescription: D\nallowed-tools: Read, Bash(git log, x:*),Write\n---\n";
    expect(await textFor("a/SKILL.md", text)).toContain('allowed-tools: "Read Bash(git log, x:*) Write"\n');
  });

  test("keeps what the format's own keys hold in another form", async () => {
    const text =
      "---\nname: a\ndescription: D\nlicense: [MIT, {or: ISC}]\nallowed-tools: {Bash: [git]}\n---\n";
    const { files, notes } = await emit([textSource("a/SKILL.md", text)]);
    expect(files[0]?.text).toContain(`license: '["MIT",{"or":"ISC"}]'
metadata:
  allowed-tools: '{"Bash":["git"]}'
---
`);
    expect(notes.map(({ code }) => code).toSorted(compareText)).toEqual([
      "target/agent-skills-moved",
      "target/agent-skills-nested",
    ]);
  });

  test("keeps other keys under metadata, and says so", async () => {
    const text =
      "---\nname: a\ndescription: D\nversion: 1.10\ntags: [x, 1.50]\nempty:\ndisable-model-invocation: true\nmetadata:\n  version: 2\n  openclaw: {requires: {bins: [jq]}}\n  more: [1]\n---\nUse {baseDir} and ${CLAUDE_SKILL_DIR}, ${CLAUDE_SKILL_DIR}.\n";
    const file = textSource("a/SKILL.md", text);
    const { files, notes } = await emit([file]);
    expect(files[0]?.text).toContain(`metadata:
  version: "2"
  openclaw: '{"requires":{"bins":["jq"]}}'
  more: "[1]"
  top-version: "1.10"
  tags: '["x",1.50]'
  disable-model-invocation: "true"
---
`);
    const told = notes.map(({ code, severity, span: { start, end } }) => [
      code,
      severity,
      text.slice(start, end),
    ]);
    expect(told.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ["target/agent-skills-client-key", "warning", "true"],
      ["target/agent-skills-client-text", "warning", "${CLAUDE_SKILL_DIR}"],
      ["target/agent-skills-client-text", "warning", "{baseDir}"],
      ["target/agent-skills-moved", "info", "1.10"],
      ["target/agent-skills-nested", "info", "[1]"],
      ["target/agent-skills-nested", "warning", "{requires: {bins: [jq]}}"],
    ]);
    expect(notes.find(({ code }) => code === "target/agent-skills-client-key")?.message).toContain(
      "Claude Code, VS Code, Cursor, OpenClaw, pi and Mux no longer act on it",
    );
  });

  test("brings its files along, and no second SKILL.md", async () => {
    const skill = "---\nname: a\ndescription: D\n---\nRead templates/x.hbs.\n";
    const files = [
      textSource("s/a/SKILL.md", skill),
      textSource("s/a/skill.yml", "requires: {tools: [Read]}\n"),
      textSource("s/a/templates/x.hbs", "{{x}}"),
      textSource("s/a/inner/SKILL.md", skill.replace("name: a", "name: inner")),
      sourceFile({ path: "s/a/gone.md", kind: "link" }),
    ];
    const emitted = (await emit(files)).files.map(({ path, copyOf }) => [path, copyOf]);
    expect(emitted).toEqual([
      ["a/SKILL.md", undefined],
      ["a/templates/x.hbs", "s/a/templates/x.hbs"],
      ["inner/SKILL.md", undefined],
    ]);
  });
});

describe("a skill.yml", () => {
  const contract = `name: grader
description: Grades essays.
version: 0.2.0
prompt: {action: "Grade.", purpose: "Learn.\\n", expectation: "JSON."}
requires: {tools: [Read], mcp_scopes: [kb/search]}
input_schema: {type: object}
errors: [{code: E1}]
metadata: {owner: docs, status: beta}
steps: [{name: "first\\nstep", prompt: Do it.}]
`;

  test("becomes sections, and its contract JSON under metadata", async () => {
    expect(await textFor("grader/skill.yml", contract)).toBe(`---
name: grader
description: "Grades essays."
metadata:
  owner: "docs"
  status: "beta"
  version: "0.2.0"
  skillc-requires: '{"tools":["Read"],"mcp_scopes":["kb/search"]}'
  skillc-input-schema: '{"type":"object"}'
  skillc-errors: '[{"code":"E1"}]'
---
## Action

Grade.

## Purpose

Learn.

## Expectation

JSON.

## 1. first step

Do it.
`);
  });

  test("without a description, or with a name of another form", async () => {
    const none = await emit([textSource("a/skill.yml", "name: a\nprompt: Do it.\n")]);
    expect(none.files).toEqual([]);
    expect(none.notes.map(({ code }) => code)).toEqual([
      "target/agent-skills-no-description",
      "target/not-carried",
    ]);
    const other = await emit([
      textSource("a/skill.yml", "name: Tax Helper\ndescription: D\nprompt: Do it.\n"),
    ]);
    const [file] = other.files;
    expect(file?.path).toMatch(/^tax-helper-[0-9a-f]{8}\/SKILL\.md$/);
    expect(file?.text).toContain(`name: ${file?.path.split("/")[0] ?? ""}\n`);
    expect(other.notes.map(({ code }) => code)).toEqual([
      "target/agent-skills-renamed",
      "target/not-carried",
    ]);
  });
});

test("two names that look alike stay two", async () => {
  const named = (folder: string, name: string): SourceFile =>
    textSource(`${folder}/skill.yml`, `name: ${name}\ndescription: D\nprompt: Do it.\n`);
  const names = [named("a", "tax_helper"), named("b", "Tax Helper"), named("c", "tax-helper")];
  expect(new Set((await emit(names)).files.map(({ path }) => path)).size).toBe(3);
  const { files, notes } = await emit([named("a", "tax-helper"), named("b", "tax-helper")]);
  expect(new Set(files.map(({ path }) => path)).size).toBe(2);
  for (const { path } of files) expect(path).toMatch(/^tax-helper-[0-9a-f]{8}\/SKILL\.md$/);
  expect(notes.map(({ message }) => message.endsWith("because another skill has the same name."))).toEqual([
    true,
    true,
  ]);
});

test("a restrict is left out, and an agent with skills adds nothing", async () => {
  const careful = textSource(
    "careful/skill.yml",
    "name: careful\ndescription: D\ninterface: {restrict: {effect_ceiling: io}}\n",
  );
  const a = textSource("a/SKILL.md", "---\nname: a\ndescription: D\n---\nDo it.\n");
  const agent = textSource("agent.yml", "name: assistant\nsystemPrompt: Help.\nskills: [a]\n");
  expect((await emit([careful, a], agent)).files.map(({ path }) => path)).toEqual(["a/SKILL.md"]);
});

test("every feature has its answer, with a reason where it is not full", () => {
  expect(Object.keys(agentSkills.supports).toSorted()).toEqual([...features].toSorted());
  for (const support of Object.values(agentSkills.supports)) {
    if (support.level !== "full") expect(support.because).toMatch(/^[a-z].*[^.]$/);
  }
});

describe.skipIf(!hasCorpus)(`the corpus${unlessCorpus}`, () => {
  test("is emitted alike in any order, and every client takes the folder for its name", async () => {
    const files = corpusSkills().flatMap((skill) => skill.files);
    const forwards = await emit(files);
    const backwards = await emit(files.toReversed());
    expect(backwards).toEqual(forwards);
    const all = forwards.files.filter(({ path }) => path.endsWith("/SKILL.md"));
    expect(all.length).toBeGreaterThan(1000);
    const manifests = all.filter((_, i) => i % 4 === 0);
    expect(new Set(forwards.files.map(({ path }) => path)).size).toBe(forwards.files.length);
    const refused = new Map<string, number>();
    for (const { path, text } of manifests) {
      const [folder = ""] = path.split("/");
      for (const client of clients) {
        const { name, lenient } = client.load({ file: textSource(path, text), folderName: folder });
        if (name === folder && !lenient) continue;
        refused.set(client.name, (refused.get(client.name) ?? 0) + 1);
      }
    }
    // What is refused is refused for its values: brackets, too long a text, a word that one vendor keeps for itself.
    for (const [name, count] of refused) expect(count / manifests.length, name).toBeLessThan(0.1);
  }, 120_000);
});
