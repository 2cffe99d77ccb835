import type { Agent } from "../../src/ir/agent.ts";
import type { Prompt } from "../../src/ir/skill.ts";
import type { Lam } from "../../src/ir/term.ts";
import { cangjieString } from "../../src/language/cangjie.ts";
import type { Dialect } from "./dialect.ts";

/** What an `@agent` class is written from. */
export interface AgentParts {
  readonly className: string;
  /** `provider:model` */
  readonly model: string;
  readonly description: string;
  readonly executor: string;
  readonly temperature: number;
  readonly memory: boolean;
  /** Identifiers of the tool functions. */
  readonly tools: readonly string[];
  /** URLs and command lines of MCP servers. */
  readonly servers: readonly string[];
  /** The folder whose sub-folders are skills. */
  readonly skillRoot: string | undefined;
  readonly prompt: Prompt;
}

/** One `@agent` class. Every value of an attribute is one token, or a list of identifiers and calls. */
export function agentClass(parts: AgentParts, dialect: Dialect): string {
  const attributes = [
    `model: ${cangjieString(parts.model)}`,
    `description: ${cangjieString(parts.description)}`,
    `executor: ${cangjieString(parts.executor)}`,
    `temperature: ${cangjieFloat(parts.temperature)}`,
    ...(parts.memory ? ["memory: true"] : []),
    ...toolAttributes(parts, dialect),
    ...(parts.skillRoot === undefined
      ? []
      : [`skillRoot: ${cangjieString(parts.skillRoot)}`, "skillBuiltinTools: false"]),
  ];
  return [
    "@agent[",
    attributes.map((attribute) => `    ${attribute}`).join(",\n"),
    "]",
    `public class ${parts.className} {`,
    ...promptText(parts.prompt).map((line) => `    ${line}`),
    "}",
  ].join("\n");
}

function toolAttributes({ tools, servers }: AgentParts, { servers: form }: Dialect): readonly string[] {
  const calls = servers.map((address) => {
    const isUrl = /^https?:\/\//i.test(address);
    return `${isUrl ? form.http : form.stdio}(${cangjieString(address)})`;
  });
  const lists: Readonly<Record<string, readonly string[]>> =
    form.key === "tools" ? { tools: [...tools, ...calls] } : { tools, [form.key]: calls };
  return Object.entries(lists).flatMap(([key, items]) =>
    items.length === 0 ? [] : [`${key}: [${items.join(", ")}]`],
  );
}

/** `react` as the agent asks for it, `tool-loop` where there are tools to call, else one answer. */
export function executorOf(lam: Lam, agent: Agent, hasTools: boolean): string {
  if (lam.maxCalls > 1) return `react:${lam.maxCalls}`;
  return hasTools ? `tool-loop:${Math.max(1, agent.maxSteps)}` : "naive";
}

/** The macro pastes the value into an `Option<Float64>`, so it needs a decimal point. */
export function cangjieFloat(value: number): string {
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
