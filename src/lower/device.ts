import type { Device, DeviceModel } from "../ir/device.ts";
import type { Budget } from "../ir/grade.ts";
import type { DataManifest } from "../manifest/manifest.ts";
import type { MapNode, Node } from "../manifest/node.ts";
import { get } from "../manifest/node.ts";
import type { Checked } from "../report/diagnostic.ts";
import { firstLine } from "../report/source.ts";
import { lowerHint } from "./hint.ts";
import { countAt, hasKey, listAt, mapAt, namesAt, numberAt, textAt } from "./parts.ts";

/** Resolves a device. Without a name it is called by its file. */
export function lowerDevice({ file, root }: DataManifest): Checked<Device> {
  const fileName = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
  const tools = mapAt(root, "tools");
  const device: Device = {
    name: textAt(root, "name") ?? fileName,
    target: textAt(root, "target"),
    effect: lowerHint(get(root, "effect")),
    tools:
      tools === undefined
        ? undefined
        : new Map(
            tools.entries.map(({ key, value }) => [key.text, value.kind === "scalar" ? value.text : ""]),
          ),
    models: listAt(root, "models").flatMap(modelOf),
    budget: budgetOf(mapAt(root, "budget")),
    permissions: hasKey(root, "permissions")
      ? namesAt(root, "permissions").map(({ name }) => name)
      : undefined,
    span: firstLine(file),
  };
  return { value: device, diagnostics: [] };
}

function modelOf(node: Node): DeviceModel[] {
  if (node.kind !== "map") return [];
  return [
    {
      name: textAt(node, "name") ?? "",
      tokensPerCall: numberAt(node, "tokens_per_call"),
      maxTokens: countAt(node, "max_tokens"),
      latency: numberAt(node, "latency"),
      pricePer1k: numberAt(node, "price_per_1k"),
    },
  ];
}

function budgetOf(map: MapNode | undefined): Budget {
  const keys = ["tokens", "latency", "money", "p_min", "p_fatal_max"] as const;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = numberAt(map, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
