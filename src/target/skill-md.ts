import type { Skill } from "../ir/skill.ts";
import { frontMatterText } from "../language/front-matter.ts";
import { shortHash } from "./name.ts";

/** The longest name of the specification, in characters. */
const longestName = 64;

const noKeys: ReadonlySet<string> = new Set();

/**
 * A SKILL.md in the form that every loader reads alike. The prompt stands in it byte for byte. A key beside those of the
 * open format moves under `metadata`, unless it is one of `topKeys`, which the client that this is for acts on.
 */
export function skillMd(skill: Skill, name: string, topKeys: ReadonlySet<string> = noKeys): string {
  const description = skill.description === "" ? undefined : skill.description;
  return (
    frontMatter({ name, description, about: skill.about }, contractFields(skill), topKeys) + bodyOf(skill)
  );
}

/** The front matter of that form, fences included; `more` are further entries of `metadata`. */
export function frontMatter(
  { name, description, about }: Pick<Skill, "name" | "about"> & { readonly description: string | undefined },
  more: Iterable<readonly [string, string]> = [],
  topKeys: ReadonlySet<string> = noKeys,
): string {
  const metadata = new Map<string, string>();
  const moved = about.others.filter(({ key }) => !topKeys.has(key));
  for (const { key, text } of [...about.metadata, ...moved]) put(metadata, key, text);
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

/** A key that is taken by another value gets a name of its own; nothing is overwritten. */
function put(metadata: Map<string, string>, key: string, text: string): void {
  let free = key;
  while (metadata.has(free) && metadata.get(free) !== text) free = `top-${free}`;
  metadata.set(free, text);
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

function bodyOf({ prompt, steps }: Skill): string {
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
