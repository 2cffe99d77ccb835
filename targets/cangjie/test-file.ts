import { compilePredicate } from "../../src/guard/evaluate.ts";
import type { Guard, Predicate } from "../../src/ir/guard.ts";
import type { Program } from "../../src/ir/program.ts";
import { cangjieString } from "../../src/language/cangjie.ts";
import type { GuardFile } from "./guard.ts";
import { permittedTools, restrictsOf } from "./restrict.ts";

/** Outputs that tell guards apart: nothing, text, Markdown, and JSON of each kind. */
const commonOutputs = [
  "",
  " ",
  "ok",
  "The first line.\nTODO: the second one.\n",
  "# Title\n\n- one\n- two\n",
  "é 漢字 🙂",
  "42",
  "-0.5",
  "true",
  "null",
  '"text"',
  "[]",
  "[1, 2, 3]",
  "{}",
  '{"verdict": "pass", "score": 1, "items": []}',
  '{"verdict": ',
  "```json\n{}\n```",
];

/** Outputs of one test, and tools of each verdict; more say little more. */
const mostOutputs = 32;
const mostTools = 8;

/**
 * The tests of a package: guards and tool guard answer as skillc says that they do. Undefined where there is neither.
 */
export function testBlocks(program: Program, guards: GuardFile): readonly string[] | undefined {
  const open = new Set(guards.open.map(({ name }) => name));
  const tests = [...guards.functionOf].flatMap(([guard, name]) =>
    guard.kind === "rule" && !open.has(name) ? [guardTest(guard, name)] : [],
  );
  const toolGuard = restrictsOf(program.term).length === 0 ? [] : [toolGuardTest(program)];
  const blocks = [...tests, ...toolGuard];
  return blocks.length === 0 ? undefined : blocks;
}

/** What a test file imports. */
export const testImports: readonly string[] = ["import std.unittest.*", "import std.unittest.testmacro.*"];

function guardTest({ predicate }: Extract<Guard, { kind: "rule" }>, name: string): string {
  const holds = compilePredicate(predicate);
  const lines = outputsFor(predicate).map(
    (output) => `    @Expect(${name}(${cangjieString(output)}), ${String(holds(output).value)})`,
  );
  return testFunction(name, lines);
}

/** JSON that has every written text as a key, a dotted one as a path, with the same value everywhere. */
function objectsOf(written: readonly string[]): readonly string[] {
  return [1, "text", ...written].slice(0, 4).map((value) => {
    const object: Record<string, unknown> = {};
    for (const path of written) put(object, path.split("."), value);
    return JSON.stringify(object);
  });
}

function put(object: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (key === "__proto__") return;
  const inside = Object.hasOwn(object, key) ? object[key] : undefined;
  if (rest.length === 0) object[key] = inside ?? value;
  else {
    const inner = typeof inside === "object" && inside !== null ? (inside as Record<string, unknown>) : {};
    object[key] = inner;
    put(inner, rest, value);
  }
}

/** The common outputs, and every text that the guard itself writes, alone and among others. */
function outputsFor({ source }: Predicate): readonly string[] {
  const written = [...source.text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)]
    .map(([, single = "", double = ""]) => single + double)
    .filter((text) => text !== "" && text.length <= 200);
  const all = written.length > 1 ? [written.join(" "), `${written.toReversed().join("\n")}\n`] : [];
  const objects = written.length === 0 ? [] : objectsOf(written);
  const alone = written.slice(0, 6).flatMap((text) => [text, `x ${text}\n`]);
  const outputs = [...objects, ...alone, ...all, ...commonOutputs];
  return [...new Set(outputs)].slice(0, mostOutputs);
}

/** By name alone: without arguments no pattern is found. */
function toolGuardTest(program: Program): string {
  const permitted = new Set(permittedTools(program));
  const denied = [...program.catalogue.keys()].filter((name) => !permitted.has(name));
  const names = [...[...permitted].slice(0, mostTools), ...denied.slice(0, mostTools)];
  const lines = [...names, "no such tool"].map((name) => {
    const verdict = permitted.has(name) ? "allow" : "deny";
    return `    @Expect(toolGuard(${cangjieString(name)}, JsonObject()), "${verdict}")`;
  });
  return testFunction("toolGuard", lines);
}

function testFunction(name: string, lines: readonly string[]): string {
  return [`@Test`, `func ${name}AnswersAsSkillcSays(): Unit {`, ...lines, "}"].join("\n");
}
