import { describe, expect, test } from "vitest";
import { defaultAgent } from "../../src/ir/agent.ts";
import type { Effect, NameSet } from "../../src/ir/effect.ts";
import { effectOf } from "../../src/ir/infer.ts";
import { everything, finite, pure, top } from "../../src/ir/lattice.ts";
import type { EffectHint } from "../../src/ir/skill.ts";
import type { Tool } from "../../src/ir/tool.ts";
import { builtinCatalogue } from "../../src/lower/builtin.ts";
import {
  capabilitiesOf,
  ceilingOf,
  effectOfHint,
  effectOfScope,
  effectOfSkill,
} from "../../src/lower/effect.ts";
import { mount } from "../../src/lower/mount.ts";
import { anywhere, restrictWith, skillWith, toolWith } from "../helpers/program.ts";

const io = (...names: string[]): Effect => ({ ...pure, io: finite(names) });
const use = (name: string): { name: string; span: typeof anywhere } => ({ name, span: anywhere });
const catalogue = (...tools: Tool[]): ReadonlyMap<string, Tool> =>
  new Map(tools.map((tool) => [tool.name, tool]));
const hosts: NameSet = finite(["m"]);
const record = (parts: { llm?: string[]; io?: string[]; state?: string[] }): EffectHint => ({
  kind: "record",
  llm: (parts.llm ?? []).map(use),
  io: (parts.io ?? []).map(use),
  state: (parts.state ?? []).map(use),
  span: anywhere,
});

describe("what a tool may do", () => {
  test("exec reaches files, network and environment", () => {
    expect(capabilitiesOf("Bash", builtinCatalogue)).toEqual(io("env", "exec", "fs.read", "fs.write", "net"));
  });
  test("unless the catalogue marks the tool as confined", () => {
    const tools = catalogue(toolWith("calc", ["exec"], { confined: true }));
    expect(capabilitiesOf("calc", tools)).toEqual(io("exec"));
  });
  test("a catalogued tool without capabilities is known by its name only; one with none does nothing", () => {
    expect(capabilitiesOf("mystery", catalogue(toolWith("mystery")))).toEqual(io("tool:mystery"));
    expect(capabilitiesOf("noop", catalogue(toolWith("noop", [])))).toEqual(pure);
  });
  test("a tool in no catalogue may do anything", () => {
    expect(capabilitiesOf("Teleport", builtinCatalogue)).toEqual(top);
  });
  test("a scope without an entry is that tool over the network, with one it is the entry", () => {
    expect(effectOfScope("files/read", builtinCatalogue)).toEqual(io("net", "tool:files/read"));
    const tools = catalogue(toolWith("files/read", ["fs.read"]));
    expect(effectOfScope("files/read", tools)).toEqual(io("fs.read"));
  });
});

describe("ε_s", () => {
  const effect = (parts: Parameters<typeof skillWith>[0]): Effect =>
    effectOfSkill(skillWith(parts), builtinCatalogue, hosts);
  const judge = {
    kind: "judge",
    retry: 0,
    onFail: "last",
    merge: "nest",
    rubric: "Good.",
    threshold: 0.7,
    span: anywhere,
  } as const;

  test("joins the thinking, the tools of skill and steps, scopes, state, a foreign judge and evidence", () => {
    const step = { name: "one", prompt: "", tools: [use("WebFetch")], guard: undefined, span: anywhere };
    const found = effect({
      tools: [use("ReadFile")],
      steps: [step],
      mcpScopes: [use("s/t")],
      stateKeys: [use("notes")],
      guard: { ...judge, model: "other" },
      evidence: [{ effect: io("env"), why: "reads HOME", from: "script", span: anywhere }],
    });
    expect(found).toEqual({
      llm: finite(["m", "other"]),
      io: finite(["fs.read", "net", "tool:s/t", "env"]),
      state: finite(["notes"]),
    });
  });
  test("a judge without a model of its own asks the agent's", () => {
    expect(effect({ guard: { ...judge, model: undefined } })).toEqual({ ...pure, llm: hosts });
  });
  test("optional tools and pre-approved tools add nothing", () => {
    expect(effect({ optionalTools: [use("Bash")], allowedTools: [use("Bash")] })).toEqual({
      ...pure,
      llm: hosts,
    });
  });
  test("a restrict alone adds nothing, not even thinking", () => {
    expect(effect({ kind: "restrict", restrict: restrictWith({ allow: ["Bash"] }) })).toEqual(pure);
  });
});

describe("what a manifest names means itself and the agent's own thinking", () => {
  const level = (name: "pure" | "state" | "io" | "llm"): Effect =>
    effectOfHint({ kind: "level", level: name, span: anywhere }, hosts);
  test("levels", () => {
    expect(level("pure")).toEqual({ ...pure, llm: hosts });
    expect(level("state")).toEqual({ ...pure, llm: hosts, state: everything });
    expect(level("io")).toEqual({ llm: hosts, io: everything, state: everything });
    expect(level("llm")).toEqual(top);
  });
  test("records; what could not be read causes no second diagnostic", () => {
    expect(effectOfHint(record({ io: ["net"], llm: ["big"], state: ["k"] }), hosts)).toEqual({
      llm: finite(["big", "m"]),
      io: finite(["net"]),
      state: finite(["k"]),
    });
    expect(effectOfHint({ kind: "invalid", written: "i/o", span: anywhere }, hosts)).toEqual(top);
  });
});

describe("c_r", () => {
  test("without ceiling and list it takes nothing away", () => {
    expect(ceilingOf(restrictWith({}), builtinCatalogue, hosts)).toEqual(top);
  });
  test("a list narrows io to what its tools may do, and nothing else", () => {
    expect(ceilingOf(restrictWith({ allow: ["ReadFile", "WebFetch"] }), builtinCatalogue, hosts)).toEqual({
      ...top,
      io: finite(["fs.read", "net"]),
    });
  });
  test("an empty list leaves no io", () => {
    expect(ceilingOf(restrictWith({ allow: [] }), builtinCatalogue, hosts)).toEqual({
      ...top,
      io: finite([]),
    });
  });
  test("ceiling and list both hold", () => {
    const restrict = {
      ...restrictWith({ allow: ["ReadFile", "WebFetch"] }),
      ceiling: record({ io: ["net", "env"] }),
    };
    // llm(m) from the record; io {net, env} ∧ {fs.read, net} = {net}; the record names no state.
    expect(ceilingOf(restrict, builtinCatalogue, hosts)).toEqual({
      llm: hosts,
      io: finite(["net"]),
      state: finite([]),
    });
  });
});

test("the lower end of the interval is not reached: a tool partly within the ceiling is removed whole", () => {
  // EditFile reads and writes. e_A ∧ c = {fs.read}, and yet nothing that reads is left.
  const made = { ...defaultAgent, tools: [use("EditFile")] };
  const ceiling = record({ io: ["fs.read"] });
  const r = skillWith({ kind: "restrict", name: "r", restrict: { ...restrictWith({}), ceiling } });
  const { term } = mount(made, [{ skill: r, inside: false }], builtinCatalogue);
  expect(effectOf(term)).toEqual({ ...pure, llm: finite([made.model]) });
});
