import { describe, expect, test } from "vitest";
import { check } from "../../src/compile.ts";
import type { Skill } from "../../src/ir/skill.ts";
import { readHookScript } from "../../src/lower/hook-script.ts";
import { toPortable } from "../../src/lower/posix-pattern.ts";
import { textOf, textSource } from "../../src/report/source.ts";

/** Each pattern of a program as `action regex field`, or why there is none. */
function read(program: string): readonly string[] | string {
  const reading = readHookScript(program);
  if (reading.kind === "opaque") return reading.because;
  return reading.patterns.map(({ action, regex, field }) => `${action} ${regex} ${field ?? "*"}`);
}

describe("a hook's program", () => {
  test("with a search and exit status 2 denies", () => {
    const program = [
      "#!/usr/bin/env bash",
      "set -euo pipefail",
      "INPUT=$(cat)",
      `CMD=$(printf '%s' "$INPUT" | jq -r '.tool_input.command // empty')`,
      `if echo "$CMD" | grep -qE 'rm +-[a-z]*r'; then # recursive`,
      `  echo "no; really" >&2`,
      "  exit 2",
      "fi",
      "exit 0",
    ].join("\n");
    expect(read(program)).toEqual(["deny rm +-[a-z]*r command"]);
  });

  test("with a decision as JSON asks or denies", () => {
    const answer = (word: string): string =>
      `cmd=$(jq -r '.tool_input.command')\nif echo "$cmd" | grep -q 'git push'; then\n` +
      `  echo '{"hookSpecificOutput": {"permissionDecision": "${word}"}}'\nfi\n`;
    expect(read(answer("ask"))).toEqual(["ask git push command"]);
    expect(read(answer("deny"))).toEqual(["deny git push command"]);
    expect(read(answer("allow"))).toMatch(/more than an answer/);
  });

  test("of one line", () => {
    expect(read(`jq -r '.tool_input.file_path' | grep -qF '.env' && exit 2 || exit 0`)).toEqual([
      "deny \\.env file_path",
    ]);
    expect(read(`grep -qi 'drop table' && { echo 'no' >&2; exit 2; } || true`)).toEqual([
      "deny (?i)drop table *",
    ]);
  });

  test("with a case", () => {
    const program = `cmd=$(jq -r '.tool_input.command')\ncase "$cmd" in\n  *"rm -rf"*|*mkfs*) echo no >&2; exit 2 ;;\n  *) exit 0 ;;\nesac\n`;
    expect(read(program)).toEqual(["deny rm -rf command", "deny mkfs command"]);
  });

  test("gives the places of its patterns", () => {
    const program = `grep -q 'drop table' && exit 2`;
    const reading = readHookScript(program);
    expect(
      reading.kind === "patterns" && reading.patterns.map(({ start, end }) => program.slice(start, end)),
    ).toEqual(["drop table"]);
  });

  test.each([
    [
      "an exception before the search",
      `cmd=$(cat)\nif [ -f .allow ]; then exit 0; fi\necho "$cmd" | grep -q 'rm' && exit 2`,
    ],
    ["a pattern with a variable", `cmd=$(cat)\nif echo "$cmd" | grep -q "$PATTERN"; then exit 2; fi`],
    ["a negation", `cmd=$(cat)\nif ! echo "$cmd" | grep -q 'safe'; then exit 2; fi`],
    ["an inverted grep", `cmd=$(cat)\nif echo "$cmd" | grep -vq 'safe'; then exit 2; fi`],
    ["an else", `cmd=$(cat)\nif echo "$cmd" | grep -q 'rm'; then exit 2; else curl x; fi`],
    [
      "a command in the answer",
      `cmd=$(cat)\nif echo "$cmd" | grep -q 'rm'; then echo "$(curl x)"; exit 2; fi`,
    ],
    ["a warning only", `cmd=$(cat)\nif echo "$cmd" | grep -q 'rm'; then echo careful; exit 1; fi`],
    ["an unknown variable", `if echo "$cmd" | grep -q 'rm'; then exit 2; fi`],
    ["another program", "python3 check.py"],
    ["no search at all", "exit 0"],
    ["an open if", `cmd=$(cat)\nif echo "$cmd" | grep -q 'rm'; then exit 2`],
  ])("with %s is opaque", (_, program) => {
    expect(typeof read(program)).toBe("string");
  });
});

