import type { Agent, AgentPart } from "../ir/agent.ts";
import type { Lam, Term } from "../ir/term.ts";
import type { Catalogue } from "../ir/tool.ts";
import { toolNamed } from "../ir/tool.ts";

/** The term of an agent with nothing mounted on it. */
export function agentTerm(agent: Agent, catalogue: Catalogue): Term {
  const body = bodyOf(agent, catalogue);
  return agent.memoryKeys.length === 0 ? body : { kind: "memory", keys: agent.memoryKeys, term: body };
}

function bodyOf(agent: Agent, catalogue: Catalogue): Term {
  const parts = agent.parts.map((part) => lamOf(agent, catalogue, part));
  switch (agent.type) {
    case "simple":
    case "react":
      return lamOf(agent, catalogue, undefined);
    case "chain":
      return { kind: "compose", terms: parts };
    case "parallel":
      return { kind: "par", terms: parts };
    case "router": {
      const routes = parts
        .filter(({ name }) => name !== "default")
        .map((lam) => ({ label: lam.name, term: lam }));
      const fallback = parts.find(({ name }) => name === "default");
      return { kind: "route", classifier: lamOf(agent, catalogue, undefined), routes, default: fallback };
    }
  }
}

function lamOf(agent: Agent, catalogue: Catalogue, part: AgentPart | undefined): Lam {
  return {
    kind: "lam",
    name: part?.name ?? agent.name,
    model: agent.model,
    prompt: part?.prompt ?? agent.systemPrompt,
    temperature: agent.temperature,
    maxTokens: agent.maxTokens,
    maxCalls: agent.type === "react" ? agent.maxSteps : 1,
    tools: agent.tools.map(({ name }) => toolNamed(name, catalogue)),
    hint: undefined,
    skillPrompt: "",
  };
}
