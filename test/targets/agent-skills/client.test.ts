import { describe, expect, test } from "vitest";
import { clientForm } from "../../../src/cli/client-forms.ts";
import { clients } from "../../../src/clients/index.ts";
import type { EmittedFile } from "../../../src/compile.ts";
import { compile } from "../../../src/compile.ts";
import type { Diagnostic } from "../../../src/report/diagnostic.ts";
import type { SourceFile } from "../../../src/report/source.ts";
import { sourceFile, textSource } from "../../../src/report/source.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Target } from "../../../src/target/target.ts";
import { agentSkills } from "../../../targets/agent-skills/index.ts";
import { targets } from "../../../targets/index.ts";
import { skillc } from "../../helpers/command.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../../helpers/corpus.ts";

function formFor(name: string): Target {
  const client = clients.find((one) => one.name === name);
  if (client === undefined || agentSkills.forClient === undefined) throw new Error(name);
  return agentSkills.forClient(clientForm(client));
}

async function emit(
  name: string,
  files: readonly SourceFile[],
): Promise<{ readonly files: readonly EmittedFile[]; readonly notes: readonly Diagnostic[] }> {
  const result = await compile(files, { rules: [], knownTargets: targets, targets: [formFor(name)] });
  return {
    files: result.files,
    notes: result.analysis.diagnostics.filter(({ code }) => code.startsWith("target/")),
  };
}

const codes = (notes: readonly Diagnostic[]): readonly string[] => notes.map(({ code }) => code);

const deploy = textSource(
  "deploy/SKILL.md",
  `---
name: deploy
description: "Deploys the site."
license: MIT
argument-hint: "[where]"
disable-model-invocation: true
metadata: {openclaw: {requires: {bins: [jq]}}, owner: docs}
tags: [x]
---
Run {baseDir}/go.sh
`,
);

describe("the form for one client", () => {
  test("stands in the folder where the client looks first", async () => {
    const folders = await Promise.all(
      clients.map(async ({ name }) => {
        const { files } = await emit(name, [deploy]);
        return [name, files[0]?.path];
      }),
    );
    expect(Object.fromEntries(folders)).toEqual({
      spec: "deploy/SKILL.md",
      reference: "deploy/SKILL.md",
      "quick-validate": "deploy/SKILL.md",
      "claude-code": ".claude/skills/deploy/SKILL.md",
      "claude-api": "deploy/SKILL.md",
      codex: ".agents/skills/deploy/SKILL.md",
      "gemini-cli": ".agents/skills/deploy/SKILL.md",
      vscode: ".github/skills/deploy/SKILL.md",
      cursor: ".cursor/skills/deploy/SKILL.md",
      opencode: ".opencode/skills/deploy/SKILL.md",
      goose: ".agents/skills/deploy/SKILL.md",
      openclaw: "skills/deploy/SKILL.md",
      roo: ".roo/skills/deploy/SKILL.md",
      pi: ".pi/skills/deploy/SKILL.md",
      mux: ".mux/skills/deploy/SKILL.md",
      vibe: ".vibe/skills/deploy/SKILL.md",
      uctoo: "skills/deploy/SKILL.md",
      "vercel-skills": "deploy/SKILL.md",
    });
  });

  test("has the keys that the client acts on at the top, and mappings where it wants them", async () => {
    const { files, notes } = await emit("openclaw", [deploy]);
    expect(files[0]?.text).toBe(`---
name: deploy
description: "Deploys the site."
license: "MIT"
metadata:
  openclaw: {"requires":{"bins":["jq"]}}
  owner: "docs"
  argument-hint: "[where]"
  tags: '["x"]'
disable-model-invocation: true
---
Run {baseDir}/go.sh
`);
    expect(codes(notes)).toEqual(["target/agent-skills-client-loses"]);
    expect(notes[0]?.message).toContain("OpenClaw does not act on");
    expect(notes[0]?.message).toContain("`argument-hint`");
  });

  test("says what a client ignores that holds the skill back", async () => {
    const { files, notes } = await emit("gemini-cli", [deploy]);
    expect(files).toHaveLength(1);
    expect(codes(notes).toSorted()).toEqual([
      "target/agent-skills-client-ignores",
      "target/agent-skills-client-loses",
      "target/agent-skills-client-text",
    ]);
    const ignored = notes.find(({ code }) => code === "target/agent-skills-client-ignores");
    expect(ignored?.message).toContain("`disable-model-invocation` has no effect in Gemini CLI");
    expect(ignored?.span.file.path).toBe("deploy/SKILL.md");
  });

  test("writes the switch of Codex into the file where Codex has it, and keeps one that is there", async () => {
    const { files, notes } = await emit("codex", [deploy]);
    expect(files.map(({ path, text }) => [path, text.slice(0, 50)])).toContainEqual([
      ".agents/skills/deploy/agents/openai.yaml",
      "policy:\n  allow_implicit_invocation: false\n",
    ]);
    expect(codes(notes)).not.toContain("target/agent-skills-client-ignores");
    const own = sourceFile({
      path: "deploy/agents/openai.yaml",
      bytes: new TextEncoder().encode("interface: {}\n"),
    });
    const kept = await emit("codex", [deploy, own]);
    expect(kept.files.filter(({ path }) => path.endsWith("openai.yaml")).map(({ copyOf }) => copyOf)).toEqual(
      ["deploy/agents/openai.yaml"],
    );
    expect(codes(kept.notes)).toContain("target/agent-skills-client-ignores");
  });

  test("is not written for a client that would not load it", async () => {
    const skill = textSource(
      "claude-helper/SKILL.md",
      "---\nname: claude-helper\ndescription: D\n---\nDo it.\n",
    );
    const { files, notes } = await emit("claude-api", [skill]);
    expect(files).toEqual([]);
    expect(codes(notes)).toEqual(["target/agent-skills-client-refuses"]);
    expect(formFor("claude-api").carries?.("description", await skillIn(skill))).toBe(
      "claude.ai and the Claude Skills API does not load the skill",
    );
    expect((await emit("codex", [skill])).files).toHaveLength(1);
  });

  test("has hooks only where the client runs them, and no restrict", async () => {
    const hooked = textSource(
      "h/SKILL.md",
      "---\nname: h\ndescription: D\nhooks: {Stop: [{hooks: [{type: command, command: ./x.sh}]}]}\n---\nDo it.\n",
    );
    expect((await emit("claude-code", [hooked])).files[0]?.text).toContain('\nhooks: {"Stop":');
    expect((await emit("codex", [hooked])).files).toEqual([]);
    const careful = textSource(
      "c/skill.yml",
      "name: c\ndescription: D\ninterface: {restrict: {deny_patterns: [{regex: x, action: deny}]}}\n",
    );
    const restricted = await emit("claude-code", [careful]);
    expect(restricted.files).toEqual([]);
    expect(codes(restricted.notes)).toEqual(["target/agent-skills-client-restrict"]);
  });

  test("keeps the notes of the portable form: no description, another name", async () => {
    const none = await emit("codex", [textSource("a/skill.yml", "name: a\nprompt: Do it.\n")]);
    expect(codes(none.notes)).toEqual(["target/agent-skills-no-description"]);
    const named = await emit("codex", [
      textSource("a/skill.yml", "name: A b\ndescription: D\nprompt: Do it.\n"),
    ]);
    expect(codes(named.notes)).toContain("target/agent-skills-renamed");
  });
});

