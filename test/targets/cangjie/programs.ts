import type { Guard, Predicate } from "../../../src/ir/guard.ts";
import type { Program } from "../../../src/ir/program.ts";
import type { Tool } from "../../../src/ir/tool.ts";
import { str } from "../../../src/ir/type.ts";
import { cangjieString } from "../../../src/language/cangjie.ts";
import type { OutputFile } from "../../../src/target/target.ts";
import type { TargetOptions } from "../../../src/target/options.ts";
import { choiceOf } from "../../../targets/cangjie/dialect.ts";
import type { EmitGuard } from "../../../targets/cangjie/guard.ts";
import { packageFiles } from "../../../targets/cangjie/package.ts";
import type { Emitters } from "../../../targets/cangjie/package.ts";
import { anywhere, lamWith, programWith, skillWith, toolWith } from "../../helpers/program.ts";

/** A guard whose text is `text`; what it means is up to the emitter that a test passes in. */
export function ruleGuard(
  text: string,
  parts: { readonly retry?: number; readonly onFail?: "last" | "error"; readonly sound?: boolean } = {},
): Extract<Guard, { kind: "rule" }> {
  const predicate: Predicate = {
    source: { text, at: () => anywhere },
    expr: { kind: "invalid", start: 0, end: text.length },
    input: str,
    sound: parts.sound ?? true,
  };
  return {
    kind: "rule",
    predicate,
    retry: parts.retry ?? 0,
    onFail: parts.onFail ?? "last",
    merge: "nest",
    span: anywhere,
  };
}

/** Emitters whose guards are what a test passes in, and whose patterns all search alike. */
export function emittersOf(guard: EmitGuard = simpleGuards): Emitters {
  return {
    guard,
    search: (pattern, name) => ({
      code: `func ${name}(text: String): Bool {\n    return text.contains(${cangjieString(pattern)})\n}\n`,
      runtime: "",
    }),
  };
}

/** Answers every guard with the same body and one support function. */
export const simpleGuards: EmitGuard = (_predicate, name) => ({
  code: `func ${name}(x: String): Bool {\n    return isLong(x)\n}\n`,
  runtime: "func isLong(text: String): Bool {\n    return text.size > 9\n}\n",
});

export const gitLog: Tool = toolWith("GitLog", ["fs.read"], {
  description: "Shows the history.",
  parameters: {
    type: "object",
    properties: { limit: { type: "integer", description: "How many." }, path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
});

/** One skill with a prompt in three parts, a tool and a guard, on an agent without a system prompt. */
export function releaseNotes(): Program {
  return programWith({
    name: "release-notes",
    term: {
      kind: "guard",
      guard: ruleGuard("len(x) > 9", { retry: 1, onFail: "error" }),
      term: lamWith({ model: "gpt-4o", temperature: 0.2, tools: [gitLog], prompt: "unused" }),
    },
    skills: [
      skillWith({
        name: "release-notes",
        description: "Writes notes for $5.",
        version: "1.2.0",
        prompt: { kind: "ape", action: "Read ${x}.\n", purpose: 'Say "why".', expectation: "A list." },
        tools: [{ name: "GitLog", span: anywhere }],
      }),
    ],
    tools: [gitLog],
  });
}

/** The files of a package by path below its folder. */
export function filesOf(
  program: Program,
  emitGuard: EmitGuard = simpleGuards,
  options: TargetOptions = {},
): Readonly<Record<string, string>> {
  return byPath(packageFiles(program, emittersOf(emitGuard), choiceOf(options)));
}

function byPath(files: readonly OutputFile[]): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ path, text }) => [path.slice(path.indexOf("/") + 1), text]));
}
