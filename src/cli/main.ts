import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { UsageError } from "./usage.ts";
import { version } from "./version.ts";

/** The command line. Each command's module, and all that it needs, is loaded when it runs. */
const program = new Command("skillc")
  .description(
    "A compiler for agent skills: checks SKILL.md and skill.yml, and writes what each runtime wants.",
  )
  .version(version)
  .showSuggestionAfterError()
  .helpCommand(false)
  .addHelpText("after", "\nA path is a file, a skill folder or a tree; no path means the working directory.");

const format = (...names: readonly string[]): Option =>
  new Option("--format <name>", "how the answer is written").choices([...names]).default("text");
const quiet = new Option("--quiet", "errors only").default(false);
const list = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...value.split(",").filter((item) => item !== ""),
];
const files = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
const agent = new Option("--agent <file>", "the agent configuration that skills are mounted on");
const device = new Option("--device <files...>", "device files").argParser(files);
const tools = new Option("--tools <file>", "a tool catalogue beside the built-in one");

program
  .command("check")
  .description("check skills by every rule")
  .argument("[paths...]")
  .addOption(format("text", "json", "sarif", "github"))
  .addOption(quiet)
  .addOption(
    new Option("--client <names>", "say what these agents make of each SKILL.md; all for every one")
      .argParser(list)
      .default([], "none"),
  )
  .addOption(
    new Option(
      "--context <tokens>",
      "with --client: the context that their lists of skills stand in",
    ).argParser(count),
  )
  .addOption(new Option("--fix", "mend what can be mended safely, in place").default(false))
  .addOption(
    new Option("--unsafe-fixes", "with --fix or --diff: also what may change a meaning").default(false),
  )
  .addOption(new Option("--diff", "show what --fix would change, and write nothing").default(false))
  .addOption(new Option("--max-warnings <n>", "more warnings than this are a failure").argParser(count))
  .addOption(
    new Option(
      "--update-baseline",
      "accept what is reported now in a .skillc-baseline.json beside each skill",
    ).default(false),
  )
  .addOption(
    new Option(
      "--shard <i/n>",
      "check one of n parts of the skills; `skillc report merge` joins them",
    ).argParser(shard),
  )
  .addOption(agent)
  .addOption(device)
  .addOption(tools)
  .addOption(new Option("--cache-dir <folder>", "where answers are kept for the next run"))
  .addOption(new Option("--no-cache", "neither use a kept answer nor keep this one"))
  .action(async (paths: string[], flags) => {
    const { runCheck } = await import("./check.ts");
    process.exitCode = await runCheck(paths, flags);
  });

program
  .command("compile")
  .description("compile skills for one or more targets")
  .argument("[paths...]")
  .addOption(
    new Option("--target <names>", "targets, separated by commas").argParser(list).default([], "none"),
  )
  .addOption(
    new Option("--client <names>", "with agent-skills: the form of these agents; all for every one")
      .argParser(list)
      .default([], "none"),
  )
  .addOption(new Option("--out <folder>", "where to write").default("out"))
  .addOption(new Option("--verify", "compare with the files on disk instead of writing").default(false))
  .addOption(new Option("--depfile <file>", "write which inputs each output has, as rules of make"))
  .addOption(new Option("--metafile <file>", "write the same as JSON"))
  .addOption(format("text", "json"))
  .addOption(quiet)
  .addOption(agent)
  .addOption(device)
  .addOption(tools)
  .action(async (paths: string[], flags) => {
    const { runCompile } = await import("./compile.ts");
    process.exitCode = await runCompile(paths, flags);
  });

program
  .command("sync")
  .description("write the skills into the folder where an agent looks for them, and keep it up to date")
  .argument("[paths...]")
  .addOption(new Option("--to <folder>", "where to write; with --client, the project").makeOptionMandatory())
  .addOption(new Option("--client <name>", "an agent: its folder below, and the form that it reads"))
  .addOption(new Option("--dry-run", "say what would be done, and write nothing").default(false))
  .addOption(new Option("--force", "also what has been edited since it was written").default(false))
  .addOption(format("text", "json"))
  .addOption(quiet)
  .action(async (paths: string[], flags) => {
    const { runSync } = await import("./sync.ts");
    process.exitCode = await runSync(paths, flags);
  });

