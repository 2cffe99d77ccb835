import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Effect } from "../../../src/ir/effect.ts";
import type { Restrict } from "../../../src/ir/skill.ts";
import { builtinCatalogue } from "../../../src/lower/builtin.ts";
import { claudeCode } from "../../../targets/claude-code/index.ts";
import type { Decision } from "../../helpers/claude-hook.ts";
import { bashCall, decisionIn, runHook, runHookOften, toolCall } from "../../helpers/claude-hook.ts";
import {
  denyPattern,
  everything,
  lamWith,
  programWith,
  restrictTerm,
  restrictWith,
  skillWith,
} from "../../helpers/program.ts";
import { disguised, quoted } from "../../helpers/disguised.ts";

/** The emitted hook of a restrict. */
function hookOf(restrict: Restrict, ceiling: Effect = everything): string {
  const files = claudeCode.emit({
    ...programWith({
      name: "careful",
      skills: [skillWith({ kind: "restrict", name: "careful", restrict })],
      term: restrictTerm(restrict, lamWith({ prompt: "" }), ceiling),
    }),
    catalogue: builtinCatalogue,
  });
  return files.find(({ path }) => path.endsWith(".cjs"))?.text ?? "";
}

const only = { tools: ["Bash"], field: "command" };
const careful = hookOf(
  restrictWith({
    allow: ["ReadFile", "WriteFile", "Bash", "github/search"],
    patterns: [
      denyPattern("rm\\s+-[a-zA-Z]*[rf]", "ask", only),
      denyPattern("git\\s+(push\\s.*--force|reset\\s+--hard)", "ask", only),
      denyPattern("(?i)DROP\\s+(TABLE|DATABASE)", "deny"),
      denyPattern("mkfs|dd\\s+.*of=/dev/", "deny", only),
      denyPattern("^curl\\b", "deny", only),
      denyPattern("\\.env$", "ask", { field: "path" }),
    ],
  }),
);

