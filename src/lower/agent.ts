import type { Agent, AgentPart, MountEntry } from "../ir/agent.ts";
import { defaultAgent } from "../ir/agent.ts";
import { knownModels, misspeltModel } from "../ir/models.ts";
import type { DataManifest } from "../manifest/manifest.ts";
import type { MapNode, Node } from "../manifest/node.ts";
import { find } from "../manifest/node.ts";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import { firstLine } from "../report/source.ts";
import {
  booleanAt,
  countAt,
  hasKey,
  listAt,
  mapAt,
  namesAt,
  numberAt,
  scalarAt,
  textAt,
  wordAt,
} from "./parts.ts";

export const agentDiagnostics = defineDiagnostics({
  "lower/unknown-model": {
    severity: "warning",
    message: (p: { model: string; near: string }) =>
      `The agent runs on \`${p.model}\`, which no provider is known to have; \`${p.near}\` is a few letters away.`,
    help: (p: { near: string }) => `Write \`${p.near}\`.`,
    docs: `
An agent names a model that nobody knows, and a known name is a few letters away.

The name goes to the provider as it is written, so a misspelt one fails at the first call, and costs are worked out with the
figures of an unknown model. Only slips of the keyboard are reported: another version or date is another model.

    model: {name: claude-sonnet-4-20250514}      # not claude-sonet-4-20250514

To fix it, correct the name; \`--fix --unsafe-fixes\` does not change agent files.
`,
  },
});

/** Resolves an agent configuration of lambdagent. What it leaves out is as in the default agent. */
export function lowerAgent({ file, root }: DataManifest): Checked<Agent> {
  const type = wordAt(root, "type", ["simple", "react", "chain", "router", "parallel"], "simple");
  const model = mapAt(root, "model");
  const memory = mapAt(root, "memory");
  const agent: Agent = {
    name: textAt(root, "name") ?? textAt(root, "agentId") ?? defaultAgent.name,
    description: textAt(root, "description") ?? "",
    type,
    model: textAt(model, "name") ?? textAt(root, "model") ?? defaultAgent.model,
    provider: textAt(model, "provider"),
    temperature: numberAt(model, "temperature") ?? defaultAgent.temperature,
    maxTokens: countAt(model, "maxTokens") ?? defaultAgent.maxTokens,
    systemPrompt: textAt(root, "systemPrompt") ?? "",
    maxSteps: countAt(mapAt(root, "react"), "maxSteps") ?? defaultAgent.maxSteps,
    tools: [...namesAt(root, "mcp", "localTools"), ...onlineTools(root)],
    parts: partsOf(root, type),
    memoryKeys: booleanAt(memory, "enabled") === true ? memoryKeysOf(memory) : [],
    skills: hasKey(root, "skills") ? listAt(root, "skills").flatMap(mountEntry) : undefined,
    span: firstLine(file),
    ...typeSpanOf(root),
  };
  return { value: agent, diagnostics: [...checkModel(root)] };
}

function typeSpanOf(root: MapNode | undefined): Pick<Agent, "typeSpan"> {
  const node = scalarAt(root, "type");
  return node === undefined ? {} : { typeSpan: node.span };
}

function* checkModel(root: MapNode | undefined): Iterable<Diagnostic> {
  const node = scalarAt(mapAt(root, "model"), "name") ?? scalarAt(root, "model");
  const near = node === undefined ? undefined : misspeltModel(node.text, knownModels);
  if (node === undefined || near === undefined) return;
  const parameters = { model: node.text, near: near.name };
  yield agentDiagnostics.create("lower/unknown-model", node.span, parameters);
}

/** The memory of an agent without named keys is one key, the conversation. */
function memoryKeysOf(memory: MapNode | undefined): readonly string[] {
  const keys = namesAt(memory, "keys").map(({ name }) => name);
  return keys.length === 0 ? ["conversation"] : keys;
}

function onlineTools(root: MapNode | undefined): Agent["tools"] {
  const servers = mapAt(root, "mcp", "onlineTool")?.entries ?? [];
  return servers.flatMap(({ key }) =>
    namesAt(root, "mcp", "onlineTool", key.text).map(({ name, span }) => ({
      name: `${key.text}/${name}`,
      span,
    })),
  );
}

function partsOf(root: MapNode | undefined, type: Agent["type"]): readonly AgentPart[] {
  switch (type) {
    case "simple":
    case "react":
      return [];
    case "chain":
      return listAt(root, "chain", "steps").flatMap((node, i) => partOf(node, `step-${i + 1}`));
    case "parallel":
      return listAt(root, "parallel", "agents").flatMap((node, i) => partOf(node, `agent-${i + 1}`));
    case "router": {
      const routes = mapAt(root, "router", "routes")?.entries ?? [];
      const fallback = find(root, "router", "default");
      return [
        ...routes.flatMap(({ key, value }) => partOf(value, key.text)),
        ...(fallback === undefined ? [] : partOf(fallback, "default")),
      ];
    }
  }
}

function partOf(node: Node, otherwise: string): AgentPart[] {
  if (node.kind === "scalar") return [{ name: otherwise, prompt: node.text }];
  if (node.kind === "list") return [];
  return [
    {
      name: textAt(node, "name") ?? otherwise,
      prompt: textAt(node, "prompt") ?? textAt(node, "systemPrompt") ?? "",
    },
  ];
}

function mountEntry(node: Node): MountEntry[] {
  if (node.kind === "list") return [];
  if (node.kind === "scalar") return [{ name: node.text.trim(), inside: false, span: node.span }];
  const name = scalarAt(node, "skill") ?? scalarAt(node, "restrict");
  if (name === undefined) return [];
  return [{ name: name.text.trim(), inside: booleanAt(node, "inside") ?? false, span: name.span }];
}
