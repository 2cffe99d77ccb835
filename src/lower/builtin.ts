import type { Catalogue, Risk, Tool } from "../ir/tool.ts";
import type { JsonSchema } from "../ir/type.ts";

type Row = readonly [
  name: string,
  capabilities: string,
  risk: Risk,
  description: string,
  parameters?: string,
];

/**
 * Parameters as `name:type`, `?` for an optional one. Sources: the built-in tools of lambdagent 0.1.0 and their risk
 * classes; the tool references of Claude Code, Codex CLI, Gemini CLI, OpenCode, Goose and Cursor, read 2026-11.
 */
const rows: readonly Row[] = [
  // lambdagent
  ["ReadFile", "fs.read", "low", "Reads a text file.", "path:string"],
  [
    "EditFile",
    "fs.read fs.write",
    "medium",
    "Replaces a text in a file.",
    "path:string old:string new:string",
  ],
  ["WriteFile", "fs.write", "medium", "Writes a text file.", "path:string content:string"],
  ["ListFiles", "fs.read", "low", "Lists the files of a folder.", "path:string"],
  ["SearchContent", "fs.read", "low", "Searches the text of files.", "pattern:string path:string?"],
  ["Bash", "exec", "high", "Runs a shell command.", "command:string"],
  ["GitStatus", "fs.read", "low", "Shows the state of a Git work tree."],
  ["GitDiff", "fs.read", "low", "Shows the changes of a Git work tree.", "path:string?"],
  ["GitLog", "fs.read", "low", "Shows the history of a Git repository.", "limit:integer?"],
  ["GitCommit", "fs.read fs.write", "medium", "Commits changes to Git.", "message:string"],
  ["GitBranch", "fs.read fs.write", "medium", "Creates or switches a Git branch.", "name:string"],
  ["CodeSearch", "fs.read", "low", "Searches source code.", "query:string"],
  ["ProjectMap", "fs.read", "low", "Outlines a project."],
  ["RunTests", "exec", "high", "Runs the tests of a project.", "command:string?"],
  ["TaskCreate", "kb.write", "low", "Adds a task to the task list.", "title:string"],
  ["TaskUpdate", "kb.write", "low", "Changes a task of the task list.", "id:string status:string"],
  ["TaskList", "kb.read", "low", "Shows the task list."],
  [
    "NotebookEdit",
    "fs.read fs.write",
    "medium",
    "Edits a cell of a notebook.",
    "path:string cell:integer source:string",
  ],
  ["WebSearch", "net", "low", "Searches the web.", "query:string"],
  ["WebFetch", "net", "low", "Fetches a page.", "url:string prompt:string?"],
  ["ChunkSplit", "", "low", "Splits a text into pieces.", "text:string size:integer?"],
  ["OCR", "fs.read", "low", "Reads the text of an image.", "path:string"],
  [
    "DocGen",
    "fs.read fs.write",
    "medium",
    "Writes a document from a template.",
    "template:string output:string",
  ],
  ["KBCreate", "kb.write", "medium", "Creates a knowledge base.", "name:string"],
  ["KBAdd", "kb.write", "medium", "Adds a document to a knowledge base.", "name:string text:string"],
  ["KBSearch", "kb.read", "low", "Searches a knowledge base.", "query:string"],
  ["KBList", "kb.read", "low", "Lists knowledge bases."],
  ["IngestFiles", "fs.read kb.write", "medium", "Reads files into a knowledge base.", "paths:string[]"],
  ["QueryKnowledge", "kb.read", "low", "Asks a knowledge base.", "query:string"],
  ["ListKnowledge", "kb.read", "low", "Lists what a knowledge base holds."],
  ["RemoveKnowledge", "kb.write", "high", "Deletes from a knowledge base.", "id:string"],
  ["DeepAnalysis", "kb.read", "low", "Analyses documents of a knowledge base.", "query:string"],
  ["WikiIngest", "fs.read kb.write", "medium", "Reads files into a wiki.", "paths:string[]"],
  ["WikiQuery", "kb.read", "low", "Asks a wiki.", "query:string"],
  ["WikiLint", "kb.read", "low", "Checks a wiki."],
  ["WikiSearch", "kb.read", "low", "Searches a wiki.", "query:string"],
  ["WikiStatus", "kb.read", "low", "Shows the state of a wiki."],
  ["WikiGrow", "kb.read kb.write", "medium", "Adds pages to a wiki.", "topic:string"],
  ["terminate", "", "low", "Ends the run.", "result:string?"],
  // Claude Code
  ["Read", "fs.read", "low", "Reads a file.", "file_path:string offset:integer? limit:integer?"],
  ["Write", "fs.write", "medium", "Writes a file.", "file_path:string content:string"],
  [
    "Edit",
    "fs.read fs.write",
    "medium",
    "Replaces a text in a file.",
    "file_path:string old_string:string new_string:string",
  ],
  ["MultiEdit", "fs.read fs.write", "medium", "Makes several edits in one file.", "file_path:string"],
  ["NotebookRead", "fs.read", "low", "Reads a notebook.", "notebook_path:string"],
  ["Glob", "fs.read", "low", "Finds files by name.", "pattern:string path:string?"],
  ["Grep", "fs.read", "low", "Searches the text of files.", "pattern:string path:string?"],
  ["LS", "fs.read", "low", "Lists a folder.", "path:string"],
  ["BashOutput", "exec", "medium", "Reads the output of a shell that runs.", "bash_id:string"],
  ["KillShell", "exec", "high", "Ends a shell that runs.", "shell_id:string"],
  ["PowerShell", "exec", "high", "Runs a PowerShell command.", "command:string"],
  ["Monitor", "exec", "high", "Watches the output of a command.", "command:string"],
  ["Task", "exec", "high", "Starts an agent for a part of the work.", "description:string prompt:string"],
  ["Agent", "exec", "high", "Starts an agent for a part of the work.", "description:string prompt:string"],
  ["Skill", "fs.read", "low", "Loads a skill.", "skill:string"],
  ["SlashCommand", "fs.read", "low", "Runs a command of the user's.", "command:string"],
  ["TodoWrite", "kb.write", "low", "Writes the list of things to do."],
  ["TodoRead", "kb.read", "low", "Reads the list of things to do."],
  ["AskUserQuestion", "ui", "low", "Asks the user.", "question:string"],
  ["ExitPlanMode", "ui", "low", "Shows a plan and waits for consent.", "plan:string"],
  ["EnterPlanMode", "ui", "low", "Starts to plan."],
  ["LSP", "fs.read", "low", "Asks a language server."],
  ["ToolSearch", "", "low", "Finds tools.", "query:string"],
  ["ListMcpResourcesTool", "net", "low", "Lists the resources of MCP servers."],
  ["ReadMcpResourceTool", "net", "low", "Reads a resource of an MCP server.", "server:string uri:string"],
  // Codex, Gemini CLI, OpenCode, Goose, Cursor and others
  ["shell", "exec", "high", "Runs a shell command.", "command:string"],
  ["apply_patch", "fs.read fs.write", "medium", "Applies a patch.", "patch:string"],
  ["update_plan", "kb.write", "low", "Writes the plan."],
  ["view_image", "fs.read", "low", "Reads an image.", "path:string"],
  ["run_shell_command", "exec", "high", "Runs a shell command.", "command:string"],
  ["read_file", "fs.read", "low", "Reads a file.", "path:string"],
  ["read_many_files", "fs.read", "low", "Reads several files.", "paths:string[]"],
  ["write_file", "fs.write", "medium", "Writes a file.", "file_path:string content:string"],
  [
    "replace",
    "fs.read fs.write",
    "medium",
    "Replaces a text in a file.",
    "file_path:string old_string:string new_string:string",
  ],
  ["list_directory", "fs.read", "low", "Lists a folder.", "path:string"],
  ["glob", "fs.read", "low", "Finds files by name.", "pattern:string"],
  ["search_file_content", "fs.read", "low", "Searches the text of files.", "pattern:string"],
  ["web_fetch", "net", "low", "Fetches a page.", "prompt:string"],
  ["google_web_search", "net", "low", "Searches the web.", "query:string"],
  ["save_memory", "kb.write", "low", "Remembers a fact.", "fact:string"],
  ["bash", "exec", "high", "Runs a shell command.", "command:string"],
  ["read", "fs.read", "low", "Reads a file.", "filePath:string"],
  ["write", "fs.write", "medium", "Writes a file.", "filePath:string content:string"],
  [
    "edit",
    "fs.read fs.write",
    "medium",
    "Replaces a text in a file.",
    "filePath:string oldString:string newString:string",
  ],
  ["grep", "fs.read", "low", "Searches the text of files.", "pattern:string"],
  ["list", "fs.read", "low", "Lists a folder.", "path:string?"],
  ["webfetch", "net", "low", "Fetches a page.", "url:string"],
  ["developer__shell", "exec", "high", "Runs a shell command.", "command:string"],
  [
    "developer__text_editor",
    "fs.read fs.write",
    "medium",
    "Views and edits files.",
    "command:string path:string",
  ],
  ["run_terminal_cmd", "exec", "high", "Runs a terminal command.", "command:string"],
  ["edit_file", "fs.read fs.write", "medium", "Edits a file.", "target_file:string"],
  ["codebase_search", "fs.read", "low", "Searches a code base.", "query:string"],
  ["execute_command", "exec", "high", "Runs a command.", "command:string"],
  ["write_to_file", "fs.write", "medium", "Writes a file.", "path:string content:string"],
];

/** The tools of lambdagent and of the common clients. */
export const builtinCatalogue: Catalogue = new Map(rows.map((row) => [row[0], toolOf(row)]));

function toolOf([name, capabilities, risk, description, parameters = ""]: Row): Tool {
  return {
    name,
    description,
    capabilities: capabilities.split(" ").filter((word) => word !== ""),
    risk,
    confined: false,
    parameters: parametersOf(parameters),
    devices: {},
  };
}

function parametersOf(written: string): JsonSchema {
  const list = written
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => {
      const [name = "", type = "string"] = word.replace("?", "").split(":");
      const isList = type.endsWith("[]");
      const item = { type: type.replace("[]", "") };
      return { name, required: !word.endsWith("?"), schema: isList ? { type: "array", items: item } : item };
    });
  return {
    type: "object",
    properties: Object.fromEntries(list.map(({ name, schema }) => [name, schema])),
    required: list.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}
