import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Effect } from "../../../src/ir/effect.ts";
import { lambdagent } from "../../../targets/lambdagent/index.ts";
import {
  denyPattern,
  everything,
  lamWith,
  programWith,
  restrictTerm,
  restrictWith,
  skillWith,
  toolWith,
} from "../../helpers/program.ts";
import { runPython } from "../../helpers/python.ts";
import { disguised, quoted } from "../../helpers/disguised.ts";

const bash = toolWith("Bash", ["exec"]);
const tools = [
  bash,
  toolWith("ReadFile", ["fs.read"]),
  toolWith("WriteFile", ["fs.write"]),
  toolWith("WebFetch", ["net"]),
  toolWith("RunTests", ["exec"]),
  toolWith("Plain"),
];
const only = { tools: ["Bash"], field: "command" };
const careful = restrictWith({
  allow: ["ReadFile", "WriteFile", "Bash", "RunTests", "Plain", "Elsewhere"],
  patterns: [
    denyPattern("rm\\s+-[a-zA-Z]*[rf]", "ask", only),
    denyPattern("git\\s+(push\\s.*--force|reset\\s+--hard)", "ask", only),
    denyPattern("(?i)DROP\\s+(TABLE|DATABASE)", "deny"),
    denyPattern("mkfs|dd\\s+.*of=/dev/", "deny", only),
    denyPattern("\\.env$", "ask", { field: "path" }),
  ],
});

interface Case {
  readonly call: unknown;
  readonly answer: "allow" | "ask" | "deny";
}

const run = (command: unknown): unknown => ({ name: "Bash", arguments: { command } });
const table: readonly Case[] = [
  { call: run("ls -la"), answer: "allow" },
  { call: run("rm -rf /"), answer: "ask" },
  { call: run("rm file.txt"), answer: "allow" },
  { call: run("r''m -rf /"), answer: "ask" },
  { call: run('"rm" -rf x'), answer: "ask" },
  { call: run("r\\m -rf x"), answer: "ask" },
  { call: run("$'\\x72m' -rf x"), answer: "ask" },
  { call: run("rm${IFS}-rf${IFS}x"), answer: "ask" },
  { call: run("rm \\\n  -rf x"), answer: "ask" },
  { call: run("rm '-rf' x"), answer: "ask" },
  { call: run("echo ok && rm -rf /"), answer: "ask" },
  { call: run("echo ok; r''m -rf /"), answer: "ask" },
  { call: run("false || 'rm' -rf /"), answer: "ask" },
  { call: run("yes | 'rm' -rf /"), answer: "ask" },
  { call: run("sleep 9 & 'rm' -rf /"), answer: "ask" },
  { call: run("true\n'rm' -rf /"), answer: "ask" },
  { call: run("$(r''m -rf x)"), answer: "ask" },
  { call: run("echo \"$(r''m -rf x)\""), answer: "ask" },
  { call: run("echo `'rm' -rf x`"), answer: "ask" },
  { call: run("('rm' -rf x)"), answer: "ask" },
  { call: run("bash -c \"r''m -rf x\""), answer: "ask" },
  { call: run("/bin/sh -c \"'rm' -rf x\""), answer: "ask" },
  { call: run("eval 'r\"\"m -rf x'"), answer: "ask" },
  { call: run("cat <<E\nit's $('rm' -rf x)\nE"), answer: "ask" },
  { call: run("bash <<'E'\n'rm' -rf x\nE"), answer: "ask" },
  { call: run("cat <<'E'\nit's fine\nE"), answer: "allow" },
  { call: run("ls # don't"), answer: "allow" },
  { call: run("grep -r 'rm' ."), answer: "allow" },
  { call: run("git push origin main"), answer: "allow" },
  { call: run("git push origin main --force"), answer: "ask" },
  { call: run("git 'reset' --hard"), answer: "ask" },
  { call: run("psql -c 'drop table users'"), answer: "deny" },
  { call: run("psql -c 'drop'\\ 'table users'"), answer: "deny" },
  { call: run("rm -rf x; dd if=/dev/zero of=/dev/sda"), answer: "deny" },
  { call: run("mk''fs /dev/sda"), answer: "deny" },
  { call: run(["rm", "-rf", "/"]), answer: "ask" },
  { call: run("echo 'open"), answer: "deny" },
  { call: run("echo $(ls"), answer: "deny" },
  { call: run("$(".repeat(100)), answer: "deny" },
  { call: { name: "RunTests", arguments: { path: "tests/it's" } }, answer: "allow" },
  { call: { name: "RunTests", arguments: { path: "'drop' table" } }, answer: "deny" },
  { call: { name: "ReadFile", arguments: { path: "rm -rf.txt" } }, answer: "allow" },
  { call: { name: "ReadFile", arguments: { path: "config/.env" } }, answer: "ask" },
  { call: { name: "ReadFile", arguments: { path: "config/.environment" } }, answer: "allow" },
  { call: { name: "ReadFile", arguments: { other: "config/.env" } }, answer: "allow" },
  { call: { name: "WriteFile", arguments: { path: "a", text: "-- DROP TABLE t" } }, answer: "deny" },
  {
    call: { name: "WriteFile", arguments: { path: "a", lines: [["x", { y: "drop  database d" }]] } },
    answer: "deny",
  },
  { call: { name: "WriteFile", arguments: { path: "a", "drop table": 1 } }, answer: "allow" },
  { call: { name: "WebFetch", arguments: { url: "https://example.org" } }, answer: "deny" },
  { call: { name: "Plain", arguments: { text: "it's" } }, answer: "allow" },
  { call: { name: "Elsewhere", arguments: { text: "'drop' table" } }, answer: "deny" },
  { call: { name: "Elsewhere", arguments: { text: "it's" } }, answer: "allow" },
  { call: { function: { name: "Bash", arguments: '{"command": "rm -rf /"}' } }, answer: "ask" },
  { call: { name: "Bash", arguments: '{"command": ' }, answer: "deny" },
  { call: { tool_name: "Bash", tool_input: { command: "rm -rf /" } }, answer: "ask" },
  { call: { action: "Bash", input: "rm -rf /" }, answer: "ask" },
  { call: { name: "Bash" }, answer: "allow" },
  { call: { arguments: { command: "ls" } }, answer: "deny" },
  { call: { name: 7, arguments: {} }, answer: "deny" },
  { call: "rm -rf /", answer: "deny" },
  { call: null, answer: "deny" },
];

