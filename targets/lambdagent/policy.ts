import { emitPythonSearch } from "../../src/guard/python.ts";
import { childrenOf } from "../../src/ir/children.ts";
import type { Effect, NameSet } from "../../src/ir/effect.ts";
import { effectOfTool } from "../../src/ir/infer.ts";
import { leq } from "../../src/ir/lattice.ts";
import type { Program } from "../../src/ir/program.ts";
import type { DenyPattern } from "../../src/ir/skill.ts";
import type { Term } from "../../src/ir/term.ts";
import type { Catalogue } from "../../src/ir/tool.ts";
import { unknownTool } from "../../src/ir/tool.ts";
import { pythonString } from "../../src/language/python.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import { pythonSet, pythonValue } from "./python.ts";

type RestrictTerm = Extract<Term, { kind: "restrict" }>;

/** A restrict and the tools that skills mounted outside it bring, which it does not take away. */
interface Policy {
  readonly term: RestrictTerm;
  readonly outside: readonly string[];
}

/** The Python constants of a program's restricts, outermost first: ceilings, allow-lists and `_POLICIES`. */
export function policyConstants(program: Program): readonly string[] {
  const policies = policiesOf(program.term, program, []);
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
  return policiesOf(program.term, program, []).flatMap(({ term }) =>
    term.restrict.denyPatterns.map(({ regex }) => emitPythonSearch(regex).runtime),
  );
}

/** Whether every restrict of a program leaves a tool. */
export function isPermitted(name: string, program: Program): boolean {
  return policiesOf(program.term, program, []).every(({ term, outside }) => {
    const permitted = permittedTools(term, program.catalogue);
    return permitted === undefined || permitted.includes(name) || outside.includes(name);
  });
}

function policiesOf(term: Term, program: Program, outside: readonly string[]): Policy[] {
  if (term.kind === "skill")
    return policiesOf(term.term, program, [...outside, ...toolsOf(term.name, program)]);
  if (term.kind === "restrict") return [{ term, outside }, ...policiesOf(term.term, program, outside)];
  return childrenOf(term).flatMap((child) => policiesOf(child, program, outside));
}

function toolsOf(skillName: string, program: Program): readonly string[] {
  return program.skills
    .filter(({ name }) => name === skillName)
    .flatMap(({ tools, optionalTools, mcpScopes, steps }) => [
      ...tools,
      ...optionalTools,
      ...mcpScopes,
      ...steps.flatMap((step) => step.tools),
    ])
    .map(({ name }) => name);
}

function policyEntry({ term, outside }: Policy, catalogue: Catalogue): string {
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
