/**
 * The providers that CangjieMagic knows; `anthropic` since the release with skills. Another service that speaks the
 * protocol of OpenAI is reached through `openai` and the variable `OPENAI_BASE_URL`.
 */
const providers: ReadonlySet<string> = new Set(
  (
    "dashscope deepseek ark llamacpp ollama openai siliconflow zhipuai google moonshot openrouter anthropic maas " +
    "stepfun"
  ).split(" "),
);

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

/** `provider:model`, as `ModelManager.createChatModel` reads it. */
export function modelReference(model: string, provider: string | undefined): string {
  const [prefix = ""] = model.split(":", 1);
  if (providers.has(prefix) && model.length > prefix.length + 1) return model;
  return `${providerOf(model, provider)}:${model}`;
}

function providerOf(model: string, written: string | undefined): string {
  const name = written?.trim().toLowerCase() ?? "";
  if (providers.has(name)) return name;
  if (Object.hasOwn(otherNames, name)) return otherNames[name] ?? "openai";
  return byModel.find(([pattern]) => pattern.test(model))?.[1] ?? "openai";
}
