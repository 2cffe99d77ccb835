import { childrenOf, lamsOf } from "../../src/ir/children.ts";
import { effectOfTool } from "../../src/ir/infer.ts";
import { leq } from "../../src/ir/lattice.ts";
import type { Program } from "../../src/ir/program.ts";
import type { DenyPattern } from "../../src/ir/skill.ts";
import type { Term } from "../../src/ir/term.ts";
import type { Tool } from "../../src/ir/tool.ts";
import { cangjieString } from "../../src/language/cangjie.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import { topLevelBlocks } from "./guard.ts";
import { startsPrograms } from "./obstacle.ts";
import type { ToolFunction } from "./tool.ts";

type RestrictTerm = Extract<Term, { kind: "restrict" }>;

/** A pattern as a Cangjie function: `src/guard/cangjie.ts`, or a stand-in for it. */
export type EmitSearch = (
  pattern: string,
  functionName: string,
) => { readonly code: string; readonly runtime: string };

export function restrictsOf(term: Term): readonly RestrictTerm[] {
  const inside = childrenOf(term).flatMap(restrictsOf);
  return term.kind === "restrict" ? [...inside, term] : inside;
}

/** True of a program that only takes ability away; it has no agent of its own. */
export function onlyRestricts({ skills }: Program): boolean {
  return skills.length > 0 && skills.every(({ kind }) => kind === "restrict");
}

/** The searches for the patterns of a program; what they call is left out where it is in `others` already. */
export function searchBlocks(
  program: Program,
  emitSearch: EmitSearch,
  others: readonly string[],
): readonly string[] {
  const searches = patternsOf(program).map(({ regex }, i) => emitSearch(regex, `pattern${i + 1}`));
  const runtime = new Set(searches.flatMap((search) => topLevelBlocks(search.runtime)));
  return [
    ...[...runtime].filter((block) => !others.includes(block)),
    ...searches.map(({ code }) => code.trim()),
    ...(searches.length === 0 ? [] : [leafSearch]),
  ];
}

/** The tool guard of a program, as declarations beside its searches. */
export function toolGuardBlocks(program: Program, functions: readonly ToolFunction[]): readonly string[] {
  return [
    permittedFunction(program, functions),
    toolGuardFunction(patternsOf(program), functions),
    ...(onlyRestricts(program) ? [] : [permit]),
  ];
}

/** Those that deny come first, since deny beats ask. What is about tools that are denied anyway is left out. */
function patternsOf(program: Program): readonly DenyPattern[] {
  const permitted = new Set(permittedTools(program));
  const all = restrictsOf(program.term)
    .flatMap(({ restrict }) => restrict.denyPatterns)
    .filter(({ tools }) => tools === undefined || tools.some(({ name }) => permitted.has(name)));
  return [...all.filter(({ action }) => action === "deny"), ...all.filter(({ action }) => action === "ask")];
}

function permittedFunction(program: Program, functions: readonly ToolFunction[]): string {
  const permitted = new Set(permittedTools(program));
  const renamed = functions.flatMap(({ tool, identifier }) => (permitted.has(tool.name) ? [identifier] : []));
  const names = [...new Set([...permitted, ...renamed])].toSorted(compareText);
  return [
    "// Whether every restrict leaves a tool, and it starts no other program.",
    "func isPermitted(tool: String): Bool {",
    ...(names.length === 0
      ? ["    return false"]
      : [
          "    return match (tool) {",
          ...names.map((name) => `        case ${cangjieString(name)} => true`),
          "        case _ => false",
          "    }",
        ]),
    "}",
  ].join("\n");
}

/**
 * The tools of the catalogue that every restrict leaves; a tool in no catalogue may do anything and is left by none.
 * What a skill outside a restrict brings, the restrict does not take away.
 */
export function permittedTools({ term, catalogue }: Program): readonly string[] {
  const restricts = restrictsOf(term);
  const left = [...catalogue.values()].filter(
    (tool) => !startsPrograms(tool) && restricts.every((restrict) => leaves(restrict, tool)),
  );
  const granted = lamsOf(term).flatMap(({ tools }) => tools);
  return [...new Set([...left, ...granted].map(({ name }) => name))];
}

function leaves({ restrict, ceiling }: RestrictTerm, tool: Tool): boolean {
  const listed = restrict.allowTools?.some(({ name }) => name === tool.name) ?? true;
  return listed && leq(effectOfTool(tool), ceiling);
}

function toolGuardFunction(patterns: readonly DenyPattern[], functions: readonly ToolFunction[]): string {
  const tests = patterns.flatMap((pattern, i) => [
    `    if (${patternTest(pattern, `pattern${i + 1}`, functions)}) {`,
    `        return "${pattern.action}"`,
    "    }",
  ]);
  return [
    '// What the restricts say of a call: "allow", "ask" or "deny". Deny beats ask.',
    "public func toolGuard(tool: String, arguments: JsonObject): String {",
    "    if (!isPermitted(tool)) {",
    '        return "deny"',
    "    }",
    ...tests,
    '    return "allow"',
    "}",
  ].join("\n");
}

/** Without a field a pattern is searched in every text of the arguments. */
function patternTest(
  { tools, field }: DenyPattern,
  search: string,
  functions: readonly ToolFunction[],
): string {
  const found =
    field === undefined
      ? `occurs(arguments, ${search})`
      : `occursIn(arguments.get(${cangjieString(field)}), ${search})`;
  if (tools === undefined) return found;
  const written = tools.map(({ name }) => name);
  const renamed = functions.flatMap(({ tool, identifier }) =>
    written.includes(tool.name) ? [identifier] : [],
  );
  const names = [...new Set([...written, ...renamed])].toSorted(compareText);
  if (names.length === 0) return "false";
  return `(${names.map((name) => `tool == ${cangjieString(name)}`).join(" || ")}) && ${found}`;
}

const leafSearch = `// Whether a text somewhere in a value has a pattern.
func occurs(value: JsonValue, search: (String) -> Bool): Bool {
    if (value is JsonString) {
        return search(value.asString().getValue())
    }
    if (value is JsonArray) {
        let items = value.asArray()
        for (i in 0..items.size()) {
            if (occurs(items.get(i).getOrThrow(), search)) {
                return true
            }
        }
        return false
    }
    if (value is JsonObject) {
        for ((key, item) in value.asObject().getFields()) {
            if (occurs(item, search)) {
                return true
            }
        }
    }
    return false
}

func occursIn(value: Option<JsonValue>, search: (String) -> Bool): Bool {
    return value.isSome() && occurs(value.getOrThrow(), search)
}`;

const permit = `// Asked about a call that needs consent. Until the host sets it, such a call is refused.
public var consent: (String, JsonObject) -> Bool = {_, _ => false}

// Lets a call through or throws.
func permit(tool: String, arguments: JsonObject): Unit {
    let verdict = toolGuard(tool, arguments)
    if (verdict == "deny" || (verdict == "ask" && !consent(tool, arguments))) {
        throw IllegalStateException("The tool guard refuses a call of " + tool + ".")
    }
}`;

/** The names that it declares. */
export const toolGuardNames: readonly string[] = ["isPermitted", "consent", "permit"];

/** What its declarations use. */
export const toolGuardImports: readonly string[] = ["import stdx.encoding.json.*"];
