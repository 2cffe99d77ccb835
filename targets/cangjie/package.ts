import { childrenOf, lamsOf } from "../../src/ir/children.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Term } from "../../src/ir/term.ts";
import type { Tool } from "../../src/ir/tool.ts";
import { cangjieComment } from "../../src/language/cangjie.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import type { OutputFile } from "../../src/target/target.ts";
import { agentCard } from "./card.ts";
import { classesOf, serverOf } from "./class.ts";
import type { Choice } from "./dialect.ts";
import { entryFunction } from "./entry.ts";
import type { Entry } from "./entry.ts";
import { flowOf } from "./flow.ts";
import { declaredIn, guardFile } from "./guard.ts";
import type { EmitGuard, GuardFile } from "./guard.ts";
import type { Types } from "./jsonable.ts";
import { permissionFile, projectFile } from "./manifest.ts";
import { declare, newScope, packageFolder, packageName } from "./names.ts";
import { obstaclesOf } from "./obstacle.ts";
import {
  onlyRestricts,
  restrictsOf,
  searchBlocks,
  toolGuardBlocks,
  toolGuardImports,
  toolGuardNames,
} from "./restrict.ts";
import type { EmitSearch } from "./restrict.ts";
import { folderProblem, skillFiles } from "./skill-folder.ts";
import { testBlocks, testImports } from "./test-file.ts";
import type { ToolFunction } from "./tool.ts";
import { toolFunctions } from "./tool.ts";

/** What writes guards and patterns. */
export interface Emitters {
  readonly guard: EmitGuard;
  readonly search: EmitSearch;
}

/** A program as declarations; the parts that diagnostics look at, too. */
export interface Package {
  readonly guards: GuardFile;
  readonly functions: readonly ToolFunction[];
  /** Undefined for a program that only restricts. */
  readonly entry: Entry | undefined;
  /** Source files by name, without the ending. */
  readonly sources: Readonly<Record<string, Source>>;
}

interface Source {
  readonly imports: readonly string[];
  readonly blocks: readonly string[];
}

/** The cjpm package of a program; nothing where the package could say only a part of it. */
export function packageFiles(program: Program, emit: Emitters, choice: Choice): readonly OutputFile[] {
  if (obstaclesOf(program).length > 0) return [];
  const { sources } = packageOf(program, emit, choice);
  const isFolder =
    choice.inFolder && folderProblem(program, lamsOf(program.term).length, choice) === undefined;
  const texts = {
    "cjpm.toml": projectFile(program, descriptionOf(program), choice.dialect),
    "permissions.json5": permissionFile(program),
    ...(onlyRestricts(program)
      ? {}
      : { "agent_config.json": agentCard(program, descriptionOf(program)).text }),
    ...Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [`src/${name}.cj`, sourceText(program, source)]),
    ),
  };
  const files = [
    ...Object.entries(texts).map(([path, text]): OutputFile => ({ path, text, layout: "verbatim" })),
    ...(isFolder ? skillFiles(program) : []),
  ];
  return files
    .map((file) => ({ ...file, path: `${packageFolder(program)}/${file.path}` }))
    .toSorted((a, b) => compareText(a.path, b.path));
}

/** The declarations of a program without obstacles. Names are given in a fixed order: guards, tools, types, agents. */
export function packageOf(program: Program, emit: Emitters, choice: Choice): Package {
  const guards = guardFile(program, emit.guard, choice.dialect);
  const isRestricted = restrictsOf(program.term).length > 0;
  const searches = searchBlocks(program, emit.search, guards.blocks);
  const restrictNames = isRestricted ? [...toolGuardNames, ...searches.flatMap(declaredIn)] : [];
  const types: Types = {
    scope: newScope(["ask", ...guards.declared, ...restrictNames]),
    dialect: choice.dialect,
    classes: [],
  };
  const isRestrict = onlyRestricts(program);
  const functions = isRestrict ? [] : toolFunctions(grantedTools(program.term), types, isRestricted);
  const main = isRestrict ? undefined : mainOf(program, functions, guards, types, choice);
  const tests = testBlocks(program, guards);
  const sources: Record<string, Source> = {
    ...(guards.blocks.length === 0 ? {} : { guard: guards }),
    ...(main === undefined ? {} : { main: main.source }),
    ...(isRestricted
      ? {
          tool_guard: {
            imports: toolGuardImports,
            blocks: [
              ...(isRestrict ? rightsOf(program, choice) : []),
              ...searches,
              ...toolGuardBlocks(program, functions),
            ],
          },
        }
      : {}),
    ...(types.classes.length === 0 ? {} : { types: { imports: magicImports, blocks: types.classes } }),
    ...(tests === undefined
      ? {}
      : {
          guard_test: {
            imports: isRestricted ? [...testImports, ...toolGuardImports] : testImports,
            blocks: tests,
          },
        }),
  };
  return { guards, functions, entry: main?.entry, sources };
}

