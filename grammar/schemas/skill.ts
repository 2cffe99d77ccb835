import type { ManifestSchema } from "./schema.ts";
import { anything, boolean, integer, number, text, texts } from "./schema.ts";

const costHint: ManifestSchema = {
  type: "object",
  additionalProperties: false,
  properties: { tokens: number, latency: number, money: number, p_useful: number, p_fatal: number },
};

const guard: ManifestSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    kind: { type: "string", enum: ["rule", "judge", "none"] },
    predicate: text,
    rubric: text,
    model: text,
    threshold: number,
    retry: integer,
    on_fail: { type: "string", enum: ["last", "error"] },
    merge: { type: "string", enum: ["nest", "and"] },
  },
};

const restrict: ManifestSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    effect_ceiling: anything,
    allow_tools: texts,
    deny_patterns: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["regex", "action"],
        properties: {
          regex: text,
          action: { type: "string", enum: ["ask", "deny"] },
          tools: texts,
          field: text,
        },
      },
    },
  },
};

const requires: ManifestSchema = {
  type: "object",
  additionalProperties: false,
  properties: { tools: texts, optional_tools: texts, mcp_scopes: texts },
};

const interfaceKeys: ManifestSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    input_type: anything,
    output_type: anything,
    effect_hint: anything,
    state_keys: texts,
    guard,
    cost_hint: costHint,
    restrict,
  },
};

/** `skill.yml`: the keys of an unchecked prompt skill, then the contract. */
export const contractSchema: ManifestSchema = {
  type: "object",
  properties: {
    name: text,
    version: anything,
    description: text,
    prompt: {
      anyOf: [
        text,
        {
          type: "object",
          additionalProperties: false,
          required: ["action", "purpose", "expectation"],
          properties: { action: text, purpose: text, expectation: text },
        },
      ],
    },
    requires,
    steps: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["name", "prompt"],
        properties: { name: text, prompt: text, requires, guard },
      },
    },
    examples: anything,
    enabled: boolean,
    interface: interfaceKeys,
    input_schema: anything,
    output_schema: anything,
    errors: anything,
    execution_constraints: anything,
    side_effects: anything,
    idempotency: anything,
    retry_policy: anything,
    rate_limit_policy: anything,
    timeout_ms: integer,
    state_machine: anything,
    observability: anything,
    handler: anything,
    metadata: anything,
    license: anything,
    compatibility: anything,
    hooks: anything,
    tags: anything,
    author: anything,
    category: anything,
    "allowed-tools": anything,
  },
};

/** The six keys of the open format. Agent Skills specification, 2026-08-09. */
export const formatKeys = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
] as const;

/**
 * Keys that some client honours beside the six of the format: Claude Code, VS Code, OpenClaw, Mux, Vibe, UCToo and the
 * plugin formats, as documented or read in their sources by 2026-11.
 */
const clientKeys = [
  "version",
  "author",
  "authors",
  "tags",
  "keywords",
  "category",
  "homepage",
  "repository",
  "title",
  "display_name",
  "display-name",
  "displayName",
  "icon",
  "model",
  "effort",
  "context",
  "agent",
  "agents",
  "background",
  "hooks",
  "shell",
  "arguments",
  "argument-hint",
  "args",
  "paths",
  "globs",
  "when_to_use",
  "when-to-use",
  "disallowed-tools",
  "disable-model-invocation",
  "user-invocable",
  "user-invokable",
  "command-dispatch",
  "command-tool",
  "command-arg-mode",
  "dependencies",
  "requires",
  "inputs",
  "outputs",
  "scripts",
  "triggers",
  "mode",
  "modeSlugs",
  "advertise",
  "tools",
  "mcp",
  "skills",
  "type",
  "status",
  "language",
  "enabled",
  "examples",
] as const;

/** Front matter of SKILL.md. Other keys are kept by some clients and ignored by the rest. */
export const frontMatterSchema: ManifestSchema = {
  type: "object",
  properties: {
    ...Object.fromEntries(clientKeys.map((key) => [key, anything])),
    name: text,
    description: text,
    license: anything,
    compatibility: text,
    metadata: anything,
    "allowed-tools": anything,
    interface: interfaceKeys,
  },
};