function moduleOf(ceiling: Effect, restrict = careful, granted = [bash]): string {
  const [file] = lambdagent.emit(
    programWith({
      name: "careful",
      skills: [skillWith({ kind: "restrict", name: "careful", restrict })],
      term: restrictTerm(restrict, lamWith({ prompt: "", tools: granted }), ceiling),
      tools,
    }),
  );
  return file?.text ?? "";
}

const answers = `module = load("careful.py")
done([module.tool_guard(call) for call in data])
`;

describe("tool_guard", () => {
  test("judges the calls of a table", () => {
    const got = runPython(
      answers,
      { "careful.py": moduleOf(everything) },
      table.map(({ call }) => call),
    );
    const expected = table.map(({ call, answer }) => ({ call, answer }));
    expect(table.map(({ call }, i) => ({ call, answer: (got as string[])[i] }))).toEqual(expected);
  });

  test("denies every tool above the ceiling, and a tool that no catalogue knows", () => {
    const reading: Effect = { ...everything, io: { kind: "finite", names: ["fs.read"] } };
    const module = moduleOf(reading, restrictWith({}));
    const names = ["ReadFile", "WriteFile", "Bash", "Plain", "Unknown"];
    const got = runPython(
      answers,
      { "careful.py": module },
      names.map((name) => ({ name, arguments: {} })),
    );
    expect(got).toEqual(["allow", "deny", "deny", "deny", "deny"]);
  });

  test("allows any tool where neither a ceiling nor a list takes it away", () => {
    const module = moduleOf(everything, restrictWith({}));
    const got = runPython(answers, { "careful.py": module }, [{ name: "Unknown", arguments: {} }]);
    expect(got).toEqual(["allow"]);
  });

  test("reads hostile commands in bounded time", () => {
    const hostile = [
      "cat <<E\n$(".repeat(18) + "x" + ")\nE\n".repeat(18),
      "$(cat <<E\n".repeat(2000),
      "# ".repeat(20_000),
      "eval ".repeat(5000),
      "bash -c 'a b' ".repeat(5000),
      "(".repeat(100_000),
      "`".repeat(100_001),
    ];
    const timed = `import time
module = load("careful.py")
start = time.process_time()
answers = [module.tool_guard(call) for call in data]
done({"answers": answers, "seconds": time.process_time() - start})
`;
    const got = runPython(timed, { "careful.py": moduleOf(everything) }, hostile.map(run));
    const { answers: given, seconds } = got as { answers: string[]; seconds: number };
    expect(given.every((answer) => ["allow", "deny"].includes(answer))).toBe(true);
    expect(seconds).toBeLessThan(30);
  });

  test("stands between a caller and the tools of a term", () => {
    const script = `module = load("careful.py")
ran, asked = [], []
tools = {"Bash": lambda call: ran.append(call) or "ran", "WebFetch": ran.append, "ReadFile": ran.append}

def attempt(term, name, arguments):
    try:
        return term.tools[name](arguments)
    except (PermissionError, KeyError) as problem:
        return type(problem).__name__

def consent(call):
    asked.append(call["name"])
    return True

agent = module.Lam("mine", "prompt")
plain = module.build(agent, tools)
willing = module.build(agent, tools, ask=consent)
done({
    "same": plain is agent,
    "names": sorted(plain.tools),
    "harmless": attempt(willing, "Bash", {"command": "ls"}),
    "dangerous": attempt(module.build(agent, tools), "Bash", {"command": "rm -rf x"}),
    "consented": attempt(module.build(agent, tools, ask=consent), "Bash", {"command": "rm -rf x"}),
    "outside": attempt(willing, "WebFetch", {}),
    "asked": asked,
    "ran": len(ran),
    "allow": module.ALLOW_TOOLS,
    "ceiling": module.CEILING,
})
`;
    const got = runPython(script, { "careful.py": moduleOf(everything) }, null);
    expect(got).toEqual({
      same: true,
      names: ["Bash", "ReadFile"],
      harmless: "ran",
      dangerous: "PermissionError",
      consented: "ran",
      outside: "KeyError",
      asked: ["Bash"],
      ran: 2,
      allow: ["ReadFile", "WriteFile", "Bash", "RunTests", "Plain", "Elsewhere"],
      ceiling: { llm: { allBut: [] }, io: { allBut: [] }, state: { allBut: [] } },
    });
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
  (command) => `echo "$(${command})"`,
  (command) => `x=$(${command})`,
  (command) => `(${command})`,
  (command) => `{ ${command}; }`,
  (command) => `if true; then ${command}; fi`,
  (command) => `for i in 1; do ${command}; done`,
  (command) => `eval ${quoted(command)}`,
  (command) => `{ cat <<E${command.length}\nit's $(${command})\nE${command.length}\n}`,
  (command) => `cat <(${command})`,
  (command) => `${command} 2>&1`,
];

const command = fc
  .tuple(
    disguised("rm"),
    fc.constantFrom(" ", "\t", " \\\n ", "${IFS}"),
    disguised("-rf"),
    fc.array(fc.constantFrom(...around), { maxLength: 3 }),
  )
  .map(([name, gap, flag, wrappers]) =>
    wrappers.reduce((inner, wrap) => wrap(inner), `${name}${gap}${flag} x`),
  );

/** Does a real shell run `rm -rf x`? Here `rm` is a function that only reports. */
function bashRuns(text: string): boolean {
  const script = `rm() { [ "$1 $2" = "-rf x" ] && echo HIT >> "$out"; }\n${text}\n`;
  const run = spawnSync("bash", ["-c", `out=$(mktemp); ${script} wait; cat "$out"; command rm "$out"`], {
    encoding: "utf8",
  });
  return run.stdout.includes("HIT");
}

test("a disguised command is found wherever a shell would run it", () => {
  const numRuns = Number(process.env["FC_RUNS"] ?? 200);
  const commands = fc.sample(command, { seed: 42, numRuns });
  const got = runPython(answers, { "careful.py": moduleOf(everything) }, commands.map(run)) as string[];
  expect(commands.filter((_, i) => got[i] !== "ask")).toEqual([]);
  // The commands are what they claim to be: the first of them, tried on a real shell.
  expect(commands.slice(0, 40).filter((text) => !bashRuns(text))).toEqual([]);
});
