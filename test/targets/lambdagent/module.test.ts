import { describe, expect, test } from "vitest";
import type { Guard } from "../../../src/ir/guard.ts";
import type { Program } from "../../../src/ir/program.ts";
import type { Term } from "../../../src/ir/term.ts";
import { lambdagent } from "../../../targets/lambdagent/index.ts";
import { guardOf } from "../../helpers/guards.ts";
import {
  anywhere,
  lamWith,
  programWith,
  pure,
  restrictTerm,
  restrictWith,
  skillWith,
  toolWith,
} from "../../helpers/program.ts";
import { runPython } from "../../helpers/python.ts";

const judge: Guard = {
  kind: "judge",
  rubric: 'It is "kind".\n',
  model: "gpt-4o",
  threshold: 0.7,
  retry: 1,
  onFail: "last",
  merge: "nest",
  span: anywhere,
};

const guarded = (guard: Guard, term: Term): Term => ({ kind: "guard", guard, term });
const skill = (term: Term, name = "test"): Term => ({ kind: "skill", name, effect: pure, term });
const lamData = (name: string, prompt: string): Record<string, unknown> => ({
  term: "lam",
  name,
  prompt,
  model: "claude-sonnet-4-20250514",
  temperature: 0,
  max_tokens: 1024,
});

interface Built {
  readonly program: Program;
  readonly term: unknown;
}

const step = (name: string, guard: Guard): Term => guarded(guard, lamWith({ name, prompt: `Do ${name}.` }));

const built: Readonly<Record<string, Built>> = {
  "a-prompt": {
    program: programWith({ name: "a-prompt", term: skill(lamWith({ prompt: "Grade.\n" })) }),
    term: lamData("agent", "Grade.\n"),
  },
  "a-guard": {
    program: programWith({
      name: "a-guard",
      term: skill(guarded(guardOf("'verdict' in x", { retry: 1 }), lamWith())),
    }),
    term: {
      term: "guard",
      validator: "guard_1",
      retry: 1,
      on_fail: "the last output",
      of: lamData("agent", "Do it."),
    },
  },
  "an-error": {
    program: programWith({
      name: "an-error",
      term: skill(guarded(guardOf("len(x) > 3", { onFail: "error" }), lamWith())),
    }),
    term: { term: "guard", validator: "guard_1", retry: 0, on_fail: null, of: lamData("agent", "Do it.") },
  },
  memory: {
    program: programWith({
      name: "memory",
      term: skill(guarded(guardOf("x"), { kind: "memory", keys: ["topic", 'a"b'], term: lamWith() })),
    }),
    term: {
      term: "guard",
      validator: "guard_1",
      retry: 0,
      on_fail: "the last output",
      of: { term: "memory", store: { topic: "", 'a"b': "" }, of: lamData("agent", "Do it.") },
    },
  },
  steps: {
    program: programWith({
      name: "steps",
      term: skill({
        kind: "compose",
        terms: [
          step("find", guardOf("'found' in x")),
          step("fix", guardOf("'fixed' in x", { onFail: "error" })),
        ],
      }),
    }),
    term: {
      term: "compose",
      of: [
        {
          term: "guard",
          validator: "guard_1",
          retry: 0,
          on_fail: "the last output",
          of: lamData("find", "Do find."),
        },
        { term: "guard", validator: "guard_2", retry: 0, on_fail: null, of: lamData("fix", "Do fix.") },
      ],
    },
  },
  "a-judge": {
    program: programWith({ name: "a-judge", term: skill(guarded(judge, lamWith())) }),
    term: {
      term: "guard",
      validator: "guard_1",
      retry: 1,
      on_fail: "the last output",
      of: lamData("agent", "Do it."),
    },
  },
  "two-guards": {
    program: programWith({
      name: "two-guards",
      term: skill(guarded(guardOf("len(x) < 9"), skill(guarded(guardOf("len(x) > 3"), lamWith())))),
    }),
    term: {
      term: "guard",
      validator: "guard_2",
      retry: 0,
      on_fail: "the last output",
      of: {
        term: "guard",
        validator: "guard_1",
        retry: 0,
        on_fail: "the last output",
        of: lamData("agent", "Do it."),
      },
    },
  },
  branches: {
    program: programWith({
      name: "branches",
      term: {
        kind: "route",
        classifier: lamWith({ name: "which" }),
        routes: [
          { label: "both", term: { kind: "par", terms: [lamWith({ name: "a" }), lamWith({ name: "b" })] } },
          { label: "pair", term: { kind: "pair", terms: [lamWith({ name: "a" }), lamWith({ name: "b" })] } },
        ],
        default: {
          kind: "if",
          condition: undefined,
          then: { kind: "loop", body: lamWith({ name: "c" }), maxSteps: 4 },
          else: { kind: "tool", name: "ReadFile", effect: pure },
        },
      },
    }),
    term: {
      term: "route",
      classifier: lamData("which", "Do it."),
      routes: {
        both: { term: "par", of: [lamData("a", "Do it."), lamData("b", "Do it.")] },
        pair: { term: "pair", of: [lamData("a", "Do it."), lamData("b", "Do it.")] },
      },
      default: {
        term: "if",
        cond: "callable",
        then: { term: "loop", max_steps: 4, of: lamData("c", "Do it.") },
        else: { term: "tool", name: "ReadFile" },
      },
    },
  },
  restricted: {
    program: programWith({
      name: "restricted",
      term: restrictTerm(restrictWith({ allow: ["ReadFile"] }), skill(guarded(guardOf("x"), lamWith()))),
    }),
    term: {
      term: "guard",
      validator: "guard_1",
      retry: 0,
      on_fail: "the last output",
      of: lamData("agent", "Do it."),
    },
  },
};

