import { bodyOf } from "../../../targets/agent-skills/document.ts";
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
import { diskFile, textFile } from "./files.ts";

/** The targets that a server needs. */
export const servedTargets = [mcp, agentSkills];

const manifest = "SKILL.md";

/** A skill as a server gives it. */
export interface ServedSkill {
  readonly tool: SkillTool;
  readonly instructions: string;
  /** SKILL.md first. None: the skill has no description, and is a tool alone. */
  readonly files: readonly ServedFile[];
  readonly frontMatter: () => Promise<unknown>;
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
        frontMatter: async () => frontMatterOf(ordered),
      }));
    });
}

function servedFile({ path, text, copyOf }: EmittedFile): ServedFile {
  const [folder = "", ...steps] = path.split("/");
  const inside = steps.join("/");
  return copyOf === undefined ? textFile(folder, inside, text) : diskFile(folder, inside, copyOf);
}

/** The front matter of the SKILL.md as a reader has it. */
async function frontMatterOf(files: readonly ServedFile[]): Promise<unknown> {
  const text = new TextDecoder().decode(files.find(({ path }) => path === manifest)?.read());
  const [skill] = await readSkills(groupSkills([textSource(manifest, text)]));
  const node = skill?.value.frontMatter;
  return node === undefined ? {} : dataOf(node);
}
