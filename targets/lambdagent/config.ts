import { lamsOf } from "../../src/ir/children.ts";
import type { Guard } from "../../src/ir/guard.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Restrict } from "../../src/ir/skill.ts";
import type { Lam, Term } from "../../src/ir/term.ts";
import { descriptionOf } from "./path.ts";
import { isPermitted } from "./policy.ts";
import { configGuard } from "./validator.ts";

/** JSON data that becomes YAML. */
export type ConfigValue =
  string | number | boolean | readonly ConfigValue[] | { readonly [key: string]: ConfigValue };

type ConfigObject = { readonly [key: string]: ConfigValue };

/** The layers around the core of a term: what a configuration can say once, for the whole agent. */
interface Layers {
  readonly core: Term;
  readonly guards: readonly Guard[];
  readonly restricts: readonly Restrict[];
  readonly memory: boolean;
}

/** A guard that a configuration leaves out, and why. */
interface LostGuard {
  readonly guard: Guard;
  readonly because: string;
}

/** What a configuration says of a program, and what it leaves to the module. */
export interface Config {
  /** Undefined where the configuration form has no such agent. */
  readonly data: ConfigObject | undefined;
  readonly because?: string;
  readonly lostGuards: readonly LostGuard[];
  readonly restricts: readonly Restrict[];
}

/** The agent configuration of a program, as `from_config` reads it. */
export function configOf(program: Program): Config {
  const layers = layersOf(program.term);
  const lostGuards: LostGuard[] = [];
  const shape = shapeOf(layers.core, program, lostGuards);
  const guard = guardKeys(layers, lostGuards);
  const rest = { lostGuards, restricts: layers.restricts };
  if ("because" in shape) return { ...rest, data: undefined, because: shape.because };
  const description = descriptionOf(program);
  const data: ConfigObject = {
    agentId: program.name,
    name: program.name,
    ...(description === "" ? {} : { description }),
    ...shape.keys,
    ...(layers.memory ? { memory: { enabled: true, strategy: "local" } } : {}),
    ...(Object.keys(guard).length === 0 ? {} : { guard }),
  };
  return { ...rest, data };
}

function layersOf(term: Term): Layers {
  switch (term.kind) {
    case "skill":
      return layersOf(term.term);
    case "restrict": {
      const inner = layersOf(term.term);
      return { ...inner, restricts: [term.restrict, ...inner.restricts] };
    }
    case "memory":
      return { ...layersOf(term.term), memory: true };
    case "guard": {
      const inner = layersOf(term.term);
      return { ...inner, guards: [...inner.guards, term.guard] };
    }
    default:
      return { core: term, guards: [], restricts: [], memory: false };
  }
}

type Shape = { readonly keys: ConfigObject } | { readonly because: string };

function shapeOf(core: Term, program: Program, lost: LostGuard[]): Shape {
  const { agent } = program;
  switch (core.kind) {
    case "lam":
      return lamShape(core, program);
    case "compose": {
      const steps = core.terms.map((step) => stepOf(step, lost));
      const whole = steps.filter((step) => step !== undefined);
      if (whole.length < steps.length) return { because: "a step of a chain is one prompt there" };
      const [first] = lamsOf(core);
      return {
        keys: {
          type: "chain",
          ...modelKeys(first, program),
          ...toolKeys(core, program),
          chain: { steps: whole },
        },
      };
    }
    case "par": {
      const parts = core.terms.filter((part) => part.kind === "lam");
      if (parts.length < core.terms.length || parts.length < 2)
        return { because: "a parallel agent there has two prompts or more" };
      const agents = parts.map((part) => ({ name: part.name, type: "simple", systemPrompt: part.prompt }));
      return {
        keys: { type: "parallel", ...modelKeys(parts[0], program), parallel: { agents, merge: "tuple" } },
      };
    }
    case "route":
      return routeShape(core, program);
    default:
      return {
        because: `a configuration has no form for a term of the kind \`${core.kind}\` around \`${agent.name}\``,
      };
  }
}