function files(programs: readonly Program[]): Record<string, string> {
  return Object.fromEntries(
    programs.flatMap((program) => lambdagent.emit(program)).map(({ path, text }) => [path, text]),
  );
}

function moduleText(program: Program): string {
  return lambdagent.emit(program)[0]?.text ?? "";
}

describe("a module", () => {
  test("is found under the skill's name and builds its term", () => {
    const paths = Object.keys(built).map((name) => `${name}/${name.replaceAll("-", "_")}.py`);
    const script = `done([load(path).build().data() for path in data])`;
    const got = runPython(script, files(Object.values(built).map(({ program }) => program)), paths);
    expect(got).toEqual(Object.values(built).map(({ term }) => term));
  });

  test("puts a given agent in the place of its own, with the skill's prompt appended", () => {
    const program = programWith({
      name: "mounted",
      term: skill(guarded(guardOf("x"), lamWith({ prompt: "Be exact.\n\nGrade.", skillPrompt: "Grade." }))),
      agent: { systemPrompt: "Be exact." },
    });
    const script = `module = load("mounted/mounted.py")
mine = module.Lam("mine", "Be kind.\\n", model="m", temperature=0.5, max_tokens=7)
canned = module.Tool("canned", lambda x: "canned")
done([module.build().data(), module.build(mine).data(), mine.prompt, module.build(canned)("x"), sorted(module.build(canned).tools)])`;
    const guard = { term: "guard", validator: "guard_1", retry: 0, on_fail: "the last output" };
    expect(runPython(script, files([program]), null)).toEqual([
      { ...guard, of: lamData("agent", "Be exact.\n\nGrade.") },
      {
        ...guard,
        of: {
          term: "lam",
          name: "mine",
          prompt: "Be kind.\n\nGrade.",
          model: "m",
          temperature: 0.5,
          max_tokens: 7,
        },
      },
      "Be kind.\n",
      "canned",
      [],
    ]);
  });

  test("tries again, then gives the last output or an error", () => {
    const last = programWith({ name: "last", term: guarded(guardOf("'ok' in x", { retry: 1 }), lamWith()) });
    const error = programWith({
      name: "error",
      term: guarded(guardOf("'ok' in x", { onFail: "error" }), lamWith()),
    });
    const script = `import lambdagent
def run(path, given):
    lambdagent.answers[:] = given
    try:
        return load(path).build()("question")
    except lambdagent.ValidationError:
        return "refused"
done([run("last/last.py", ["no", "ok then"]), run("last/last.py", ["no", "never", "ok"]), run("error/error.py", ["no"]), run("error/error.py", ["ok"])])`;
    expect(runPython(script, files([last, error]), null)).toEqual(["ok then", "never", "refused", "ok"]);
  });

  test("asks a judge and compares the number with the threshold", () => {
    const program = programWith({ name: "judged", term: guarded(judge, lamWith()) });
    const script = `import lambdagent
module = load("judged/judged.py")
def judged(answer):
    lambdagent.answers[:] = [answer]
    return module.guard_1("text")
done([module.GUARD_1_RUBRIC, [judged(answer) for answer in data]])`;
    const scores = ["0.7", "0.69", "1", "1.0", " .9\n", "0.85/1", "85", "0.7%", "7", "good", "", "0.9."];
    expect(runPython(script, files([program]), scores)).toEqual([
      'It is "kind".\n',
      [true, false, true, true, true, true, false, false, false, false, false, true],
    ]);
  });

  test("names the tools that are granted, and what is not", () => {
    const reader = toolWith("ReadFile", ["fs.read"], {
      description: "Reads a file.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    });
    const program = programWith({
      name: "tools",
      term: skill(lamWith({ tools: [toolWith("Bash", ["exec"], { risk: "high" }), reader] })),
      permissionDiff: [
        {
          change: "withheld",
          what: "tool",
          name: "Sudo",
          skill: "tools",
          because: 'it is """high-risk"""\\',
        },
      ],
    });
    const script = `module = load("tools/tools.py")
term = module.build(tools={"ReadFile": lambda call: "text", "Other": None})
try:
    term.tools["Bash"]({"command": "ls"})
except LookupError as problem:
    missing = str(problem)
done([module.TOOLS, sorted(term.tools), term.tools["ReadFile"]({"path": "a"}), missing, module.__doc__.splitlines()[-1]])`;
    expect(runPython(script, files([program]), null)).toEqual([
      {
        Bash: { description: "", risk: "high", parameters: { type: "object" } },
        ReadFile: { description: "Reads a file.", risk: "low", parameters: reader.parameters },
      },
      ["Bash", "ReadFile"],
      "text",
      "Bash has no implementation: give one to build(tools={...})",
      '    withheld tool Sudo: it is """high-risk"""\\',
    ]);
  });

  test("leaves the tools of an outer skill to a restrict inside it", () => {
    const use = (name: string): { name: string; span: typeof anywhere } => ({ name, span: anywhere });
    const outer = skillWith({ name: "outer", tools: [use("WebFetch")] });
    const program = programWith({
      name: "inside",
      skills: [skillWith({ name: "inner" }), outer],
      term: skill(restrictTerm(restrictWith({ allow: ["ReadFile"] }), skill(lamWith(), "inner")), "outer"),
      tools: [toolWith("ReadFile", ["fs.read"]), toolWith("WebFetch", ["net"]), toolWith("Bash", ["exec"])],
    });
    const script = `module = load("inside/inside.py")
done([module.tool_guard({"name": name}) for name in data])`;
    expect(runPython(script, files([program]), ["ReadFile", "WebFetch", "Bash"])).toEqual([
      "allow",
      "allow",
      "deny",
    ]);
  });

  test("without restricts allows every call that names a tool", () => {
    const script = `module = load("a-prompt/a_prompt.py")
done([module.tool_guard(call) for call in data])`;
    const program = programWith({ name: "a-prompt", term: lamWith() });
    expect(runPython(script, files([program]), [{ name: "Bash" }, {}, "Bash"])).toEqual([
      "allow",
      "deny",
      "deny",
    ]);
  });

  test("imports only what it uses, and nothing but the standard library and lambdagent", () => {
    const text = moduleText(programWith({ name: "plain", term: lamWith() }));
    expect(text.split("\n").filter((line) => /^(?:import|from) /.test(line))).toEqual([
      "import copy",
      "from lambdagent import Lam, Tool",
    ]);
    const restricted = moduleText(built["restricted"]?.program ?? programWith({ term: lamWith() }));
    const imported = restricted.split("\n").filter((line) => /^(?:import|from) /.test(line));
    expect(
      imported.every((line) =>
        /^(?:import (?:copy|json|math|re|unicodedata)|from lambdagent import )/.test(line),
      ),
    ).toBe(true);
  });

  test("has each support function once", () => {
    const text = moduleText(built["two-guards"]?.program ?? programWith({ term: lamWith() }));
    const defined = [...text.matchAll(/^(?:def|class) (\w+)/gm)].map(([, name]) => name);
    expect(new Set(defined).size).toBe(defined.length);
  });

  test("is the same text every time", () => {
    for (const { program } of Object.values(built))
      expect(lambdagent.emit(program)).toEqual(lambdagent.emit(program));
  });

  test("stays inside its own folder whatever the program is called", () => {
    const names = ["../../etc/passwd", "a/b", "..", "", ".hidden", "技能", "a b", "C:\\x", "match", "a.b"];
    const paths = names.map((name) => lambdagent.emit(programWith({ name, term: lamWith() }))[0]?.path ?? "");
    for (const path of paths) expect(path).toMatch(/^[\p{L}\p{N}_][^/\\]*\/[\p{L}_][\p{L}\p{N}_]*\.py$/u);
    expect(new Set(paths).size).toBe(names.length);
    expect(paths[5]).toBe("技能/技能.py");
    expect(paths[8]).toBe("match/match_.py");
  });
});