async function skillIn(file: SourceFile): Promise<Parameters<NonNullable<Target["carries"]>>[1]> {
  const { analysis } = await compile([file], { rules: [], knownTargets: targets });
  const [subject] = analysis.subjects;
  if (subject === undefined) throw new Error("no skill");
  return subject.skill;
}

test("the command takes clients for targets that have forms, and knows no other names", () => {
  const compileFor = (...args: readonly string[]): ReturnType<typeof skillc> =>
    skillc(["compile", "examples/pdf-library", ...args, "--out", "out/none", "--verify", "--format", "json"]);
  const { stdout } = compileFor("--target", "agent-skills", "--client", "codex,goose");
  const { files } = JSON.parse(stdout) as { files: { path: string }[] };
  expect(files.map(({ path }) => path).filter((path) => path.endsWith("SKILL.md"))).toEqual([
    "out/none/agent-skills/codex/.agents/skills/pdf-library/SKILL.md",
    "out/none/agent-skills/goose/.agents/skills/pdf-library/SKILL.md",
  ]);
  const none = compileFor("--target", "openai", "--client", "codex");
  expect([none.status, none.stdout, none.stderr]).toEqual([
    2,
    "",
    "skillc: the target openai has no form for a client\n",
  ]);
  expect(compileFor("--target", "agent-skills", "--client", "codx").stderr).toContain("codex");
});

describe.skipIf(!hasCorpus)(`the corpus${unlessCorpus}`, () => {
  test.each(clients.map(({ name }) => name))(
    "is loaded by %s as it is written for it, by the name of its folder",
    async (name) => {
      const files = corpusSkills()
        .filter((_, i) => i % 12 === 0)
        .flatMap((skill) => skill.files);
      const result = await compile(files, { rules, knownTargets: targets, targets: [formFor(name)] });
      const client = clients.find((one) => one.name === name);
      const written = result.files.filter(({ path }) => path.endsWith("/SKILL.md"));
      expect(written.length).toBeGreaterThan(20);
      for (const { path, text } of written) {
        const folderName = path.split("/").at(-2) ?? "";
        const verdict = client?.load({ file: textSource(path, text), folderName });
        expect([path, verdict?.name, verdict?.lenient]).toEqual([path, folderName, false]);
      }
    },
    120_000,
  );
});
