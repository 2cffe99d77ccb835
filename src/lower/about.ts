import { formatKeys } from "../../grammar/schemas/skill.ts";
import type { About, TextField } from "../ir/skill.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { Entry, MapNode, Node } from "../manifest/node.ts";
import { entryOf } from "../manifest/node.ts";
import { grantsText } from "./grants.ts";

const ofFormat: ReadonlySet<string> = new Set(formatKeys);

/** The fields of the front matter as texts; `metadata` of the contract goes after that of the front matter. */
export function lowerAbout({ frontMatter, contract, source }: SkillManifest): About {
  const grants = entryOf(frontMatter, "allowed-tools");
  const allowedTools = grants === undefined ? undefined : grantsText(grants.value);
  return {
    license: fieldAt(frontMatter, "license"),
    compatibility: fieldAt(frontMatter, "compatibility"),
    allowedTools:
      grants === undefined || allowedTools === undefined
        ? undefined
        : { key: "allowed-tools", text: allowedTools, isJson: false, span: grants.value.span },
    metadata: [...metadataOf(frontMatter), ...metadataOf(contract)],
    others: fieldsOf(frontMatter).filter(
      ({ key }) => !ofFormat.has(key) || (key === "allowed-tools" && allowedTools === undefined),
    ),
    bundled: source.siblings.flatMap(({ path, file }) =>
      file.kind === "file" ? [{ path, source: file.path }] : [],
    ),
  };
}

function metadataOf(map: MapNode | undefined): readonly TextField[] {
  const entry = entryOf(map, "metadata");
  if (entry?.value.kind === "map") return fieldsOf(entry.value);
  // Metadata that is no mapping has been reported; as one entry, its value is kept.
  const field = entry === undefined ? undefined : fieldOf(entry);
  return field === undefined ? [] : [field];
}

function fieldAt(map: MapNode | undefined, key: string): TextField | undefined {
  const entry = entryOf(map, key);
  return entry === undefined ? undefined : fieldOf(entry);
}

/** The fields of a mapping; the last of several with one key, as most readers have it. */
function fieldsOf(map: MapNode | undefined): readonly TextField[] {
  const fields = new Map<string, TextField>();
  for (const entry of map?.entries ?? []) {
    const field = fieldOf(entry);
    if (field !== undefined) fields.set(field.key, field);
  }
  return [...fields.values()];
}

/** A key without a value says nothing. */
function fieldOf({ key, value }: Entry): TextField | undefined {
  if (value.kind !== "scalar") {
    return { key: key.text, text: jsonOf(value), isJson: true, span: value.span };
  }
  if (value.value === null) return undefined;
  return { key: key.text, text: value.text, isJson: false, span: value.span };
}

/** Numbers stay as they are written: `1.10` is a number of JSON, too. */
function jsonOf(node: Node): string {
  switch (node.kind) {
    case "list":
      return `[${node.items.map(jsonOf).join(",")}]`;
    case "map":
      return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key.text)}:${jsonOf(value)}`).join(",")}}`;
    case "scalar":
      if (typeof node.value !== "number") return JSON.stringify(node.value);
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(node.text)
        ? node.text
        : JSON.stringify(node.text);
  }
}