const commands: readonly (readonly [command: string, decision: Decision])[] = [
  // As it is written.
  ["rm -rf /", "ask"],
  ["rm -fr build dist", "ask"],
  ["rm\t-rf x", "ask"],
  ["rm \\\n  -rf x", "ask"],
  // Quotes and escapes.
  ["r''m -rf /", "ask"],
  ['"rm" -rf x', "ask"],
  ["'rm' '-rf' x", "ask"],
  ["r\\m -rf x", "ask"],
  ["\\rm -rf x", "ask"],
  ["$'rm' -rf x", "ask"],
  ["$'\\x72m' -rf x", "ask"],
  ["$'\\162\\155' -rf x", "ask"],
  ["$'\\u0072m' -rf x", "ask"],
  ['$"rm" -rf x', "ask"],
  ["rm${IFS}-rf${IFS}x", "ask"],
  ["rm$IFS-rf x", "ask"],
  ["rm$IFS'-rf' x", "ask"],
  ["r$()m -rf x", "ask"],
  ["r``m -rf x", "ask"],
  ["r${nothing}m -rf x", "ask"],
  ["r$@m -rf x", "ask"],
  ["{rm,-rf,x}", "ask"],
  ["rm -{r,f} x", "ask"],
  ["rm {-r,-f} x", "ask"],
  ["/bin/r''m -rf x", "ask"],
  ["git 'reset' --hard", "ask"],
  ["git push origin main '--force'", "ask"],
  ["mk''fs.ext4 /dev/sda", "deny"],
  // Chains, pipelines and groups.
  ["echo ok && r''m -rf x", "ask"],
  ["echo ok; 'rm' -rf x", "ask"],
  ["echo ok;'rm' -rf x", "ask"],
  ["false || 'rm' -rf x", "ask"],
  ["yes | 'rm' -rf x", "ask"],
  ["yes |& 'rm' -rf x", "ask"],
  ["sleep 9 & 'rm' -rf x", "ask"],
  ["true\n'rm' -rf x", "ask"],
  ["('rm' -rf x)", "ask"],
  ["{ 'rm' -rf x; }", "ask"],
  ["if true; then 'rm' -rf x; fi", "ask"],
  ["! 'rm' -rf x", "ask"],
  ["case a in a) 'rm' -rf x;; esac", "ask"],
  ["for i in 1; do 'rm' -rf x; done", "ask"],
  ["f() { 'rm' -rf x; }; f", "ask"],
  ["rm >/dev/null -rf x", "ask"],
  ["rm 2>&1 -rf x", "ask"],
  ["</dev/null 'rm' -rf x", "ask"],
  // Substitutions.
  ["echo $('rm' -rf x)", "ask"],
  ["echo \"$('rm' -rf x)\"", "ask"],
  ["echo `'rm' -rf x`", "ask"],
  ['echo "`\\"rm\\" -rf x`"', "ask"],
  ["cat <('rm' -rf x)", "ask"],
  ["echo ${x:-$('rm' -rf x)}", "ask"],
  ["echo $((1 + $('rm' -rf x)))", "ask"],
  ["$(echo rm) -rf x", "ask"],
  ["`echo rm` -rf x", "ask"],
  ["$(printf 'r%s' m) -rf x", "ask"],
  ["$(echo -e '\\x72m') -rf x", "ask"],
  // Here-documents.
  ["cat <<E\n$('rm' -rf x)\nE", "ask"],
  ["bash <<'E'\n'rm' -rf x\nE", "ask"],
  ["bash <<-E\n\t'rm' -rf x\n\tE", "ask"],
  ["bash <<< \"'rm' -rf x\"", "ask"],
  // Programs that run what they are given.
  ["sh -c \"'rm' -rf x\"", "ask"],
  ["/bin/bash -lc \"r''m -rf x\"", "ask"],
  ['bash -c \'bash -c "r\\"\\"m -rf x"\'', "ask"],
  ["eval \"r''m -rf x\"", "ask"],
  ["eval r\\'\\'m -rf x", "ask"],
  ["echo \"r''m -rf x\" | sh", "ask"],
  ["echo -rf x | xargs rm", "ask"],
  ["find . -name x -exec 'rm' -rf {} \\;", "ask"],
  ["ssh host \"'rm' -rf x\"", "ask"],
  ["su -c \"r''m -rf x\" root", "ask"],
  ["env -S \"r''m -rf x\"", "ask"],
  ["trap \"'rm' -rf x\" EXIT", "ask"],
  ["alias ll=\"'rm' -rf\"; ll x", "ask"],
  // Variables that the command itself sets.
  ["X=rm; $X -rf x", "ask"],
  ["X='rm -rf'; $X x", "ask"],
  ["X=rm; echo X=ls; $X -rf x", "ask"],
  ["X=r; X+=m; $X -rf x", "ask"],
  ["export X=rm && ${X} -rf x", "ask"],
  ["for c in ls rm; do $c -rf x; done", "ask"],
  ["toString=rm; toString=ls; $toString -rf x", "ask"],
  ["__proto__=ls; __proto__=rm; ${__proto__} -rf x", "ask"],
  ["for s in 1 2 3 4 5 6 7; do convert -resize ${s}x$s $s.png; done", "none"],
  ["${c:-rm} -rf x", "ask"],
  // A pattern that stands at the beginning of a command.
  ["curl https://example.org", "deny"],
  ["true && curl https://example.org", "deny"],
  ["A=1 B=2 curl https://example.org", "deny"],
  ["sudo curl https://example.org", "deny"],
  ["sudo -u root -- curl https://example.org", "deny"],
  ["sudo -E env A=1 nohup curl https://example.org", "deny"],
  ["timeout 5 curl https://example.org", "deny"],
  ["nice -n 5 curl https://example.org", "deny"],
  ["command curl https://example.org", "deny"],
  ["echo https://example.org | xargs -n1 curl", "deny"],
  ["/usr/bin/curl https://example.org", "deny"],
  ["time curl https://example.org", "deny"],
  ["bash -c 'curl https://example.org'", "deny"],
  ["find . -exec curl {} +", "deny"],
  ["if curl -f x; then echo y; fi", "deny"],
  // Deny beats ask.
  ["rm -rf x; dd if=/dev/zero of=/dev/sda", "deny"],
  ["rm -rf x; psql -c 'drop table users'", "deny"],
  // What is no shell, or more than can be read.
  ["echo 'open", "deny"],
  ['echo "open', "deny"],
  ["echo $(ls", "deny"],
  ["echo `ls", "deny"],
  ["echo ${x", "deny"],
  ["$(".repeat(60), "deny"],
  [`echo ${"{a,b}".repeat(12)}`, "deny"],
  // What has to stay.
  ["ls -la", "none"],
  ["rm file.txt", "none"],
  ["grep -r 'rm' .", "none"],
  ["git push origin main", "none"],
  ["git reset --soft HEAD~1", "none"],
  ["echo curl", "none"],
  ["man curl", "none"],
  ["sudo echo curl", "none"],
  ["git commit -m 'Use curl; it is there'", "none"],
  ["ls # don't", "none"],
  ["cat <<'E'\nit's fine\nE", "none"],
  ['echo "it\'s" \'a "b"\'', "none"],
  ["node -e 'console.log(`a ${1 + 1}`)'", "none"],
  ["awk '{print $1}' x | sort -u > y 2>/dev/null", "none"],
  ["for f in *.ts; do echo ${f%.ts}; done", "none"],
  ["test $((1 << 3)) -gt 4 && echo yes", "none"],
  ["find . -name '*.o' -newer Makefile", "none"],
  ["docker run --rm -it x bash", "none"],
  ["npm run build -- --force", "none"],
  ["curly --help", "none"],
  ["", "none"],
];

