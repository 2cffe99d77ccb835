import { childrenOf } from "../../src/ir/children.ts";
import { effectOfTool } from "../../src/ir/infer.ts";
import { leq } from "../../src/ir/lattice.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Term } from "../../src/ir/term.ts";
import { cangjieString } from "../../src/language/cangjie.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import type { ToolFunction } from "./tool.ts";

type RestrictTerm = Extract<Term, { kind: "restrict" }>;

export function restrictsOf(term: Term): readonly RestrictTerm[] {
  const inside = childrenOf(term).flatMap(restrictsOf);
  return term.kind === "restrict" ? [...inside, term] : inside;
}

/** True of a program that only takes ability away; it has no agent of its own. */
export function onlyRestricts({ skills }: Program): boolean {
  return skills.length > 0 && skills.every(({ kind }) => kind === "restrict");
}

/**
 * `toolGuard(tool)`: what the restricts say of a tool, by name. Patterns on arguments are not carried: a program that
 * has them has no package.
 */
export function toolGuardFunction(program: Program, functions: readonly ToolFunction[]): string {
  const permitted = new Set(permittedTools(program));
  const renamed = functions.flatMap(({ tool, identifier }) => (permitted.has(tool.name) ? [identifier] : []));
  const names = [...new Set([...permitted, ...renamed])].toSorted(compareText);
  return [
    '// What the restricts say of a tool: "allow", or "deny" for every tool that they do not leave.',
    "public func toolGuard(tool: String): String {",
    ...(names.length === 0
      ? ['    return "deny"']
      : [
          "    return match (tool) {",
          ...names.map((name) => `        case ${cangjieString(name)} => "allow"`),
          '        case _ => "deny"',
          "    }",
        ]),
    "}",
  ].join("\n");
}

/** The tools of the catalogue that every restrict leaves; a tool in no catalogue may do anything and is left by none. */
function permittedTools({ term, catalogue }: Program): readonly string[] {
  const restricts = restrictsOf(term);
  return [...catalogue.values()]
    .filter((tool) =>
      restricts.every(({ restrict, ceiling }) => {
        const listed = restrict.allowTools?.some(({ name }) => name === tool.name) ?? true;
        return listed && leq(effectOfTool(tool), ceiling);
      }),
    )
    .map(({ name }) => name);
}
