import type { McpTool } from "../../../targets/mcp/tool.ts";
import { schemaOf } from "../../ir/type.ts";
import { decode } from "../../target/schema/codec.ts";
import { accepts } from "../../types/accepts.ts";
import type { ServedFile } from "./files.ts";
import { contentOf, mimeType, sameUri } from "./files.ts";
import type { Fields, Outcome } from "./message.ts";
import { codes, failure, isFields } from "./message.ts";
import type { ServedSkill } from "./skills.ts";
import { entryOf } from "./skills.ts";

export type Method = (params: Fields, era: { readonly isStateless: boolean }) => Promise<Outcome> | Outcome;

export const skillsExtension = "io.modelcontextprotocol/skills";

/** Everything but the protocol itself: tools, resources, and the skills of the extension. */
export function methodsOf(skills: readonly ServedSkill[]): ReadonlyMap<string, Method> {
  const byName = new Map(skills.map((skill) => [skill.tool.tool.name, skill]));
  const byUri = new Map(
    skills.flatMap((skill) => skill.files.map((file) => [file.uri, { skill, file }] as const)),
  );
  const manifests = skills.flatMap(({ files: [manifest], ...skill }) =>
    manifest === undefined ? [] : [{ skill: skill.tool.skill, manifest }],
  );
  const find = ({ uri }: Fields): { readonly skill: ServedSkill; readonly file: ServedFile } | undefined => {
    const same = typeof uri === "string" ? sameUri(uri) : undefined;
    return same === undefined ? undefined : byUri.get(same);
  };
  return new Map<string, Method>([
    ["tools/list", whole({ tools: skills.map(({ tool }) => served(tool.tool)) })],
    ["tools/call", (params) => callTool(params, byName)],
    [
      "resources/list",
      whole({
        resources: manifests.map(({ skill, manifest }) => ({
          uri: manifest.uri,
          name: skill.name,
          description: skill.description,
          mimeType: "text/markdown",
          size: manifest.read()?.length ?? 0,
        })),
      }),
    ],
    ["resources/templates/list", whole({ resourceTemplates: [template] })],
    [
      "resources/read",
      (params, { isStateless }) => {
        const found = find(params);
        const bytes = found?.file.read();
        if (found !== undefined && bytes !== undefined) {
          return { result: { contents: [contentOf(found.file.uri, found.file.path, bytes)] } };
        }
        const { uri } = params;
        if (typeof uri !== "string") return failure(codes.params, "`uri` is no text");
        return failure(isStateless ? codes.params : codes.resource, "Resource not found", { uri });
      },
    ],
    ["resources/directory/read", (params) => readDirectory(params, skills)],
    ["skills/list", async (params) => listSkills(params, skills)],
    [
      "skills/get",
      async (params) => {
        const found = find(params);
        const skill = found?.file.path === "SKILL.md" ? await entryOf(found.skill) : undefined;
        if (skill === undefined) return failure(codes.params, "no skill is served at this `uri`");
        return { result: { skill, ...notCached } };
      },
    ],
  ]);
}

const template = {
  uriTemplate: "skill://{+path}",
  name: "skill-file",
  description: "A file of a skill: its SKILL.md, or what that refers to.",
};

/** The extension wants these in every revision. */
const notCached = { ttlMs: 0, cacheScope: "private" };

/** A list that is given whole, so that there is no cursor that could be known. */
function whole(result: Fields): Method {
  return ({ cursor }) => (cursor === undefined ? { result } : unknownCursor);
}

const unknownCursor = failure(codes.params, "this `cursor` was never given");

/**
 * A call gives the instructions, and not what they lead to: without a model a server cannot follow them. So no schema of an
 * output is promised.
 */
function served({ outputSchema: _output, ...tool }: McpTool): Fields {
  return tool;
}

function callTool(
  { name, arguments: given = {} }: Fields,
  byName: ReadonlyMap<string, ServedSkill>,
): Outcome {
  const skill = typeof name === "string" ? byName.get(name) : undefined;
  if (skill === undefined) return failure(codes.params, `Unknown tool: ${String(name)}`);
  if (!isFields(given)) return failure(codes.params, "`arguments` is no object");
  const { skill: source, tool, input: codec } = skill.tool;
  const input = decode({ codec }, given);
  // The schema of the tool may be wider than that of the skill.
  if (accepts(tool.inputSchema, given) === false || accepts(schemaOf(source.input), input) === false) {
    const schema = JSON.stringify(tool.inputSchema);
    const message = `The arguments do not fit the input of ${tool.name}: ${schema}`;
    return { result: { content: [text(message)], isError: true } };
  }
  return { result: { content: contentFor(skill, given, input) } };
}

/** Each part a text of its own, so that no part can pass for another. */
function contentFor(
  { tool, instructions, files }: ServedSkill,
  given: Fields,
  input: unknown,
): readonly Fields[] {
  const parts = [instructions];
  if (Object.keys(given).length > 0) {
    parts.push(`Input:\n${typeof input === "string" ? input : JSON.stringify(input)}`);
  }
  const { outputSchema } = tool.tool;
  if (outputSchema !== undefined) {
    parts.push(`Answer with JSON that fits this schema:\n${JSON.stringify(schemaOf(tool.skill.output))}`);
  }
  const others = files.slice(1).map(({ uri }) => uri);
  if (others.length > 0) parts.push(`Files of the skill, to be read as resources:\n${others.join("\n")}`);
  return parts.map(text);
}

function text(content: string): Fields {
  return { type: "text", text: content };
}

async function listSkills({ cursor }: Fields, skills: readonly ServedSkill[]): Promise<Outcome> {
  if (cursor !== undefined) return unknownCursor;
  const entries = await Promise.all(skills.map(entryOf));
  return { result: { skills: entries.filter((entry) => entry !== undefined), ...notCached } };
}

/** What lies directly in the folder of a skill, or in one below it. */
function readDirectory({ uri, cursor }: Fields, skills: readonly ServedSkill[]): Outcome {
  const folder = typeof uri === "string" ? sameUri(uri) : undefined;
  if (cursor !== undefined) return unknownCursor;
  const below = skills
    .flatMap(({ files }) => files)
    .filter((file) => folder !== undefined && file.uri.startsWith(`${folder}/`));
  if (folder === undefined || below.length === 0)
    return failure(codes.params, "no folder is served at this `uri`");
  const children = new Map(
    below.map((file) => {
      const [name = "", ...more] = file.uri.slice(folder.length + 1).split("/");
      const type = more.length > 0 ? "inode/directory" : mimeType(file.path);
      return [name, { uri: `${folder}/${name}`, name: decodeURIComponent(name), mimeType: type }];
    }),
  );
  return { result: { resources: [...children.values()], ...notCached } };
}
