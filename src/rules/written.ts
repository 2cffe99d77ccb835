import type { SkillManifest } from "../manifest/manifest.ts";
import type { Entry, MapNode, Node, ScalarNode } from "../manifest/node.ts";
import { entryOf, get } from "../manifest/node.ts";
import type { Span } from "../report/source.ts";
import { firstLine } from "../report/source.ts";

/** A top-level key of a skill: of the front matter, else of `skill.yml`. */
export function writtenEntry({ frontMatter, contract }: SkillManifest, key: string): Entry | undefined {
  return entryOf(frontMatter, key) ?? entryOf(contract, key);
}

/**
 * True where every file of the skill could be read as far as its keys. Where one could not, that has been reported,
 * and nothing is said of keys that may stand in it.
 */
export function isReadable({ source, frontMatter, contract }: SkillManifest): boolean {
  const skillMdRead = source.skillMd === undefined || frontMatter !== undefined;
  const contractRead = source.contract === undefined || contract !== undefined;
  return skillMdRead && contractRead;
}

/** Where something that the skill lacks is reported: the opening line of the file that would hold it. */
export function placeOfAbsent(manifest: SkillManifest): Span {
  return firstLine(manifest.file);
}

/** The characters of a value, without quotes; the key where the value is empty. */
export function valueSpan({ key, value }: Entry): Span {
  if (value.kind === "scalar" && value.text !== "") return value.at(0, value.text.length);
  return value.span.end > value.span.start ? value.span : key.span;
}

/** The text of a value, whatever YAML reads it as; undefined for lists and mappings. `~` and nothing are empty. */
export function textOfValue(node: Node | undefined): string | undefined {
  if (node?.kind !== "scalar") return undefined;
  return node.value === null ? "" : node.text;
}

/** The `interface:` mapping of the contract, else of the front matter. */
export function interfaceOf({ contract, frontMatter }: SkillManifest): MapNode | undefined {
  const own = get(contract, "interface");
  if (own?.kind === "map") return own;
  const other = get(frontMatter, "interface");
  return other?.kind === "map" ? other : undefined;
}

/** The `guard:` mappings of the contract: of the skill first, then of each step. */
export function guardsOf(manifest: SkillManifest): readonly MapNode[] {
  const steps = get(manifest.contract, "steps");
  const nodes = [
    get(interfaceOf(manifest), "guard"),
    ...(steps?.kind === "list" ? steps.items : []).map((step) =>
      step.kind === "map" ? get(step, "guard") : undefined,
    ),
  ];
  return nodes.filter((node): node is MapNode => node?.kind === "map");
}

/** A scalar under a mapping. */
export function scalarOf(map: MapNode | undefined, key: string): ScalarNode | undefined {
  const node = get(map, key);
  return node?.kind === "scalar" ? node : undefined;
}

/** Length in code points: what “characters” means in the Agent Skills specification. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** UTF-16 offset of the code point with this number. */
export function offsetOfCodePoint(text: string, index: number): number {
  let offset = 0;
  let seen = 0;
  for (const char of text) {
    if (seen === index) break;
    offset += char.length;
    seen++;
  }
  return offset;
}

/** `a`, `a and b`, `a, b and c`, each in backticks. */
export function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} and ${last}`;
}
