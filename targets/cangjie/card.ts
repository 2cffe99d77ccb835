import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import type { Type } from "../../src/ir/type.ts";
import { shortHash } from "../../src/target/name.ts";
import { typesOf } from "./entry.ts";
import { versionOf } from "./manifest.ts";

/**
 * Bytes that a field may have. Source: OpenHarmony, “AgentExtensionAbility configuration file”, API 26, and the schema
 * of its packing tool.
 */
const most = {
  agentId: 64,
  name: 64,
  description: 512,
  id: 64,
  skillName: 128,
  tag: 32,
  iconUrl: 512,
  category: 64,
};

/** What is cut to fit, by the name of its field. */
interface Card {
  readonly text: string;
  readonly cut: readonly string[];
}

/** `agent_config.json`: the AgentCard of a program, for `resources/base/profile/` of a module. */
export function agentCard(program: Program, description: string): Card {
  const cut = new Set<string>();
  const fit = (field: string, text: string, bytes: number): string => {
    // No field is empty.
    const short = shortened(text.trim() === "" ? "unnamed" : text, bytes);
    if (short.endsWith("…") && !text.endsWith("…")) cut.add(field);
    return short;
  };
  const { input, output } = typesOf(program);
  const skills = program.skills.filter(({ kind }) => kind === "skill");
  const card = {
    agentId: identifier(program.name, most.agentId),
    name: fit("name", program.name, most.name),
    description: fit("description", description === "" ? program.name : description, most.description),
    version: versionOf(program),
    defaultInputModes: [mediaType(input)],
    defaultOutputModes: [mediaType(output)],
    skills: skills.map((skill) => ({
      id: identifier(skill.name, most.id),
      name: fit("name", skill.name, most.skillName),
      description: fit(
        "description",
        skill.description === "" ? skill.name : skill.description,
        most.description,
      ),
      tags: tagsOf(skill),
      inputModes: [mediaType(skill.input)],
      outputModes: [mediaType(skill.output)],
    })),
    iconUrl: shortened(metadataOf(skills, "icon_url") ?? "common/agent_icon.png", most.iconUrl),
    category: shortened(metadataOf(skills, "category") ?? "productivity", most.category),
  };
  return { text: `${JSON.stringify({ agentCards: [card] }, undefined, 2)}\n`, cut: [...cut] };
}

function identifier(name: string, bytes: number): string {
  return bytesOf(name) <= bytes && name !== "" ? name : `${shortened(name, bytes - 9)}-${shortHash(name)}`;
}

/** As many words as fit, with an ellipsis; a longer word is cut between characters. */
function shortened(text: string, bytes: number): string {
  const whole = text.toWellFormed();
  if (bytesOf(whole) <= bytes) return whole;
  let end = 0;
  let size = bytesOf("…");
  for (const char of whole) {
    size += bytesOf(char);
    if (size > bytes) break;
    end += char.length;
  }
  const start = whole.slice(0, end);
  const space = start.search(/\s+\S*$/);
  return `${space > end / 2 ? start.slice(0, space) : start}…`;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** `tags` of the metadata, separated by commas or white space; else the name. */
function tagsOf(skill: Skill): readonly string[] {
  const written = metadataOf([skill], "tags")?.replaceAll(/["[\]]/g, "") ?? "";
  const tags = written.split(/[\s,]+/).filter((tag) => tag !== "");
  return (tags.length === 0 ? [skill.name === "" ? "skill" : skill.name] : tags).map((tag) =>
    shortened(tag, most.tag),
  );
}

function metadataOf(skills: readonly Skill[], key: string): string | undefined {
  const texts = skills.flatMap(({ about }) => about.metadata.filter((field) => field.key === key));
  const [first] = texts.map(({ text }) => text.trim()).filter((text) => text !== "");
  return first;
}

function mediaType({ kind }: Type): string {
  return kind === "str" || kind === "any" || kind === "invalid" ? "text/plain" : "application/json";
}