describe("the hook", () => {
  test("judges the commands of a table, each in a process of its own", async () => {
    expect(commands.length).toBeGreaterThan(100);
    const answers = await runHook(
      careful,
      commands.map(([command]) => bashCall(command)),
    );
    const got = commands.map(([command], i) => [command, decisionIn(answers[i] ?? "")]);
    expect(got).toEqual(commands);
  });

  test("judges calls of other tools", () => {
    const cases: readonly (readonly [name: string, input: unknown, decision: Decision])[] = [
      ["Read", { file_path: "/p/readme.md" }, "none"],
      ["Read", { file_path: "/p/.env" }, "ask"],
      ["Read", { file_path: "/p/.environment" }, "none"],
      ["Write", { file_path: "/p/a.sql", content: "-- DROP TABLE t" }, "deny"],
      ["Write", { file_path: "/p/.env", content: "DROP  database d" }, "deny"],
      ["Write", { file_path: "/p/a.txt", content: "it's a quote" }, "none"],
      ["Edit", { file_path: "/p/a.txt", old_string: "a", new_string: "b" }, "deny"],
      ["WebFetch", { url: "https://example.org", prompt: "x" }, "deny"],
      ["PowerShell", { command: "Get-ChildItem" }, "deny"],
      ["mcp__github__search", { query: "x" }, "none"],
      ["mcp__github__search", { queries: ["drop", "table"] }, "deny"],
      ["mcp__github__search", { query: { inner: ["DROP TABLE"] } }, "deny"],
      ["mcp__github__search", { query: "it's" }, "none"],
      ["mcp__github__search", { query: "'drop' table" }, "deny"],
      ["mcp__github__create", { query: "x" }, "deny"],
      ["Unheard", {}, "deny"],
    ];
    const answers = runHookOften(
      careful,
      cases.map(([name, input]) => toolCall(name, input)),
    );
    expect(cases.map(([name, input], i) => [name, input, decisionIn(answers[i] ?? "")])).toEqual(cases);
  });

  test("denies what is no call", async () => {
    const inputs: readonly (string | Uint8Array)[] = [
      "",
      "{",
      "null",
      "7",
      "[]",
      '"rm -rf /"',
      "{}",
      '{"tool_name":"Bash"}',
      '{"tool_input":{"command":"ls"}}',
      toolCall("", { command: "ls" }),
      toolCall(7, { command: "ls" }),
      toolCall("Bash", null),
      toolCall("Bash", []),
      toolCall("Bash", "ls"),
      toolCall("Bash", {}),
      bashCall(["ls"]),
      bashCall(null),
      bashCall("ls").replace("PreToolUse", "PostToolUse"),
      `${bashCall("ls")}x`,
      new Uint8Array([0xff, 0xfe]),
      Buffer.concat([
        Buffer.from(bashCall("ls").slice(0, -2)),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}}'),
      ]),
      bashCall("x".repeat(9 * 1024 * 1024)),
      "[".repeat(200_000),
    ];
    const answers = await runHook(careful, inputs);
    expect(answers.map(decisionIn)).toEqual(answers.map(() => "deny"));
  });

  test("takes away every tool above the ceiling, and what no catalogue knows", () => {
    const reading: Effect = { ...everything, io: { kind: "finite", names: ["fs.read"] } };
    const names = ["Read", "Grep", "LS", "Write", "Bash", "WebFetch", "mcp__a__b", "Unheard"];
    const answers = runHookOften(
      hookOf(restrictWith({}), reading),
      names.map((name) => toolCall(name, { command: "ls" })),
    );
    expect(answers.map(decisionIn)).toEqual(["none", "none", "none", "deny", "deny", "deny", "deny", "deny"]);
  });

  test("leaves tools of MCP servers under a ceiling that has all of io", () => {
    const io: Effect = { ...everything, llm: { kind: "finite", names: ["claude-sonnet-4-20250514"] } };
    const names = ["Read", "Bash", "mcp__a__b", "Unheard"];
    const answers = runHookOften(
      hookOf(restrictWith({}), io),
      names.map((name) => toolCall(name, { command: "ls" })),
    );
    expect(answers.map(decisionIn)).toEqual(["none", "none", "none", "deny"]);
  });

  test("has nothing to say of any tool where neither a ceiling nor a list takes one away", () => {
    const answers = runHookOften(hookOf(restrictWith({})), [toolCall("Unheard", {})]);
    expect(answers.map(decisionIn)).toEqual(["none"]);
  });

  test("searches PowerShell with its own quotes", () => {
    const hook = hookOf(restrictWith({ patterns: [denyPattern("^rm\\s", "ask", { tools: ["Bash"] })] }));
    const run = (command: string): string => toolCall("PowerShell", { command });
    const commandsOf = ["rm x", "r`m x", "'r'+'m' x", "ls; & 'rm' x", "Get-ChildItem `\n -Path .", "echo rm"];
    const answers = runHookOften(hook, commandsOf.map(run));
    expect(answers.map(decisionIn)).toEqual(["ask", "ask", "none", "ask", "none", "none"]);
  });

  test("reads hostile commands in bounded time", { timeout: 30_000 }, () => {
    const hostile = [
      "cat <<E\n$(".repeat(18) + "x" + ")\nE\n".repeat(18),
      "$(cat <<E\n".repeat(2000),
      "# ".repeat(20_000),
      "eval ".repeat(5000),
      "sudo ".repeat(20_000),
      "xargs -n 1 ".repeat(10_000),
      "bash -c 'a b' ".repeat(5000),
      "(".repeat(100_000),
      "`".repeat(100_001),
      "{".repeat(50_000),
      "a{b,".repeat(20_000),
      `${"{a,b}".repeat(7)} `.repeat(50),
      "X=a; X=b; X=c; $X$X$X$X$X$X$X",
      "X=$X$X;".repeat(3000),
      "'".repeat(100_000),
      "x=1 ".repeat(100_000),
      "a ".repeat(200_000),
      "a;".repeat(200_000),
    ];
    const answers = runHookOften(careful, hostile.map(bashCall));
    expect(answers.map(decisionIn).filter((decision) => decision === "ask")).toEqual([]);
  });
});

