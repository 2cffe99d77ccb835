import type { ManifestSchema } from "./schema.ts";
import { anything, boolean, integer, number, text, texts } from "./schema.ts";

/** The agent configuration of lambdagent, with `skills:`. */
export const agentSchema: ManifestSchema = {
  type: "object",
  properties: {
    agentId: text,
    name: text,
    description: text,
    type: { type: "string", enum: ["simple", "react", "chain", "router", "parallel"] },
    systemPrompt: text,
    model: {
      anyOf: [
        text,
        {
          type: "object",
          properties: { provider: text, name: text, temperature: number, maxTokens: integer },
        },
      ],
    },
    react: { type: "object", properties: { maxSteps: integer } },
    chain: { type: "object", properties: { steps: { type: "array" } } },
    router: { type: "object", properties: { classifier: anything, routes: anything, default: anything } },
    parallel: { type: "object", properties: { agents: anything, merge: anything } },
    mcp: {
      type: "object",
      properties: { onlineTool: anything, localTools: texts, policy: anything },
    },
    memory: {
      type: "object",
      properties: { enabled: boolean, strategy: text, size: integer, ttl: number, keys: texts },
    },
    guard: anything,
    hooks: anything,
    subAgents: anything,
    runtime: anything,
    rag: anything,
    skills: {
      type: "array",
      items: {
        anyOf: [
          text,
          {
            type: "object",
            additionalProperties: false,
            properties: { skill: text, restrict: text, inside: boolean },
          },
        ],
      },
    },
  },
};

export const deviceSchema: ManifestSchema = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: text,
    description: text,
    target: text,
    effect: anything,
    tools: { type: "object", additionalProperties: text },
    models: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["name"],
        properties: {
          name: text,
          tokens_per_call: number,
          max_tokens: integer,
          latency: number,
          price_per_1k: number,
        },
      },
    },
    budget: {
      type: "object",
      additionalProperties: false,
      properties: { tokens: number, latency: number, money: number, p_min: number, p_fatal_max: number },
    },
    permissions: texts,
  },
};

export const toolsSchema: ManifestSchema = {
  type: "object",
  additionalProperties: {
    type: "object",
    additionalProperties: false,
    properties: {
      description: text,
      capabilities: texts,
      risk: { type: "string", enum: ["low", "medium", "high"] },
      confined: boolean,
      parameters: anything,
      devices: { type: "object", additionalProperties: text },
    },
  },
};

export const configSchema: ManifestSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    agent: text,
    devices: texts,
    tools: text,
    sources: texts,
    policy: {
      type: "object",
      additionalProperties: false,
      properties: {
        max_skills: integer,
        max_description: integer,
        max_body: integer,
        max_body_lines: integer,
        name_prefix: { anyOf: [text, texts] },
        expected_skills: texts,
      },
    },
    rules: {
      type: "object",
      additionalProperties: { type: "string", enum: ["error", "warning", "info", "off"] },
    },
    targets: {
      type: "object",
      additionalProperties: {
        type: "object",
        additionalProperties: { anyOf: [text, { type: "object", additionalProperties: text }] },
      },
    },
  },
};
