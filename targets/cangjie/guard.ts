import { childrenOf } from "../../src/ir/children.ts";
import type { Guard, Predicate } from "../../src/ir/guard.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Term } from "../../src/ir/term.ts";
import { cangjieComment, cangjieString } from "../../src/language/cangjie.ts";
import { compareText } from "../../src/report/diagnostic.ts";
import type { Dialect } from "./dialect.ts";
import { judgeBlocks, scoreReader } from "./judge.ts";

/** A guard as Cangjie text: `src/guard/cangjie.ts`, or a stand-in for it. */
export type EmitGuard = (
  predicate: Predicate,
  functionName: string,
) => { readonly code: string; readonly runtime: string } | { readonly because: string };

/** A guard without Cangjie text. */
interface OpenGuard {
  readonly guard: Guard;
  readonly name: string;
  readonly because: string;
}

/** The guard functions of a program, as one file of the package. */
export interface GuardFile {
  readonly imports: readonly string[];
  readonly blocks: readonly string[];
  /** The top-level names that the file declares. */
  readonly declared: readonly string[];
  /** The function of each guard, by its place in the term. */
  readonly functionOf: ReadonlyMap<Guard, string>;
  /** Guards that the host has to write. */
  readonly open: readonly OpenGuard[];
}

/** `guard1`, `guard2`, … inside out and in the order of steps; support functions are written once. */
export function guardFile({ term, agent }: Program, emitGuard: EmitGuard, dialect: Dialect): GuardFile {
  const imports = new Set<string>();
  const runtime = new Set<string>();
  const functions: string[] = [];
  const functionOf = new Map<Guard, string>();
  const open: OpenGuard[] = [];
  for (const guard of guardsOf(term)) {
    if (functionOf.has(guard)) continue;
    const name = `guard${functionOf.size + 1}`;
    if (guard.kind === "judge") {
      functionOf.set(guard, name);
      for (const line of judgeImports) imports.add(line);
      runtime.add(scoreReader);
      functions.push(...judgeBlocks(guard, name, agent, dialect));
      continue;
    }
    const emitted = emitGuard(guard.predicate, name);
    functionOf.set(guard, name);
    if ("because" in emitted) {
      open.push({ guard, name, because: emitted.because });
      functions.push(hostFunction(guard.predicate, name, emitted.because));
      continue;
    }
    for (const block of topLevelBlocks(emitted.runtime)) {
      if (isImport(block)) for (const line of block.split("\n")) imports.add(line.trim());
      else runtime.add(block);
    }
    functions.push(emitted.code.trim());
  }
  const blocks = [...runtime, ...functions];
  return {
    imports: [...imports].toSorted(compareText),
    blocks,
    declared: blocks.flatMap(declaredIn),
    functionOf,
    open,
  };
}

const judgeImports = ["import magic.dsl.*", "import magic.prelude.*", "import std.convert.Parsable"];

/** A guard that never seems to have passed: it throws until the host writes it. */
function hostFunction({ source }: Predicate, name: string, because: string): string {
  const text = `The guard ${name} is to be implemented by the host.`;
  return [
    cangjieComment(`No Cangjie text, because ${because}. To be implemented by the host:\n${source.text}`),
    `func ${name}(x: String): Bool {`,
    `    throw UnsupportedException(${cangjieString(text)})`,
    "}",
  ].join("\n");
}

function guardsOf(term: Term): readonly Guard[] {
  const inside = childrenOf(term).flatMap(guardsOf);
  return term.kind === "guard" ? [...inside, term.guard] : inside;
}

/** Splits text where a line that is neither blank, indented nor a closing bracket follows a blank line. */
export function topLevelBlocks(text: string): readonly string[] {
  return text
    .split(/\n(?:[ \t]*\n)+(?=[^\s)\]}])/)
    .map((block) => block.trim())
    .filter((block) => block !== "");
}

function isImport(block: string): boolean {
  return block.split("\n").every((line) => line.startsWith("import "));
}

/** The top-level names of a block. */
export function declaredIn(block: string): readonly string[] {
  const declaration =
    /^(?:(?:public|private|internal|protected) )?(?:func|let|var|const|class|struct|enum|interface|type) +(\w+)/gm;
  return [...block.matchAll(declaration)].map((match) => match[1] ?? "");
}