describe("a pattern of grep", () => {
  test.each([
    ["rm -rf", "", "rm -rf"],
    ["a+b(c)", "", "a\\+b\\(c\\)"],
    ["a\\|b", "", "a|b"],
    ["a.b", "F", "a\\.b"],
    ["rm[[:space:]]+-r", "E", "rm[\\s]+-r"],
    ["^git", "Ei", "(?im)^git"],
    ["force", "w", "\\b(?:force)\\b"],
  ])("%s with -%s is %s", (pattern, flags, regex) => {
    expect(toPortable(pattern, flags)).toBe(regex);
  });

  test.each([
    ["a look-ahead", "rm(?!x)", "P"],
    ["a back-reference", "(a)\\1", "E"],
    ["mixed marks of a basic pattern", "a\\|b+", ""],
    ["an escape between brackets", "[\\w]", "E"],
    ["nothing", "", "E"],
  ])("has no portable form with %s", (_, pattern, flags) => {
    expect(toPortable(pattern, flags)).toBeUndefined();
  });
});

async function lowered(hooks: string, script?: string): Promise<Skill> {
  const files = [
    textSource(
      "careful/SKILL.md",
      `---\nname: careful\ndescription: Guards. Use when unsure.\nhooks:\n${hooks}---\n\nBe careful.\n`,
    ),
    ...(script === undefined ? [] : [textSource("careful/bin/check.sh", script)]),
  ];
  const [subject] = (await check(files, { rules: [], knownTargets: [] })).subjects;
  if (subject === undefined) throw new Error("no skill");
  return subject.skill;
}

describe("hooks in front matter", () => {
  const group = (command: string, matcher = "Bash"): string =>
    `  PreToolUse:\n    - matcher: ${JSON.stringify(matcher)}\n      hooks:\n        - {type: command, command: ${JSON.stringify(command)}}\n`;
  const literal = "jq -r '.tool_input.command' | grep -q 'rm -rf' && exit 2";

  test("with literal patterns are a restriction around the skill", async () => {
    const skill = await lowered(group(literal, "Bash|Shell"));
    expect(skill.kind).toBe("skill");
    expect(skill.restrict?.allowTools).toBeUndefined();
    expect(
      skill.restrict?.denyPatterns.map(({ regex, action, field, tools }) => [
        regex,
        action,
        field,
        tools?.map(({ name }) => name),
      ]),
    ).toEqual([["rm -rf", "deny", "command", ["Bash", "Shell"]]]);
    expect(skill.features.map(({ feature }) => feature)).toEqual(["prompt", "restrict.patterns"]);
    expect(skill.evidence).toEqual([]);
  });

  test("point into the script that holds the pattern", async () => {
    const skill = await lowered(
      group('bash "$HOME/.claude/skills/careful/bin/check.sh"'),
      `cmd=$(jq -r '.tool_input.command')\nif echo "$cmd" | grep -qE 'git +push'; then exit 2; fi\n`,
    );
    const [pattern] = skill.restrict?.denyPatterns ?? [];
    expect(pattern?.span.file.path).toBe("careful/bin/check.sh");
    expect(pattern === undefined ? "" : textOf(pattern.span)).toBe("git +push");
  });

  test("of another form are opaque and count as a process", async () => {
    const skill = await lowered(group("node check.mjs"));
    expect(skill.restrict).toBeUndefined();
    expect(skill.hooks.map(({ event, command }) => [event, command])).toEqual([
      ["PreToolUse", "node check.mjs"],
    ]);
    expect(skill.features.map(({ feature }) => feature)).toEqual(["prompt", "hooks"]);
    const io = skill.evidence[0]?.effect.io;
    expect(io).toMatchObject({ names: expect.arrayContaining(["exec"]) as unknown });
  });

  test.each([
    ["a matcher that is a pattern", group(literal, "mcp__.*"), /matcher/],
    [
      "an event after the call",
      `  PostToolUse:\n    - hooks: [{type: command, command: ${JSON.stringify(literal)}}]\n`,
      /PreToolUse/,
    ],
    ["a script that is not bundled", group("bash ~/.claude/hooks/check.sh"), /not among the files/],
    [
      "no command",
      "  PreToolUse:\n    - matcher: Bash\n      hooks: [{type: prompt, prompt: Is it safe}]\n",
      /no command/,
    ],
  ])("with %s are opaque", async (_, hooks, because) => {
    const skill = await lowered(hooks);
    expect(skill.restrict).toBeUndefined();
    expect(skill.hooks[0]?.because).toMatch(because);
  });

  test("without a group around the command hold for every tool", async () => {
    const skill = await lowered(
      `  PreToolUse:\n    - {type: command, command: ${JSON.stringify(literal)}}\n`,
    );
    expect(skill.restrict?.denyPatterns.map(({ tools }) => tools)).toEqual([undefined]);
  });

  test.each(["  - a\n", "  PreToolUse: yes\n", "  PreToolUse:\n    - 3\n    - hooks: 4\n"])(
    "of the form %j hold nothing and crash nothing",
    async (hooks) => {
      expect((await lowered(hooks)).restrict).toBeUndefined();
    },
  );
});
