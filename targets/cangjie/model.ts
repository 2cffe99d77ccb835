import type { Dialect } from "./dialect.ts";
import { knownProviders } from "./dialect.ts";

/** Other names under which agents write a provider. */
const otherNames: Readonly<Record<string, string>> = {
  alibaba: "dashscope",
  qwen: "dashscope",
  tongyi: "dashscope",
  bytedance: "ark",
  doubao: "ark",
  volcengine: "ark",
  claude: "anthropic",
  gemini: "google",
  kimi: "moonshot",
  zhipu: "zhipuai",
  "llama.cpp": "llamacpp",
};

const byModel: readonly (readonly [RegExp, string])[] = [
  [/^claude/i, "anthropic"],
  [/^(?:gpt|chatgpt|o\d|text-embedding)/i, "openai"],
  [/^(?:qwen|qwq)/i, "dashscope"],
  [/^deepseek/i, "deepseek"],
  [/^glm/i, "zhipuai"],
  [/^(?:kimi|moonshot)/i, "moonshot"],
  [/^gem(?:ini|ma)/i, "google"],
  [/^doubao/i, "ark"],
  [/^step-/i, "stepfun"],
  [/^(?:llama|mistral|mixtral|phi)/i, "ollama"],
  [/^[\w-]+\/[\w.-]/, "openrouter"],
];

/**
 * `provider:model`, as `ModelManager.createChatModel` reads it. A provider that the dialect does not know is reached
 * through `openai`, whose protocol most services speak, and the variable `OPENAI_BASE_URL`.
 */
export function modelReference(
  model: string,
  provider: string | undefined,
  { providers }: Pick<Dialect, "providers">,
): string {
  const [prefix = ""] = model.split(":", 1);
  if (providers.has(prefix) && model.length > prefix.length + 1) return model;
  const found = providerOf(model, provider);
  return `${providers.has(found) ? found : "openai"}:${model}`;
}

function providerOf(model: string, written: string | undefined): string {
  const name = written?.trim().toLowerCase() ?? "";
  if (Object.hasOwn(otherNames, name)) return otherNames[name] ?? "openai";
  if (name !== "" && knownProviders.has(name)) return name;
  return byModel.find(([pattern]) => pattern.test(model))?.[1] ?? "openai";
}