function lamShape(lam: Lam, program: Program): Shape {
  if (lam.prompt.trim() === "") return { because: "lambdagent refuses an agent without a system prompt" };
  const react = program.agent.type === "react";
  return {
    keys: {
      type: react ? "react" : "simple",
      systemPrompt: lam.prompt,
      ...modelKeys(lam, program),
      ...(react ? { react: { maxSteps: program.agent.maxSteps } } : {}),
      ...toolKeys(lam, program),
    },
  };
}

function routeShape(core: Extract<Term, { kind: "route" }>, program: Program): Shape {
  const { classifier } = core;
  const routes = core.routes.flatMap(({ label, term }) =>
    term.kind === "lam" ? [[label, subAgent(term)] as const] : [],
  );
  const other = core.default;
  if (
    classifier.kind !== "lam" ||
    routes.length < core.routes.length ||
    (other !== undefined && other.kind !== "lam")
  ) {
    return { because: "a router there chooses between prompts" };
  }
  return {
    keys: {
      type: "router",
      ...modelKeys(classifier, program),
      ...toolKeys(core, program),
      router: {
        classifier: { prompt: classifier.prompt },
        routes: Object.fromEntries(routes),
        ...(other === undefined ? {} : { default: subAgent(other) }),
      },
    },
  };
}

function subAgent(lam: Lam): ConfigObject {
  return { name: lam.name, type: "simple", systemPrompt: lam.prompt };
}

function stepOf(step: Term, lost: LostGuard[]): ConfigObject | undefined {
  const { core, guards, memory, restricts } = layersOf(step);
  if (core.kind !== "lam" || memory || restricts.length > 0) return undefined;
  const guard = guardKeys({ guards, restricts }, lost);
  return { name: core.name, prompt: core.prompt, ...(Object.keys(guard).length === 0 ? {} : { guard }) };
}

/** The keys of `guard`; guards that do not fit are added to `lost`. */
function guardKeys(
  { guards, restricts }: Pick<Layers, "guards" | "restricts">,
  lost: LostGuard[],
): ConfigObject {
  const patterns = restricts.flatMap(({ denyPatterns }) => denyPatterns);
  const safety: ConfigObject = {
    ...(patterns.length > 0 ? { dangerousCommandBlock: true } : {}),
    ...(patterns.some(({ action }) => action === "ask") ? { highRiskConfirmation: true } : {}),
  };
  const [guard, ...more] = guards;
  if (guard === undefined) return safety;
  if (more.length > 0) {
    const because = "a configuration holds one guard and the agent has several";
    lost.push(...guards.map((each) => ({ guard: each, because })));
    return safety;
  }
  const judged = configGuard(guard);
  if ("because" in judged) {
    lost.push({ guard, because: judged.because });
    return safety;
  }
  return { validator: judged.validator, retry: guard.retry, fallback: guard.onFail, ...safety };
}

function modelKeys(lam: Lam | undefined, { agent }: Program): ConfigObject {
  return {
    model: {
      ...(agent.provider === undefined ? {} : { provider: agent.provider }),
      name: lam?.model ?? agent.model,
      temperature: lam?.temperature ?? agent.temperature,
      maxTokens: lam?.maxTokens ?? agent.maxTokens,
    },
  };
}

/** A name with `/` is a tool of an MCP server. A react agent always has its way to stop. */
function toolKeys(core: Term, program: Program): ConfigObject {
  const scopes = program.skills.flatMap(({ mcpScopes }) => mcpScopes.map(({ name }) => name));
  const names = new Set([
    ...lamsOf(core).flatMap(({ tools }) => tools.map(({ name }) => name)),
    ...scopes.filter((name) => isPermitted(name, program)),
  ]);
  const local = [...names].filter((name) => !name.includes("/"));
  if (program.agent.type === "react" && !local.includes("terminate")) local.push("terminate");
  const online = new Map<string, string[]>();
  for (const name of [...names].filter((each) => each.includes("/"))) {
    const slash = name.indexOf("/");
    const server = name.slice(0, slash);
    online.set(server, [...(online.get(server) ?? []), name.slice(slash + 1)]);
  }
  const mcp: ConfigObject = {
    ...(online.size === 0 ? {} : { onlineTool: Object.fromEntries(online) }),
    ...(local.length === 0 ? {} : { localTools: local }),
  };
  return Object.keys(mcp).length === 0 ? {} : { mcp };
}
