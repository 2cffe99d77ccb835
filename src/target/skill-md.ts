import type { Skill } from "../ir/skill.ts";
import { frontMatterText } from "../language/front-matter.ts";
import { shortHash } from "./name.ts";
import type { Carries } from "./target.ts";

/** The longest name of the specification, in characters. */
const longestName = 64;

/** How a SKILL.md for one client differs from the one that every loader reads alike. */
export interface Dialect {
  /** Keys beside those of the open format that the client acts on where they stand at the top. */
  readonly topKeys: ReadonlySet<string>;
  /** Keys of `metadata` that it acts on where they hold a mapping. */
  readonly mappings: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
const portable: Dialect = { topKeys: none, mappings: none };

/**
 * A SKILL.md in the form that every loader reads alike, or that one client does. The prompt stands in it byte for byte. A
 * key beside those of the open format moves under `metadata`, unless the client acts on it.
 */
export function skillMd(skill: Skill, name: string, dialect = portable): string {
  const { about } = skill;
  const description = skill.description === "" ? undefined : skill.description;
  return frontMatter({ name, description, about }, contractFields(skill), dialect) + bodyOf(skill);
}

/** The front matter of that form, fences included; `more` are further entries of `metadata`. */
export function frontMatter(
  { name, description, about }: Pick<Skill, "name" | "about"> & { readonly description: string | undefined },
  more: Iterable<readonly [string, string]> = [],
  { topKeys, mappings }: Dialect = portable,
): string {
  const metadata: Metadata = new Map();
  for (const { key, text, isJson } of about.metadata)
    put(metadata, key, isJson && mappings.has(key) ? { json: text } : text);
  for (const { key, text } of about.others) if (!topKeys.has(key)) put(metadata, key, text);
  for (const [key, text] of more) put(metadata, key, text);
  return frontMatterText({
    name,
    description,
    license: about.license?.text,
    compatibility: about.compatibility?.text,
    metadata,
    allowedTools: about.allowedTools?.text,
    others: about.others.filter(({ key }) => topKeys.has(key)),
  });
}

/**
 * The name of the folder and of the skill in it: the skill's own, where the specification allows it and no other skill of
 * the run has it, else what is legal of it with a hash, so that two names never become one.
 */
export function skillName({ name }: Pick<Skill, "name">, unique: string): string {
  if (name === unique && isLegalName(name)) return name;
  const hash = shortHash(unique);
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, longestName - hash.length - 1)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? `skill-${hash}` : `${slug}-${hash}`;
}

/** What every client accepts: ASCII lower-case letters and digits, single hyphens inside. */
export function isLegalName(name: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= longestName;
}

type Metadata = Map<string, string | { readonly json: string }>;

/** A key that is taken by another value gets a name of its own; nothing is overwritten. */
function put(metadata: Metadata, key: string, value: string | { readonly json: string }): void {
  let free = key;
  while (metadata.has(free) && metadata.get(free) !== value) free = `top-${free}`;
  metadata.set(free, value);
}

/** What a contract says and the format has no field for: `version`, and JSON under names of our own. */
function* contractFields(skill: Skill): Iterable<readonly [string, string]> {
  if (skill.version !== undefined) yield ["version", skill.version];
  for (const [key, value] of contractOf(skill)) yield [`skillc-${key}`, JSON.stringify(value)];
}

function* contractOf({
  tools,
  optionalTools,
  mcpScopes,
  contract,
}: Skill): Iterable<readonly [string, unknown]> {
  const requires = Object.entries({ tools, optional_tools: optionalTools, mcp_scopes: mcpScopes })
    .filter(([, uses]) => uses.length > 0)
    .map(([key, uses]) => [key, uses.map(({ name }) => name)] as const);
  if (requires.length > 0) yield ["requires", Object.fromEntries(requires)];
  if (contract.inputSchema !== undefined) yield ["input-schema", contract.inputSchema];
  if (contract.outputSchema !== undefined) yield ["output-schema", contract.outputSchema];
  for (const [key, value] of Object.entries(contract.rest)) {
    // It is among the metadata already.
    if (key !== "metadata") yield [key.replaceAll("_", "-"), value];
  }
}

/** The instructions of a skill, as they stand below the front matter. */
export function bodyOf({ prompt, steps }: Skill): string {
  const sections = steps.map((step, i) => section(`${i + 1}. ${oneLine(step.name)}`, step.prompt));
  if (prompt.kind === "ape") {
    const { action, purpose, expectation } = prompt;
    sections.unshift(
      section("Action", action),
      section("Purpose", purpose),
      section("Expectation", expectation),
    );
  } else if (prompt.text !== "") {
    if (sections.length === 0) return prompt.text;
    sections.unshift(prompt.text.endsWith("\n") ? prompt.text : `${prompt.text}\n`);
  }
  return sections.join("\n");
}

function section(heading: string, text: string): string {
  return `## ${heading}\n\n${text}${text.endsWith("\n") ? "" : "\n"}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

const unchecked = "no client checks the output of a skill";

/** What a skill says and no SKILL.md has a place for, each with the reason. */
const lost: Readonly<Record<string, string>> = {
  examples: "the format has no place for examples beside the instructions",
  steps: "a client sees a step as a section of the instructions",
  "steps.guard": unchecked,
  "steps.requires": "a client gives the whole skill its tools",
  "interface.guard": unchecked,
  "interface.input_type": "a client gives a skill no typed input",
  "interface.output_type": "a client takes no typed output from a skill",
  "interface.effect_hint": "a client asks for permissions call by call and knows no effect of a skill",
  "interface.state_keys": "a client keeps no memory for a skill",
  "interface.cost_hint": "a client has no budget for a skill",
  "interface.restrict": "a SKILL.md takes nothing away",
};

/** Whether a SKILL.md holds a field: it keeps every key of a front matter, and of a contract all but how the skill is run. */
export const carriesInSkillMd: Carries = (field, skill) => {
  if (skill.description === "") return "every client leaves a skill without a description out";
  if (field === "name") {
    return isLegalName(skill.name) || "a name has 1 to 64 lower-case letters, digits and single hyphens";
  }
  const [top = ""] = field.split(".");
  // In a front matter it is a key like any other.
  if (skill.about.others.some(({ key }) => key === top)) return true;
  if (field === "steps.name" || field === "steps.prompt") return true;
  return lost[field] ?? (top === "interface" ? "the format has no place for it" : true);
};
