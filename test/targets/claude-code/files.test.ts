import { describe, expect, test } from "vitest";
import { features } from "../../../src/ir/feature.ts";
import type { Skill } from "../../../src/ir/skill.ts";
import type { EmittedFile } from "../../../src/compile.ts";
import { compile } from "../../../src/compile.ts";
import type { Diagnostic } from "../../../src/report/diagnostic.ts";
import type { SourceFile } from "../../../src/report/source.ts";
import { sourceFile, textSource } from "../../../src/report/source.ts";
import { claudeCode } from "../../../targets/claude-code/index.ts";
import { targets } from "../../../targets/index.ts";
import { clients } from "../../../src/clients/index.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../../helpers/corpus.ts";
import { skillWith } from "../../helpers/program.ts";

async function emit(
  files: readonly SourceFile[],
  agent?: string,
): Promise<{ readonly files: readonly EmittedFile[]; readonly notes: readonly Diagnostic[] }> {
  const result = await compile(files, {
    rules: [],
    knownTargets: targets,
    targets: [claudeCode],
    agent: agent === undefined ? undefined : textSource("agent.yml", agent),
  });
  const notes = result.analysis.diagnostics.filter(({ code }) => code.startsWith("target/"));
  return { files: result.files, notes };
}

function restrict(lines: string): SourceFile {
  return textSource(
    "careful/skill.yml",
    `name: careful\ndescription: Asks.\ninterface:\n  restrict:\n${lines.replaceAll(/^/gm, "    ")}\n`,
  );
}

interface Settings {
  readonly permissions: {
    readonly deny: readonly string[];
    readonly ask: readonly string[];
    readonly allow?: unknown;
  };
  readonly hooks: {
    readonly PreToolUse: readonly { readonly hooks: readonly { readonly command: string }[] }[];
  };
}

async function settingsFor(lines: string): Promise<Settings> {
  const { files } = await emit([restrict(lines)]);
  return JSON.parse(files.find(({ path }) => path.endsWith("settings.json"))?.text ?? "") as Settings;
}

describe("permission rules", () => {
  test("deny the tools that a list of allowed tools takes away, and no other", async () => {
    const { permissions } = await settingsFor("allow_tools: [ReadFile, ListFiles, EditFile, Bash]");
    for (const kept of ["Read", "Glob", "Edit", "Bash"]) expect(permissions.deny).not.toContain(kept);
    for (const gone of [
      "Write",
      "Grep",
      "WebFetch",
      "WebSearch",
      "Agent",
      "NotebookEdit",
      "PowerShell",
      "mcp__*",
    ])
      expect(permissions.deny).toContain(gone);
    expect(permissions.ask).toEqual([]);
    expect(permissions.allow).toBeUndefined();
  });

  test("deny the tools above a ceiling", async () => {
    const { permissions } = await settingsFor("effect_ceiling: {io: [fs.read]}");
    for (const kept of ["Read", "Glob", "Grep", "LSP", "Skill"]) expect(permissions.deny).not.toContain(kept);
    for (const gone of ["Write", "Edit", "Bash", "WebFetch", "mcp__*"])
      expect(permissions.deny).toContain(gone);
  });

  test("leave the servers of an MCP tool that is allowed to the hook", async () => {
    const { permissions } = await settingsFor("allow_tools: [ReadFile, github/search]");
    expect(permissions.deny.filter((rule) => rule.startsWith("mcp__"))).toEqual([]);
  });

  test("name commands that a pattern finds for certain", async () => {
    const { permissions } = await settingsFor(
      [
        "deny_patterns:",
        "  - {regex: 'rm\\s+-[a-zA-Z]*[rf]', action: ask, tools: [Bash]}",
        "  - {regex: '(?i)DROP\\s+(TABLE|VIEW)', action: deny}",
        "  - {regex: 'mkfs|dd\\s+.*of=/dev/', action: deny, field: command}",
        "  - {regex: '^curl\\b', action: deny}",
        "  - {regex: '[a-z]+ --force', action: ask}",
        "  - {regex: 'secret', action: deny, field: path}",
        "  - {regex: 'token', action: deny, tools: [ReadFile]}",
        "  - {regex: 'a(b|c)*\\(x\\)', action: deny}",
      ].join("\n"),
    );
    expect(permissions).toEqual({
      deny: ["Bash(dd of=/dev/:*)", "Bash(mkfs:*)"],
      ask: ["Bash(rm -f:*)", "Bash(rm -r:*)"],
    });
  });
});

test("the hook is registered for every tool, and whatever keeps it from running refuses the call", async () => {
  const { hooks } = await settingsFor("effect_ceiling: io");
  expect(hooks).toEqual({
    PreToolUse: [
      {
        matcher: "*",
        hooks: [
          {
            type: "command",
            command: 'node "$CLAUDE_PROJECT_DIR/.claude/hooks/careful.cjs" || exit 2',
            shell: "bash",
            timeout: 30,
            onFailure: "block",
          },
        ],
      },
    ],
  });
});

