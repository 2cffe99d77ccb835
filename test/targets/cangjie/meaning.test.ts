import { describe, expect, test } from "vitest";
import { emitCangjieSearch } from "../../../src/guard/cangjie.ts";
import type { Program } from "../../../src/ir/program.ts";
import type { DenyPattern } from "../../../src/ir/skill.ts";
import { cangjie } from "../../../targets/cangjie/index.ts";
import { scoreReader } from "../../../targets/cangjie/judge.ts";
import { asJavaScript } from "../../helpers/cangjie-script.ts";
import { nameProblems } from "../../helpers/cangjie-names.ts";
import { structureProblems } from "../../helpers/cangjie.ts";
import {
  denyPattern,
  everything,
  lamWith,
  programWith,
  restrictTerm,
  restrictWith,
  skillWith,
  toolWith,
} from "../../helpers/program.ts";
import { runNode } from "../../helpers/run.ts";

function sourcesOf(program: Program, name: string): string {
  return cangjie.emit(program).find(({ path }) => path.endsWith(`/src/${name}.cj`))?.text ?? "";
}

/** The declarations of a source file as JavaScript. */
function script(source: string): string {
  return asJavaScript(source.replace(/^package .*$/m, ""));
}

/** What a function of a script answers to texts. */
function answers(code: string, call: string, outputs: readonly string[]): readonly unknown[] {
  const [found = []] = runNode([{ module: `${code}\nfunction guard(text) { return ${call}; }`, outputs }]);
  return found;
}

test("a judge's answer is the number that the module for lambdagent reads", () => {
  const scores: Readonly<Record<string, number>> = {
    "0.7": 0.7,
    "0.69": 0.69,
    "1": 1,
    "1.0": 1,
    " .9\n": 0.9,
    "0.85/1": 0.85,
    "0.9.": 0.9,
    "0.5 of it": 0.5,
    "85": 0,
    "0.7%": 0,
    "0.7 %": 0,
    "7": 0,
    good: 0,
    "": 0,
    "-0.5": 0,
    "1.5": 0,
    "0.1.2": 0,
  };
  const code = script(`package p\n\n${scoreReader}\n`);
  expect(answers(code, "scoreIn(text)", Object.keys(scores))).toEqual(Object.values(scores));
});

interface Call {
  readonly tool: string;
  readonly arguments: unknown;
}

/** What the emitted tool guard says of calls. */
function verdicts(patterns: readonly DenyPattern[], calls: readonly Call[]): unknown {
  const program = programWith({
    name: "careful",
    term: restrictTerm(restrictWith({ patterns }), lamWith(), everything),
    skills: [skillWith({ kind: "restrict", name: "careful" })],
    tools: [toolWith("Read", ["fs.read"]), toolWith("Fetch", ["net"]), toolWith("Bash", ["exec"])],
  });
  const source = sourcesOf(program, "tool_guard");
  expect(structureProblems(source)).toEqual([]);
  const boxes = `
function boxed(value) {
  if (typeof value === "string") return JsonString(value);
  if (Array.isArray(value)) return value.reduce((list, item) => list.add(boxed(item)), JsonArray());
  if (typeof value === "object" && value !== null) {
    return JsonObject(new Map(Object.entries(value).map(([key, item]) => [key, boxed(item)])));
  }
  return JsonNull();
}`;
  const call = "((call) => toolGuard(call.tool, boxed(call.arguments)))(JSON.parse(text))";
  return answers(
    `${script(source)}\n${boxes}`,
    call,
    calls.map((each) => JSON.stringify(each)),
  );
}

describe("a tool guard", () => {
  const read = (path: unknown): Call => ({ tool: "Read", arguments: { path } });

  test("searches every text of the arguments, and deny beats ask", () => {
    const patterns = [denyPattern("secret", "ask"), denyPattern("\\.ssh/", "deny")];
    const calls = [
      read("a.txt"),
      read("my secret"),
      read("~/.ssh/secret"),
      read([{ deep: ["x", "top secret"] }]),
      read(7),
      { tool: "Read", arguments: {} },
    ];
    expect(verdicts(patterns, calls)).toEqual(["allow", "ask", "deny", "ask", "allow", "allow"]);
  });

  test("looks where a pattern says: at some tools, in one field", () => {
    const patterns = [denyPattern("^http:", "deny", { tools: ["Fetch"], field: "url" })];
    const calls = [
      { tool: "Fetch", arguments: { url: "http://a" } },
      { tool: "Fetch", arguments: { url: ["x", "http://a"] } },
      { tool: "Fetch", arguments: { body: "http://a" } },
      { tool: "Fetch", arguments: { url: "https://a" } },
      { tool: "Read", arguments: { url: "http://a" } },
    ];
    expect(verdicts(patterns, calls)).toEqual(["deny", "deny", "allow", "allow", "allow"]);
  });

  test("denies what starts other programs, and what no catalogue knows", () => {
    const calls = [
      { tool: "Bash", arguments: { command: "ls" } },
      { tool: "Other", arguments: {} },
    ];
    expect(verdicts([], calls)).toEqual(["deny", "deny"]);
  });
});

test("a search is a function of names that are declared or of the library", () => {
  for (const pattern of ["secret", "(?i)rm\\s+-r", "^(a|b)+$", "[^x]{3,9}y"]) {
    const { code, runtime } = emitCangjieSearch(pattern, "pattern1");
    const source = `package p\n\n${runtime}\n${code}`;
    expect(structureProblems(source)).toEqual([]);
    expect(nameProblems(source)).toEqual([]);
  }
});