program
  .command("portable")
  .description("say which skills run on which devices, and why not")
  .argument("[paths...]")
  .addOption(device)
  .addOption(new Option("--target <name>", "a target in place of the device's own"))
  .addOption(format("text", "json"))
  .addOption(quiet)
  .addOption(agent)
  .addOption(tools)
  .action(async (paths: string[], flags) => {
    const { runPortable } = await import("./portable.ts");
    process.exitCode = await runPortable(paths, flags);
  });

program
  .command("inspect")
  .description("show type, effect, grade, bound and term of skills, and of the agent that mounts them")
  .argument("[paths...]")
  .addOption(format("text", "json"))
  .addOption(quiet)
  .addOption(agent)
  .addOption(tools)
  .action(async (paths: string[], flags) => {
    const { runInspect } = await import("./inspect.ts");
    process.exitCode = await runInspect(paths, flags);
  });

program
  .command("guard")
  .description("check, evaluate or translate one guard")
  .argument("<expression>")
  .addOption(new Option("--type <type>", "what x is").default("Str"))
  .addOption(new Option("--input <file>", "a text to try it on; - for standard input"))
  .addOption(new Option("--emit <language>", "translate it").choices(["js", "python", "cangjie"]))
  .addOption(
    new Option("--explain", "show its tree with types and steps and, for an input, what decided").default(
      false,
    ),
  )
  .addOption(
    new Option("--mutate", "would the samples notice a mistake? run small ones against them").default(false),
  )
  .addOption(
    new Option("--accept <files...>", "samples that it has to accept").argParser(files).default([], "none"),
  )
  .addOption(
    new Option("--refuse <files...>", "samples that it has to refuse").argParser(files).default([], "none"),
  )
  .addOption(format("text", "json"))
  .addOption(quiet)
  .action(async (expression: string, flags) => {
    const { runGuard } = await import("./guard.ts");
    process.exitCode = await runGuard(expression, flags);
  });

const cost = program
  .command("cost")
  .helpCommand(false)
  .description("fit cost hints from recorded runs, or compare the two");
const recordHelp = `
RUNS is JSON Lines, one object for one run:
  {"skill": "make-pdf", "outcome": "useful", "attempts": 2, "tokens": 5100, "latency": 8.1, "money": 0.0153}
outcome is useful, useless or fatal; attempts (1) and money may be left out; figures are of all attempts together.
\`skillc explain cost/run-record\` says more.`;

cost
  .command("learn")
  .description("print a cost_hint for each skill of the runs, with 95 % intervals")
  .argument("<runs>")
  .addOption(format("text", "json"))
  .addOption(quiet)
  .addHelpText("after", recordHelp)
  .action(async (runs: string, flags) => {
    const { runLearn } = await import("./cost.ts");
    process.exitCode = await runLearn(runs, flags);
  });

cost
  .command("validate")
  .description("compare what is expected of skills with the runs; more than twice off is a failure")
  .argument("<runs>")
  .argument("[paths...]")
  .addOption(format("text", "json"))
  .addOption(quiet)
  .addOption(agent)
  .addOption(tools)
  .addHelpText("after", recordHelp)
  .action(async (runs: string, paths: string[], flags) => {
    const { runValidate } = await import("./cost.ts");
    process.exitCode = await runValidate(runs, paths, flags);
  });

program
  .command("diff")
  .description("say what changed for who uses the skills, and whether their versions allow it")
  .argument("<old>")
  .argument("<new>")
  .addOption(format("text", "json"))
  .addOption(quiet)
  .addOption(agent)
  .addOption(tools)
  .action(async (before: string, after: string, flags) => {
    const { runDiff } = await import("./diff.ts");
    process.exitCode = await runDiff(before, after, flags);
  });

