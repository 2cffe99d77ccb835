import type { Supports } from "../../src/ir/feature.ts";
import type { Program } from "../../src/ir/program.ts";
import { outputFolder } from "../../src/target/name.ts";
import type { OutputFile, Target } from "../../src/target/target.ts";
import { carries } from "./carries.ts";
import { guardDeclaration, guardModules, guardText } from "./guards.ts";
import { notesOf, typescriptDiagnostics } from "./notes.ts";

const full = { level: "full" } as const;

const byHandler = {
  level: "advisory",
  because: "a handler is a program of its own, and what the skill says is not in it",
} as const;

const nothing = {
  level: "none",
  because: "types take no ability away from the program that uses them",
} as const;

const supports: Supports = {
  prompt: byHandler,
  "input.schema": {
    level: "advisory",
    because: "a type says less than a schema, which stands beside it for a validator",
  },
  "output.schema": {
    level: "advisory",
    because: "a type says less than a schema, which stands beside it for a validator",
  },
  tools: full,
  scripts: byHandler,
  mcp: { level: "advisory", because: "the address of an MCP server is not known to the skill" },
  steps: { level: "advisory", because: "a handler takes the steps by itself; their guards are functions" },
  state: byHandler,
  "guard.rule": full,
  "guard.regex": full,
  "guard.judge": { level: "advisory", because: "a judge is a model, and no function asks one" },
  "guard.retry": full,
  "restrict.effect": nothing,
  "restrict.tools": nothing,
  "restrict.patterns": nothing,
  hooks: nothing,
};

/** A module for each skill: its types, schemas, guard and tools, and a handler to fill in. */
export const typescript: Target = {
  name: "typescript",
  summary: "types, schemas, guard and handler stub of each skill in TypeScript",
  supports,
  carries,
  emit(program) {
    const [skill] = program.skills;
    if (skill?.kind !== "skill" || program.whole === true) return [];
    const folder = outputFolder(program.name);
    const file = (name: string, text: OutputFile["text"], print?: OutputFile["print"]): OutputFile => ({
      path: `${folder}/${name}`,
      text,
      layout: "generated",
      ...(print && { print }),
    });
    return [
      file("skill.ts", "", async () => (await printer()).skillModule(skill, program)),
      file("handler.ts", "", async () => (await printer()).handlerModule(skill)),
      ...guardModules(skill).flatMap((guard) => [
        file(`${guard.file}.js`, guardText(guard)),
        file(`${guard.file}.d.ts`, guardDeclaration(guard)),
      ]),
    ];
  },
  declared: typescriptDiagnostics.declared,
  notes: (program: Program) => notesOf(program),
};

/** ts-morph, and a library of TypeScript's size behind it, are loaded where a file is printed. */
const printer = async () => import("./module.ts");
