import { childrenOf, lamsOf } from "../../src/ir/children.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Prompt } from "../../src/ir/skill.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { agentClass, executorOf } from "./agent.ts";
import type { Choice } from "./dialect.ts";
import { modelReference } from "./model.ts";
import { agentIdentifier, declare } from "./names.ts";
import type { Scope } from "./names.ts";
import { restrictsOf } from "./restrict.ts";
import { folderProblem, folderPrompt, skillRoot } from "./skill-folder.ts";
import type { ToolFunction } from "./tool.ts";

interface Classes {
  readonly texts: readonly string[];
  readonly nameOf: ReadonlyMap<Lam, string>;
}

/** One class for each Lam. A single one has the name of the program, several have those of their steps. */
export function classesOf(
  program: Program,
  functions: readonly ToolFunction[],
  scope: Scope,
  choice: Choice,
  description: string,
): Classes {
  const remembering = new Set(rememberingLams(program.term, false));
  const lams = lamsOf(program.term);
  const isAlone = lams.length === 1;
  const isFolder = choice.inFolder && folderProblem(program, lams.length, choice) === undefined;
  const identifiers = new Map(functions.map(({ tool, identifier }) => [tool.name, identifier]));
  const servers = serversOf(program, choice);
  const nameOf = new Map<Lam, string>();
  const texts = lams.map((lam) => {
    const className = declare(scope, agentIdentifier(isAlone ? program.name : lam.name));
    nameOf.set(lam, className);
    const tools = lam.tools.flatMap(({ name }) => identifiers.get(name) ?? []);
    return agentClass(
      {
        className,
        model: modelReference(lam.model, program.agent.provider, choice.dialect),
        description: isAlone ? description : `${lam.name} of ${program.name}`,
        executor: executorOf(lam, program.agent, tools.length + servers.length > 0 || isFolder),
        temperature: lam.temperature,
        memory: remembering.has(lam),
        tools,
        servers,
        skillRoot: isFolder ? `./${skillRoot}` : undefined,
        prompt: isFolder ? folderAgentPrompt(program) : promptOf(lam, program, isAlone),
      },
      choice.dialect,
    );
  });
  return { texts, nameOf };
}

function rememberingLams(term: Term, inMemory: boolean): readonly Lam[] {
  if (term.kind === "lam") return inMemory ? [term] : [];
  return childrenOf(term).flatMap((child) => rememberingLams(child, inMemory || term.kind === "memory"));
}

/**
 * The addresses of the servers whose tools the skills name. A server brings all of its tools, which no restrict could
 * narrow, so a restricted program has none.
 */
function serversOf({ skills, term }: Program, { servers }: Choice): readonly string[] {
  if (restrictsOf(term).length > 0) return [];
  const scopes = skills.flatMap(({ mcpScopes }) => mcpScopes.map(({ name }) => serverOf(name)));
  return [...new Set(scopes)].flatMap((name) => (Object.hasOwn(servers, name) ? [servers[name] ?? ""] : []));
}

/** The server of an MCP scope `server/tool`. */
export function serverOf(scope: string): string {
  return scope.split("/", 1).join("");
}

/** CangjieMagic appends the list of skills to a prompt, and does so only where there is one. */
function folderAgentPrompt({ agent }: Program): Prompt {
  const text = agent.systemPrompt.trim() === "" ? folderPrompt : agent.systemPrompt;
  return { kind: "text", text };
}

/**
 * A skill alone, on an agent without a system prompt, needs no marks that bound it: it has the prompt as it is written,
 * with its parts where it has parts. Every other Lam has its whole system prompt.
 */
function promptOf(lam: Lam, program: Program, isAlone: boolean): Prompt {
  const skill = skillAlone(program);
  return isAlone && skill !== undefined ? skill.prompt : { kind: "text", text: lam.prompt };
}

/** The one skill of a program that has nothing else to say. */
export function skillAlone({ agent, skills }: Program): Program["skills"][number] | undefined {
  const [skill, ...more] = skills.filter(({ kind }) => kind === "skill");
  const isAlone = skill !== undefined && more.length === 0 && skill.steps.length === 0;
  return isAlone && agent.systemPrompt.trim() === "" ? skill : undefined;
}