/** Ways to have a shell run a command. */
const around: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => `echo ok && ${command}`,
  (command) => `false || ${command}`,
  (command) => `echo 'a;b' | ${command}`,
  (command) => `true; ${command}; true`,
  (command) => `{ true\n${command}\n}`,
  (command) => `{ # it's\n${command}; }`,
  (command) => `echo "$( ${command})"`,
  (command) => `x=$( ${command})`,
  (command) => `( ${command})`,
  (command) => `{ ${command}; }`,
  (command) => `if true; then ${command}; fi`,
  (command) => `for i in 1; do ${command}; done`,
  (command) => `eval ${quoted(command)}`,
  (command) => `{ cat <<E${command.length}\nit's $( ${command})\nE${command.length}\n}`,
  (command) => `cat <( ${command})`,
  (command) => `${command} 2>&1`,
  (command) => `A=1; ${command}`,
  (command) => `v${command.length}=${quoted(command)}; eval "$v${command.length}"`,
];

/** A command with what stands between its words, inside some of the ways to have a shell run it. */
function commandIn(wrappers: readonly ((command: string) => string)[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      disguised("rm"),
      fc.constantFrom(" ", "\t", " \\\n ", "${IFS}", " >/dev/null ", " {,} "),
      disguised("-rf"),
      fc.array(fc.constantFrom(...wrappers), { maxLength: 3 }),
    )
    .map(([name, gap, flag, chosen]) =>
      chosen.reduce((inner, wrap) => wrap(inner), `${name}${gap}${flag} x`),
    );
}

