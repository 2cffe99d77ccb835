import { bodyOf } from "../../target/skill-md.ts";
import { agentSkills } from "../../../targets/agent-skills/index.ts";
import { mcp } from "../../../targets/mcp/index.ts";
import type { SkillTool } from "../../../targets/mcp/tool.ts";
import { toolsOf } from "../../../targets/mcp/tool.ts";
import type { EmittedFile } from "../../compile.ts";
import type { Program } from "../../ir/program.ts";
import { groupSkills } from "../../manifest/discover.ts";
import { dataOf } from "../../manifest/node.ts";
import { readSkills } from "../../manifest/on-demand.ts";
import { textSource } from "../../report/source.ts";
import type { ServedFile } from "./files.ts";
import { digestOf, diskFile, largestSkill, textFile } from "./files.ts";

/** The targets that a server needs. */
export const servedTargets = [mcp, agentSkills];

const manifest = "SKILL.md";

/** A skill as a server gives it. */
export interface ServedSkill {
  readonly tool: SkillTool;
  readonly instructions: string;
  /** SKILL.md first. None: the skill has no description, and is a tool alone. */
  readonly files: readonly ServedFile[];
}

/** A skill as the skills extension lists it, with the digests of its files as they are now. */
export interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: unknown;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

/** The skills of a run that were compiled, each once; an agent that mounts several adds nothing to them. */
export function servedSkills(
  programs: readonly Program[],
  emitted: readonly EmittedFile[],
): readonly ServedSkill[] {
  const filesOf = new Map<string, ServedFile[]>();
  const tools = new Set<string>();
  for (const file of emitted) {
    if (file.target === mcp.name) tools.add(file.skill);
    if (file.target !== agentSkills.name) continue;
    const files = filesOf.get(file.skill) ?? [];
    files.push(servedFile(file));
    filesOf.set(file.skill, files);
  }
  return programs
    .filter(({ whole, name }) => whole !== true && tools.has(name))
    .flatMap((program) => {
      const files = filesOf.get(program.name) ?? [];
      const ordered = files.toSorted((a, b) => Number(b.path === manifest) - Number(a.path === manifest));
      return toolsOf(program).map((tool) => ({
        tool,
        instructions: bodyOf(tool.skill),
        files: ordered,
      }));
    });
}

function servedFile({ path, text, copyOf }: EmittedFile): ServedFile {
  const [folder = "", ...steps] = path.split("/");
  const inside = steps.join("/");
  return copyOf === undefined ? textFile(folder, inside, text) : diskFile(folder, inside, copyOf);
}

/** Hosts accept so many files of a skill, and need not accept more. */
const mostFiles = 512;

/** Undefined: hosts may refuse the skill for its size, and it is a tool alone. */
export async function entryOf({ files }: ServedSkill): Promise<SkillEntry | undefined> {
  const [first] = files;
  if (first === undefined || files.length > mostFiles) return undefined;
  const resources = files.flatMap(({ uri, read }) => {
    const bytes = read();
    return bytes === undefined ? [] : [{ uri, digest: digestOf(bytes), size: bytes.length }];
  });
  if (resources.reduce((sum, { size }) => sum + size, 0) > largestSkill) return undefined;
  return { uri: first.uri, frontmatter: await frontMatterOf(first), resources };
}

/** The front matter of a SKILL.md as a reader has it. */
async function frontMatterOf(file: ServedFile): Promise<unknown> {
  const text = new TextDecoder().decode(file.read());
  const [skill] = await readSkills(groupSkills([textSource(manifest, text)]));
  const node = skill?.value.frontMatter;
  return node === undefined ? {} : dataOf(node);
}