program
  .command("fmt")
  .description("lay out front matter and guards, values unchanged")
  .argument("[paths...]")
  .addOption(new Option("--check", "write nothing; a file that would change is a failure").default(false))
  .addOption(new Option("--diff", "show what would change, and write nothing").default(false))
  .addOption(
    new Option("--dialect <name>", "plain, or portable: the one form that every loader reads alike")
      .choices(["plain", "portable"])
      .default("plain"),
  )
  .addOption(format("text", "json"))
  .addOption(quiet)
  .action(async (paths: string[], flags) => {
    const { runFmt } = await import("./fmt.ts");
    process.exitCode = await runFmt(paths, flags);
  });

program
  .command("types")
  .description("write what TypeScript knows of imported skills to .skillc/types")
  .argument("[paths...]")
  .addOption(quiet)
  .action(async (paths: string[], flags) => {
    const { runTypes } = await import("./types.ts");
    process.exitCode = await runTypes(paths, flags);
  });

program
  .command("inputs")
  .description("list the files and variables that a run depends on, for build systems")
  .argument("[paths...]")
  .addOption(format("text", "json"))
  .addOption(agent)
  .addOption(device)
  .addOption(tools)
  .action(async (paths: string[], flags) => {
    const { runInputs } = await import("./inputs.ts");
    process.exitCode = await runInputs(paths, flags);
  });

const report = program.command("report").helpCommand(false).description("join the reports of several runs");

report
  .command("merge")
  .description("join the JSON reports of all shards into the one that a single run prints")
  .argument("<files...>")
  .addOption(format("text", "json"))
  .action(async (paths: string[], flags) => {
    const { runMerge } = await import("./merge.ts");
    process.exitCode = await runMerge(paths, flags);
  });

program
  .command("explain")
  .description("say what a code means, with an example")
  .argument("[code]")
  .addOption(format("text", "json"))
  .action(async (code: string | undefined, flags) => {
    const { runExplain } = await import("./explain.ts");
    process.exitCode = await runExplain(code, flags);
  });

program
  .command("serve")
  .description("serve skills to an MCP client, until its input ends")
  .argument("[paths...]")
  .addOption(new Option("--stdio", "over standard input and output").default(false))
  .addOption(quiet)
  .addOption(agent)
  .addOption(tools)
  .action(async (paths: string[], flags) => {
    const { runServe } = await import("./serve.ts");
    process.exitCode = await runServe(paths, flags);
  });

function count(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError("It is a whole number.");
  return Number(value);
}

function shard(value: string): { readonly index: number; readonly count: number } {
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(value) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError("It is a part and the number of parts, such as 1/4.");
}

/** Wrong usage and our own bugs end with status 2 and one line on stderr. */
function fail(error: unknown): void {
  process.exitCode = 2;
  if (error instanceof CommanderError) {
    // Help and the version were asked for and have been printed.
    if (error.exitCode === 0) process.exitCode = 0;
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  const what = error instanceof UsageError ? text : `this is a bug in skillc: ${text}`;
  process.stderr.write(`skillc: ${what.replaceAll(/\s*\n\s*/g, " ")}\n`);
  if (!(error instanceof UsageError) && process.env["SKILLC_DEBUG"] !== undefined)
    process.stderr.write(`${String((error as Error).stack)}\n`);
}

function oneLine(text: string): string {
  return `skillc: ${text
    .trim()
    .replace(/^error: /, "")
    .replaceAll(/\s*\n\s*/g, " ")}\n`;
}

for (const stream of [process.stdout, process.stderr]) {
  // `print` hears of the same error and decides; without a listener, node would end the run before the status is known.
  stream.on("error", () => undefined);
}

for (const command of [program, ...program.commands, ...cost.commands, ...report.commands]) {
  command.exitOverride();
  command.configureOutput({
    writeErr: (text) => {
      process.stderr.write(oneLine(text));
    },
  });
}

if (process.argv.length <= 2) program.outputHelp();
else void program.parseAsync().catch(fail);
