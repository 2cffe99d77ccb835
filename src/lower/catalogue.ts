import type { Catalogue, Tool } from "../ir/tool.ts";
import type { JsonSchema } from "../ir/type.ts";
import type { DataManifest } from "../manifest/manifest.ts";
import { dataOf } from "../manifest/node.ts";
import type { Entry } from "../manifest/node.ts";
import type { Checked } from "../report/diagnostic.ts";
import { booleanAt, hasKey, mapAt, namesAt, textAt, wordAt } from "./parts.ts";

/** Resolves `tools.yml`: tool name → what it may do. */
export function lowerCatalogue({ root }: DataManifest): Checked<Catalogue> {
  const tools = (root?.entries ?? []).map(toolOf);
  return { value: new Map(tools.map((tool) => [tool.name, tool])), diagnostics: [] };
}

function toolOf({ key, value }: Entry): Tool {
  const map = value.kind === "map" ? value : undefined;
  const description = textAt(map, "description");
  const parameters = mapAt(map, "parameters");
  const devices = mapAt(map, "devices")?.entries ?? [];
  return {
    name: key.text,
    ...(description === undefined ? {} : { description }),
    ...(hasKey(map, "capabilities")
      ? { capabilities: namesAt(map, "capabilities").map(({ name }) => name) }
      : {}),
    // What nobody rated is granted like a medium risk: listed, and not withheld.
    risk: wordAt(map, "risk", ["low", "medium", "high"], "medium"),
    confined: booleanAt(map, "confined") ?? false,
    ...(parameters === undefined ? {} : { parameters: dataOf(parameters) as JsonSchema }),
    devices: Object.fromEntries(
      devices.flatMap(({ key: device, value: name }) =>
        name.kind === "scalar" ? [[device.text, name.text]] : [],
      ),
    ),
    span: key.span,
  };
}
