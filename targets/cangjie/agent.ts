import type { Agent } from "../../src/ir/agent.ts";
import type { Prompt } from "../../src/ir/skill.ts";
import type { Lam } from "../../src/ir/term.ts";
import { cangjieString } from "../../src/language/cangjie.ts";
import { modelReference } from "./model.ts";

/** What a class needs beside the Lam itself. */
export interface AgentParts {
  readonly lam: Lam;
  readonly agent: Agent;
  readonly className: string;
  readonly description: string;
  readonly prompt: Prompt;
  /** Identifiers of the tool functions. */
  readonly tools: readonly string[];
  readonly memory: boolean;
}

/** One `@agent` class. Every value of an attribute is one token, or a list of identifiers. */
export function agentClass(parts: AgentParts): string {
  const { lam, agent, className, description, prompt, tools, memory } = parts;
  const attributes = [
    `model: ${cangjieString(modelReference(lam.model, agent.provider))}`,
    `description: ${cangjieString(description)}`,
    `executor: ${cangjieString(executorOf(lam, agent))}`,
    `temperature: ${cangjieFloat(lam.temperature)}`,
    ...(memory ? ["memory: true"] : []),
    ...(tools.length === 0 ? [] : [`tools: [${tools.join(", ")}]`]),
  ];
  return [
    "@agent[",
    attributes.map((attribute) => `    ${attribute}`).join(",\n"),
    "]",
    `public class ${className} {`,
    ...promptText(prompt).map((line) => `    ${line}`),
    "}",
  ].join("\n");
}

/** `react` as the agent asks for it, `tool-loop` where there are tools to call, else one answer. */
function executorOf(lam: Lam, agent: Agent): string {
  if (lam.maxCalls > 1) return `react:${lam.maxCalls}`;
  return lam.tools.length === 0 ? "naive" : `tool-loop:${Math.max(1, agent.maxSteps)}`;
}

/** The macro pastes the value into an `Option<Float64>`, so it needs a decimal point. */
function cangjieFloat(value: number): string {
  const plain = Number.isFinite(value) ? value.toFixed(6).replace(/0+$/, "") : "0.";
  return plain.endsWith(".") ? `${plain}0` : plain;
}

/** The `@prompt` of a class. An empty prompt has none: the class then has the empty system prompt. */
function promptText(prompt: Prompt): readonly string[] {
  if (prompt.kind === "ape") {
    return [
      "@prompt[pattern: APE](",
      `    action: ${cangjieString(prompt.action)},`,
      `    purpose: ${cangjieString(prompt.purpose)},`,
      `    expectation: ${cangjieString(prompt.expectation)}`,
      ")",
    ];
  }
  if (prompt.text === "") return [];
  // The macro joins the literals with nothing between them, so each line keeps its own line end.
  const lines = prompt.text.split(/(?<=\n)/);
  return ["@prompt(", ...lines.map((line) => `    ${cangjieString(line)}`), ")"];
}
