import type { Program } from "../../src/ir/program.ts";
import type { Prompt } from "../../src/ir/skill.ts";
import type { Lam } from "../../src/ir/term.ts";
import { cangjieString } from "../../src/language/cangjie.ts";
import { toolFunctionName } from "./tools.ts";

/** The `@agent` class of one Lam. Attribute values are one token each, as the macro demands. */
export function agentClass(program: Program, lam: Lam, className: string): string {
  const attributes = [
    `model: ${cangjieString(modelOf(program, lam))}`,
    `description: ${cangjieString(program.skills[0]?.description ?? program.agent.description)}`,
    `executor: ${cangjieString(executorOf(program, lam))}`,
    `temperature: ${decimal(lam.temperature)}`,
    ...(program.skills.some(({ stateKeys }) => stateKeys.length > 0) ? ["memory: true"] : []),
    ...(lam.tools.length === 0
      ? []
      : [`tools: [${lam.tools.map(({ name }) => toolFunctionName(name)).join(", ")}]`]),
  ];
  return `@agent[\n${attributes.map((line) => `    ${line}`).join(",\n")}\n]\npublic class ${className} {\n${promptOf(program, lam)}}\n`;
}

// Names of providers as CangjieMagic knows them; the first pattern that fits names the provider.
const providers: readonly (readonly [RegExp, string])[] = [
  [/^claude/i, "anthropic"],
  [/^(?:gpt|o\d|chatgpt)/i, "openai"],
  [/^qwen/i, "dashscope"],
  [/^deepseek/i, "deepseek"],
  [/^gemini/i, "google"],
  [/^(?:kimi|moonshot)/i, "moonshot"],
  [/^glm/i, "zhipuai"],
  [/^doubao/i, "ark"],
];

function modelOf({ agent }: Program, { model }: Lam): string {
  const provider = agent.provider ?? providers.find(([pattern]) => pattern.test(model))?.[1] ?? "openai";
  return `${provider}:${model}`;
}

function executorOf({ agent }: Program, { tools, maxCalls }: Lam): string {
  if (agent.type === "react") return `react:${maxCalls}`;
  return tools.length === 0 ? "naive" : "tool-loop";
}

/** Pasted into a Float64, so it needs a decimal point. */
function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/**
 * A prompt of three parts alone on an agent is the pattern APE; every other prompt is one literal a line, each with its
 * own line end, since the macro joins literals with nothing between them.
 */
function promptOf({ skills, agent }: Program, lam: Lam): string {
  const [skill] = skills;
  const alone = skills.length === 1 && agent.systemPrompt.trim() === "" && skill?.steps.length === 0;
  if (alone && skill.prompt.kind === "ape") return patternOf(skill.prompt);
  const lines = lam.prompt.match(/[^\n]*\n|[^\n]+$/g) ?? [""];
  return `    @prompt(\n${lines.map((line) => `        ${cangjieString(line)}\n`).join("")}    )\n`;
}

function patternOf(prompt: Extract<Prompt, { kind: "ape" }>): string {
  const parts = (["action", "purpose", "expectation"] as const).map(
    (key) => `        ${key}: ${cangjieString(prompt[key])}`,
  );
  return `    @prompt[pattern: APE](\n${parts.join(",\n")}\n    )\n`;
}