describe("a skill", () => {
  const written = `---
name: deploy
description: "Deploys: the site."
disable-model-invocation: true
argument-hint: [environment]
model: opus
version: 1.10
hooks:
  Stop:
    - hooks:
        - {type: command, command: ./scripts/stop.sh}
---
Run \${CLAUDE_SKILL_DIR}/scripts/go.sh
`;

  test("keeps the keys that Claude Code acts on at the top, with their kinds of values, and its files", async () => {
    const script = sourceFile({ path: "deploy/scripts/go.sh", bytes: new TextEncoder().encode("echo\n") });
    const { files, notes } = await emit([textSource("deploy/SKILL.md", written), script]);
    expect(files.map(({ path, text, copyOf }) => ({ path, text, copyOf }))).toEqual([
      {
        path: "deploy/.claude/skills/deploy/SKILL.md",
        copyOf: undefined,
        text: `---
name: deploy
description: "Deploys: the site."
metadata:
  version: "1.10"
disable-model-invocation: true
argument-hint: ["environment"]
model: "opus"
hooks: {"Stop":[{"hooks":[{"type":"command","command":"./scripts/stop.sh"}]}]}
---
Run \${CLAUDE_SKILL_DIR}/scripts/go.sh
`,
      },
      { path: "deploy/.claude/skills/deploy/scripts/go.sh", text: "", copyOf: "deploy/scripts/go.sh" },
    ]);
    expect(notes).toEqual([]);
    const model = clients.find(({ name }) => name === "claude-code");
    const file = textSource("deploy/SKILL.md", files[0]?.text ?? "");
    expect(model?.load({ file, folderName: "deploy" })).toMatchObject({ verdict: "loads", lost: [] });
  });

  test("with another name than a folder may have is renamed, and says so", async () => {
    const { files, notes } = await emit([textSource("a/skill.yml", "name: My_Skill\nprompt: Do it.\n")]);
    expect(files[0]?.path).toMatch(/^My_Skill\/\.claude\/skills\/my-skill-[0-9a-f]{8}\/SKILL\.md$/);
    expect(notes.map(({ code }) => code)).toEqual(["target/claude-code-renamed"]);
    expect(files[0]?.text).not.toContain("description");
  });

  test("of an agent stands beside the others, under what all restricts take away", async () => {
    const skill = textSource("grade/skill.yml", "name: grade\ndescription: Grades.\nprompt: Grade it.\n");
    const { files, notes } = await emit(
      [skill, restrict("allow_tools: [ReadFile]")],
      "name: assistant\nsystemPrompt: You help.\nskills: [grade, {restrict: careful}]\n",
    );
    expect(files.map(({ path }) => path).filter((path) => path.startsWith("assistant/"))).toEqual([
      "assistant/.claude/hooks/assistant.cjs",
      "assistant/.claude/settings.json",
      "assistant/.claude/skills/grade/SKILL.md",
    ]);
    expect(notes.map(({ code }) => code)).toEqual(["target/claude-code-no-agent"]);
  });
});

test("a tool that Claude Code does not have is named", async () => {
  const { notes } = await emit([
    restrict("allow_tools: [ReadFile, KBSearch]\ndeny_patterns: [{regex: x, action: ask, tools: [OCR]}]"),
  ]);
  expect(notes.map(({ code, message }) => [code, /`(\w+)`/.exec(message)?.[1]])).toEqual([
    ["target/claude-code-unknown-tool", "KBSearch"],
    ["target/claude-code-unknown-tool", "OCR"],
  ]);
});

test("every feature has its answer, with a reason where it is not full", () => {
  expect(Object.keys(claudeCode.supports).toSorted()).toEqual([...features].toSorted());
  for (const support of Object.values(claudeCode.supports)) {
    if (support.level !== "full") expect(support.because).toMatch(/^[A-Za-z].*[^.]$/);
  }
});

test("each field is carried, or the reason says why not", () => {
  const skill = skillWith();
  const restrictSkill = skillWith({ kind: "restrict" });
  const fields: readonly (readonly [field: string, ofSkill: boolean, ofRestrict: boolean])[] = [
    ["name", true, true],
    ["description", true, true],
    ["version", true, true],
    ["prompt", true, false],
    ["metadata.owner", true, false],
    ["allowed-tools", true, false],
    ["hooks", true, false],
    ["./scripts/go.sh", true, false],
    ["requires.tools", true, false],
    ["input_schema", true, false],
    ["steps[0].prompt", true, false],
    ["steps[0].guard.predicate", false, false],
    ["steps.0.requires.tools", false, false],
    ["interface.guard.predicate", false, false],
    ["interface.input_type", false, false],
    ["interface.cost_hint.tokens", false, false],
    ["interface.restrict.allow_tools", false, true],
    ["interface.restrict.deny_patterns[0].regex", false, true],
  ];
  const isCarried = (field: string, of: Skill): boolean => {
    const answer = claudeCode.carries?.(field, of);
    if (answer !== true) expect(answer).toMatch(/^[a-zA-Z].*[^.]$/);
    return answer === true;
  };
  expect(fields.map(([field]) => [field, isCarried(field, skill), isCarried(field, restrictSkill)])).toEqual(
    fields,
  );
});

describe.skipIf(!hasCorpus)(`the corpus${unlessCorpus}`, () => {
  test("is emitted alike in any order, and Claude Code reads what the source says", async () => {
    const skills = corpusSkills().filter((_, i) => i % 5 === 0);
    const files = skills.flatMap((skill) => skill.files);
    const forwards = await emit(files);
    expect(await emit(files.toReversed())).toEqual(forwards);
    const manifests = forwards.files.filter(({ path }) => path.endsWith("/SKILL.md"));
    expect(manifests.length).toBeGreaterThan(200);
    expect(new Set(forwards.files.map(({ path }) => path)).size).toBe(forwards.files.length);
    const model = clients.find(({ name }) => name === "claude-code");
    for (const { path, text } of manifests) {
      const folderName = path.split("/").at(-2) ?? "";
      const verdict = model?.load({ file: textSource(path, text), folderName });
      expect([path, verdict?.name, verdict?.lenient]).toEqual([path, folderName, false]);
    }
  }, 120_000);
});
