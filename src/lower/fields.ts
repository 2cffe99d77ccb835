import type { SourceField } from "../ir/field.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { Entry, MapNode, Node } from "../manifest/node.ts";
import { firstLine } from "../report/source.ts";

/** Keys whose parts are carried or lost one by one. */
const divided = new Set(["interface", "metadata", "requires", "steps"]);

/** What the compiler itself acts on, so that no target has to carry it. */
const settled = new Set(["enabled"]);

/**
 * Every part of a skill's source that says something, each once: the keys of the front matter and of the contract, the
 * instructions, and the bundled files. `steps.guard` stands for the guards of all steps.
 */
export function fieldsOf(manifest: SkillManifest): readonly SourceField[] {
  const fields = new Map<string, SourceField>();
  const add = (field: SourceField): void => {
    if (!fields.has(field.path)) fields.set(field.path, field);
  };
  for (const field of [...keysOf(manifest.frontMatter), ...keysOf(manifest.contract)]) add(field);
  if (manifest.body !== undefined && manifest.body.text.trim() !== "") {
    add({ path: "prompt", span: manifest.body.span });
  }
  const whole = firstLine(manifest.file);
  for (const { path, file } of manifest.source.siblings) {
    if (file.kind === "directory") continue;
    const because = file.kind === "file" ? {} : { because: "it is a link or a file that cannot be read" };
    add({ path: `./${path}`, span: whole, ...because });
  }
  return [...fields.values()];
}

function* keysOf(map: MapNode | undefined): Iterable<SourceField> {
  for (const { key, value } of map?.entries ?? []) {
    if (isSilent(value) || settled.has(key.text)) continue;
    const parts = divided.has(key.text) ? entriesIn(value) : [];
    if (parts.length === 0) yield { path: key.text, span: value.span };
    for (const part of parts) {
      if (!isSilent(part.value)) yield { path: `${key.text}.${part.key.text}`, span: part.value.span };
    }
  }
}

/** The entries of a mapping, or of all mappings in a list. */
function entriesIn(node: Node): readonly Entry[] {
  if (node.kind === "map") return node.entries;
  return node.kind === "list" ? node.items.flatMap(entriesIn) : [];
}

/** A key without a value, or with an empty list or mapping, says nothing. */
function isSilent(node: Node): boolean {
  if (node.kind === "scalar") return node.value === null || node.text.trim() === "";
  return (node.kind === "list" ? node.items : node.entries).length === 0;
}