/** Programs that run their arguments, or what they read; each takes a shell of its own, so that anything may stand inside. */
const programs: readonly ((command: string) => string)[] = [
  (command) => `env A=1 bash -c ${quoted(command)}`,
  (command) => `nohup sh -c ${quoted(`bash -c ${quoted(command)}`)} 2>/dev/null`,
  (command) => `timeout 9 bash -c ${quoted(command)}`,
  (command) => `nice -n 1 bash -c ${quoted(command)}`,
  (command) => `find . -maxdepth 0 -exec bash -c ${quoted(command)} \\;`,
  (command) => `echo a | xargs -I% bash -c ${quoted(command)}`,
  (command) => `printf %s ${quoted(command)} | bash`,
  (command) => `bash <<< ${quoted(command)}`,
  (command) => `bash <<'E${command.length}'\n${command}\nE${command.length}\n`,
  (command) => `trap ${quoted(command)} EXIT; (exit 0); trap - EXIT; eval ${quoted(command)}`,
  (command) => `exec 3>&1; command eval ${quoted(command)}`,
  (command) => `source <(printf %s ${quoted(command)})`,
];

let tools: string | undefined;

/** Does a real shell run `rm -rf x`? Here `rm` is a program that only reports. */
function bashRuns(text: string): boolean {
  tools ??= mkdtempSync(join(tmpdir(), "skillc-tools-"));
  const [rm, out] = [join(tools, "rm"), join(tools, "out")];
  writeFileSync(rm, `#!/bin/sh\n[ "$1 $2" = "-rf x" ] && echo HIT >> ${out}\n`, { mode: 0o755 });
  writeFileSync(out, "");
  spawnSync("bash", ["-c", `${text}\nwait`], {
    cwd: tools,
    env: { ...process.env, PATH: `${tools}:${process.env["PATH"] ?? ""}` },
    timeout: 10_000,
  });
  return readFileSync(out, "utf8").includes("HIT");
}

afterAll(() => {
  if (tools !== undefined) rmSync(tools, { recursive: true });
});

const numRuns = Number(process.env["FC_RUNS"] ?? 200);

describe("a disguised command is found wherever a shell would run it", () => {
  const anchored = hookOf(restrictWith({ patterns: [denyPattern("^rm\\s+-rf", "ask")] }));

  test.each([
    ["by a pattern for any place", careful, commandIn([...around, ...programs])],
    ["by a pattern for the beginning of a command", anchored, commandIn([...around, ...programs])],
  ])("%s", (_, hook, command) => {
    const samples = fc.sample(command, { seed: 42, numRuns });
    const answers = runHookOften(hook, samples.map(bashCall));
    const missed = samples.filter((_text, i) => decisionIn(answers[i] ?? "") === "none");
    expect(missed).toEqual([]);
    // The commands are what they claim to be: the first of them, tried on a real shell.
    expect(samples.slice(0, 30).filter((text) => !bashRuns(text))).toEqual([]);
  });
});

describe("any bytes", () => {
  const call = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(text)),
    fc.string({ unit: "binary", maxLength: 80 }).map((command) => Buffer.from(bashCall(command))),
    fc
      .string({ unit: fc.constantFrom(..."'\"\\$`(){};|&<>#\n rm-fx=,*"), maxLength: 40 })
      .map((command) => Buffer.from(bashCall(command))),
    fc.tuple(fc.string(), fc.jsonValue()).map(([name, input]) => Buffer.from(toolCall(name, input))),
  );

  test("get an answer that Claude Code reads, and never leave", () => {
    const inputs = fc.sample(call, { seed: 42, numRuns: numRuns * 5 });
    // `decisionIn` knows no answer but ask, deny and none.
    const decisions = runHookOften(careful, inputs).map(decisionIn);
    expect(decisions).toHaveLength(inputs.length);
    expect(decisions).toContain("deny");
  });

  test("around a command that a pattern finds never make the hook silent", () => {
    const part = fc.string({
      unit: fc.constantFrom(..."'\"\\$`(){};|&<>#\n abé=,*\0\ud83d\ude00"),
      maxLength: 20,
    });
    const plain = fc.tuple(part, part).map(([before, after]) => `${before}rm -rf${after}`);
    const samples = fc.sample(plain, { seed: 42, numRuns: numRuns * 5 });
    const answers = runHookOften(careful, samples.map(bashCall));
    expect(samples.filter((_, i) => decisionIn(answers[i] ?? "") === "none")).toEqual([]);
  });
});
