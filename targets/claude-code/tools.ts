import type { Catalogue } from "../../src/ir/tool.ts";
import { compareText } from "../../src/report/diagnostic.ts";

/**
 * The built-in tools of Claude Code by their canonical names: its tools reference, read 2026-11-30, and what version 2.1.332
 * offers its model.
 */
export const clientTools: readonly string[] = (
  "Agent Artifact ArtifactCheck ArtifactComments ArtifactData AskUserQuestion Bash CronCreate CronDelete CronList Edit " +
  "EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep LSP ListAgents ListMcpResourcesTool Monitor NotebookEdit " +
  "PowerShell Read ReadMcpResourceTool ReportFindings ScheduleWakeup SendMessage Skill TaskCreate TaskGet TaskList TaskOutput " +
  "TaskStop TaskUpdate TodoWrite ToolSearch WebFetch WebSearch Workflow Write"
).split(" ");

/** Names of versions before: a rule that names one makes Claude Code warn, and a call may still have one. */
export const formerTools: readonly string[] =
  "BashOutput KillBash KillShell LS MultiEdit NotebookRead SlashCommand Task TodoRead TeamCreate TeamDelete".split(
    " ",
  );

/** Tools that run a command of their own, and do with it what `Bash` does. */
const shellTools: readonly string[] = ["Bash", "Monitor", "PowerShell"];

/** Tools of lambdagent and of other clients that do what a tool of Claude Code does. */
const equivalents: Readonly<Record<string, string>> = {
  Read: "ReadFile read read_file view_image",
  Write: "WriteFile write write_file create_file write_to_file",
  Edit: "EditFile edit edit_file replace replace_string_in_file search_replace MultiEdit",
  Glob: "ListFiles list LS ls list_dir list_directory glob file_search glob_file_search",
  Grep: "SearchContent grep grep_search search_file_content CodeSearch",
  Bash: "bash shell exec_command run_shell_command run_terminal_cmd run_in_terminal execute_command developer__shell",
  NotebookEdit: "",
  WebSearch: "web_search google_web_search websearch",
  WebFetch: "web_fetch webfetch fetch_webpage",
  Agent: "Task task spawn_agent",
  Skill: "skill activate_skill",
  AskUserQuestion: "ask_user request_user_input question",
  TodoWrite: "todo_write write_todos todowrite manage_todo_list update_plan",
};

/** Arguments of those tools that Claude Code's tool has under another name. */
const fieldNames: Readonly<Record<string, readonly string[]>> = {
  path: ["file_path", "notebook_path"],
  filePath: ["file_path"],
  target_file: ["file_path"],
  old: ["old_string"],
  new: ["new_string"],
  source: ["new_source"],
};

/**
 * The tools of Claude Code that a name stands for, older names of the same tool included; undefined where it stands for
 * none. An MCP scope `server/tool` is `mcp__server__tool`.
 */
export function namedBy(name: string): readonly string[] | undefined {
  const scope = /^([^/]+)\/([^/]+)$/.exec(name);
  if (scope !== null) return [`mcp__${mcpPart(scope[1])}__${mcpPart(scope[2])}`];
  if (/^mcp__.+__.+$/.test(name)) return [name];
  const own = clientTools.includes(name) || formerTools.includes(name) ? [name] : [];
  const alike = Object.entries(equivalents).find(
    ([tool, others]) => tool === name || others.split(" ").includes(name),
  );
  if (alike === undefined) return own.length === 0 ? undefined : own;
  const [tool, others] = alike;
  return [...new Set([...own, tool, ...others.split(" ").filter((other) => formerTools.includes(other))])];
}

/** As `namedBy`, for what is to be caught: every tool that could do the same by another name. */
export function caughtBy(name: string): readonly string[] | undefined {
  const named = namedBy(name);
  return named?.includes("Bash") === true ? [...new Set([...named, ...shellTools])] : named;
}

/** The tools of Claude Code of which a catalogue knows what they do; with a capability, those that have it. Sorted. */
export function knownTools(catalogue: Catalogue, capability?: string): readonly string[] {
  const declared = [...catalogue.values()].filter(({ span }) => span !== undefined).map(({ name }) => name);
  const names = [...clientTools, ...formerTools, ...declared].filter((name) => {
    const capabilities = catalogue.get(name)?.capabilities;
    return capability === undefined ? catalogue.has(name) : capabilities?.includes(capability) === true;
  });
  return [...new Set(names.flatMap((name) => namedBy(name) ?? [name]))].toSorted(compareText);
}

/** The names under which an argument may stand in a call of Claude Code. */
export function fieldsNamed(field: string): readonly string[] {
  return [field, ...(fieldNames[field] ?? [])];
}

/** Claude Code keeps letters, digits, `_` and `-` of the name of a server or a tool. */
function mcpPart(text = ""): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, "_");
}
