import { emitPythonSearch } from "../../src/guard/python.ts";
import type { Effect, NameSet } from "../../src/ir/effect.ts";
import { effectOfTool } from "../../src/ir/infer.ts";
import { leq } from "../../src/ir/lattice.ts";
import type { Program } from "../../src/ir/program.ts";
import type { DenyPattern } from "../../src/ir/skill.ts";
import type { Catalogue } from "../../src/ir/tool.ts";
import { unknownTool } from "../../src/ir/tool.ts";
import { pythonString } from "../../src/language/python.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import type { PlacedRestrict, RestrictTerm } from "../../src/target/restricts.ts";
import { placedRestricts } from "../../src/target/restricts.ts";
import { pythonSet, pythonValue } from "./python.ts";

/** The Python constants of a program's restricts, outermost first: ceilings, allow-lists and `_POLICIES`. */
export function policyConstants(program: Program): readonly string[] {
  const policies = placedRestricts(program);
  const { catalogue } = program;
  const known = [...catalogue.keys()].toSorted(compareText);
  const exec = known.filter((name) => catalogue.get(name)?.capabilities?.includes("exec"));
  return [
    ...policies.flatMap(({ term }, i) => {
      const suffix = policies.length === 1 ? "" : `_${i + 1}`;
      const allowed = term.restrict.allowTools?.map(({ name }) => name) ?? null;
      return [
        `CEILING${suffix} = ${pythonValue(effectData(term.ceiling))}`,
        `ALLOW_TOOLS${suffix} = ${pythonValue(allowed)}`,
      ];
    }),
    `_KNOWN_TOOLS = ${pythonSet(known)}`,
    `_EXEC_TOOLS = ${pythonSet(exec)}`,
    `_POLICIES = [\n${policies.map((policy) => policyEntry(policy, catalogue)).join("")}]`,
  ];
}

/** The Python that the patterns of the restricts call. */
export function policyRuntime(program: Program): readonly string[] {
  return placedRestricts(program).flatMap(({ term }) =>
    term.restrict.denyPatterns.map(({ regex }) => emitPythonSearch(regex).runtime),
  );
}

/** Whether every restrict of a program leaves a tool. */
export function isPermitted(name: string, program: Program): boolean {
  return placedRestricts(program).every(({ term, outside }) => {
    const permitted = permittedTools(term, program.catalogue);
    return permitted === undefined || permitted.includes(name) || outside.includes(name);
  });
}

function policyEntry({ term, outside }: PlacedRestrict, catalogue: Catalogue): string {
  const permitted = permittedTools(term, catalogue);
  const patterns = term.restrict.denyPatterns.map(
    (pattern) => `            # ${pythonString(pattern.regex)}\n            ${patternEntry(pattern)},\n`,
  );
  return [
    "    {\n",
    `        "permitted": ${pythonSet(permitted === undefined ? undefined : [...permitted, ...outside])},\n`,
    patterns.length === 0
      ? `        "patterns": [],\n`
      : `        "patterns": [\n${patterns.join("")}        ],\n`,
    "    },\n",
  ].join("");
}

function patternEntry({ regex, action, tools, field }: DenyPattern): string {
  const names = pythonSet(tools?.map(({ name }) => name));
  return `(${emitPythonSearch(regex).code}, ${pythonString(action)}, ${names}, ${field === undefined ? "None" : pythonString(field)})`;
}

/** The tools that a restrict leaves; undefined where it leaves every tool. */
function permittedTools(term: RestrictTerm, catalogue: Catalogue): readonly string[] | undefined {
  const within = (name: string): boolean => isWithin(name, term.ceiling, catalogue);
  const allowed = term.restrict.allowTools?.map(({ name }) => name);
  if (allowed !== undefined) return allowed.filter(within);
  // A tool in no catalogue may do anything: a ceiling that leaves it leaves every tool.
  return isWithin("", term.ceiling, catalogue) ? undefined : [...catalogue.keys()].filter(within);
}

function isWithin(name: string, ceiling: Effect, catalogue: Catalogue): boolean {
  return leq(effectOfTool(catalogue.get(name) ?? unknownTool(name)), ceiling);
}

function effectData({ llm, io, state }: Effect): Readonly<Record<string, unknown>> {
  return { llm: setData(llm), io: setData(io), state: setData(state) };
}

function setData({ kind, names }: NameSet): unknown {
  return kind === "finite" ? names : { allBut: names };
}