const magicImports = ["import magic.dsl.*", "import magic.prelude.*"];

/** The tools, the agents and `run`. */
function mainOf(
  program: Program,
  functions: readonly ToolFunction[],
  guards: GuardFile,
  types: Types,
  choice: Choice,
): { readonly source: Source; readonly entry: Entry } {
  const { scope } = types;
  const classes = classesOf(program, functions, scope, choice, descriptionOf(program));
  const flow = flowOf(program.term, {
    classOf: (lam) => classes.nameOf.get(lam) ?? "",
    functionOf: guards.functionOf,
    declare: (name) => declare(scope, name),
  });
  const entry = entryFunction(program, flow.result, types);
  const imports = [
    ...magicImports,
    ...(entry.parses ? ["import std.convert.*"] : []),
    ...functions.flatMap(({ imported }) => (imported === undefined ? [] : [`import ${imported}`])),
  ];
  const blocks = [
    ...rightsOf(program, choice),
    ...functions.map(({ code }) => code),
    ...classes.texts,
    ...flow.declarations,
    entry.code,
  ];
  return { source: { imports: [...new Set(imports)].toSorted(compareText), blocks }, entry };
}

/** One source file: what it is, the package, its imports, its declarations. */
function sourceText(program: Program, { imports, blocks }: Source): string {
  const description = descriptionOf(program);
  const title = `${program.name}${description === "" ? "" : `: ${description}`}`;
  const sections = [
    `${cangjieComment(`${title}\nGenerated by skillc for CangjieMagic.`)}\npackage ${packageName(program)}`,
    ...(imports.length === 0 ? [] : [imports.join("\n")]),
    ...blocks,
  ];
  return `${sections.join("\n\n")}\n`;
}

/** What the reader of the package has to know of its rights, as a comment; empty where there is nothing to say. */
function rightsOf({ permissionDiff, skills, term }: Program, { servers }: Choice): readonly string[] {
  const scopes = [...new Set(skills.flatMap(({ mcpScopes }) => mcpScopes.map(({ name }) => name)))];
  const isOpen = (scope: string): boolean =>
    restrictsOf(term).length > 0 || !Object.hasOwn(servers, serverOf(scope));
  const open = scopes.filter(isOpen);
  const served = scopes.filter((scope) => !isOpen(scope));
  const keys = [...new Set(memoryKeys(term))];
  const lines = [
    ...permissionDiff.map(({ change, what, name, because }) => `${change} ${what} ${name}: ${because}`),
    ...(open.length === 0
      ? []
      : [`Add the servers of these MCP scopes to the tools of the agent: ${open.join(", ")}.`]),
    ...(served.length === 0
      ? []
      : [`The servers of these MCP scopes bring all their tools: ${served.join(", ")}.`]),
    ...(keys.length === 0
      ? []
      : [`The agent remembers the conversation; these keys are not kept apart: ${keys.join(", ")}.`]),
  ];
  return lines.length === 0 ? [] : [lines.map(cangjieComment).join("\n")];
}

function memoryKeys(term: Term): readonly string[] {
  const inside = childrenOf(term).flatMap(memoryKeys);
  return term.kind === "memory" ? [...inside, ...term.keys] : inside;
}

/** Of a skill alone its description, of an agent with `skills:` the agent's own. */
export function descriptionOf({ name, agent, skills }: Program): string {
  const [first, ...more] = skills;
  const alone = first !== undefined && more.length === 0 && (first.name === name || agent.description === "");
  return alone ? first.description : agent.description;
}

/** The tools granted to the models of a term, by name. */
function grantedTools(term: Term): readonly Tool[] {
  const found = new Map(lamsOf(term).flatMap(({ tools }) => tools.map((tool) => [tool.name, tool] as const)));
  return [...found.values()].toSorted((a, b) => compareText(a.name, b.name));
}
