import type { Skill } from "../ir/skill.ts";
import type { Catalogue } from "../ir/tool.ts";
import { appendPrompt, promptText, wrapPrompt } from "./wrapper.ts";

/** The part of a lambdagent configuration that mounting a prompt skill changes; other keys are kept as they are. */
export interface AgentConfig {
  readonly systemPrompt?: string;
  readonly mcp?: { readonly localTools?: readonly string[]; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/**
 * Mounts an unchecked prompt skill onto a configuration: the wrapped prompt after the system prompt, the required
 * tools after the agent's own, no tool twice, and no high-risk tool. What a skill without `interface:` has always meant.
 */
export function mountConfig(
  config: AgentConfig,
  skill: Pick<Skill, "name" | "prompt" | "tools">,
  catalogue: Catalogue,
): { readonly config: AgentConfig; readonly withheld: readonly string[] } {
  const prompt = promptText(skill.prompt);
  const systemPrompt =
    prompt.trim() === ""
      ? config.systemPrompt
      : appendPrompt(config.systemPrompt ?? "", wrapPrompt(skill.name, prompt));
  const own = config.mcp?.localTools ?? [];
  const wanted = skill.tools.map(({ name }) => name).filter((name) => !own.includes(name));
  const isHigh = (name: string): boolean => (catalogue.get(name)?.risk ?? "high") === "high";
  const granted = [...new Set(wanted.filter((name) => !isHigh(name)))];
  return {
    config: {
      ...config,
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      ...(granted.length === 0 ? {} : { mcp: { ...config.mcp, localTools: [...own, ...granted] } }),
    },
    withheld: [...new Set(wanted.filter(isHigh))],
  };
}
