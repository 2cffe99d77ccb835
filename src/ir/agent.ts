import type { NameUse } from "./skill.ts";
import type { Span } from "../report/source.ts";

/** One entry of an agent's `skills:`, in mounting order, inside out. */
export interface MountEntry {
  readonly name: string;
  /** True: a restrict that stays where it is listed, instead of outermost. */
  readonly inside: boolean;
  readonly span: Span;
}

/** A step of a `chain` agent, a route of a `router`, a member of a `parallel`. */
export interface AgentPart {
  readonly name: string;
  readonly prompt: string;
}

/** A lambdagent agent configuration, resolved. */
export interface Agent {
  readonly name: string;
  readonly description: string;
  readonly type: "simple" | "react" | "chain" | "router" | "parallel";
  readonly model: string;
  readonly provider: string | undefined;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly systemPrompt: string;
  readonly maxSteps: number;
  readonly tools: readonly NameUse[];
  readonly parts: readonly AgentPart[];
  readonly memoryKeys: readonly string[];
  /** Absent: every skill is mounted alone. */
  readonly skills: readonly MountEntry[] | undefined;
  /** Absent for the default agent. */
  readonly span: Span | undefined;
  /** Of the word at `type:`, where it is written. */
  readonly typeSpan?: Span;
}

/** The agent that stands in where none is named. Model and empty prompt as lambdagent's own default. */
export const defaultAgent: Agent = {
  name: "agent",
  description: "",
  type: "simple",
  model: "claude-sonnet-4-20250514",
  provider: undefined,
  temperature: 0,
  maxTokens: 1024,
  systemPrompt: "",
  maxSteps: 10,
  tools: [],
  parts: [],
  memoryKeys: [],
  skills: undefined,
  span: undefined,
};
