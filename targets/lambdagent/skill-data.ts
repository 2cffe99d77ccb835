import type { NameUse, Skill, TextField } from "../../src/ir/skill.ts";
import { schemaOf, showType } from "../../src/ir/type.ts";

type Data = Readonly<Record<string, unknown>>;

/** An entry of `SKILLS`: what a skill says of itself, and what it says beyond that where it says anything. */
export function skillData(skill: Skill): Data {
  return {
    name: skill.name,
    description: skill.description,
    version: skill.version ?? null,
    kind: skill.kind,
    input_type: showType(skill.input),
    output_type: showType(skill.output),
    input_schema: schemaOf(skill.input),
    output_schema: schemaOf(skill.output),
    ...present("requires", requirements(skill)),
    ...present("about", aboutData(skill)),
    ...present("contract", contractData(skill)),
  };
}

function requirements({ tools, optionalTools, mcpScopes, steps }: Skill): Data {
  const names = (uses: readonly NameUse[]): readonly string[] => [...new Set(uses.map(({ name }) => name))];
  return {
    ...present("tools", names([...tools, ...steps.flatMap((step) => step.tools)])),
    ...present("optional_tools", names(optionalTools)),
    ...present("mcp_scopes", names(mcpScopes)),
  };
}

/** The keys of a front matter beside name and description, as texts. */
function aboutData({ about }: Skill): Data {
  const { license, compatibility, allowedTools, metadata, others } = about;
  const texts = (fields: readonly TextField[]): Data =>
    Object.fromEntries(fields.map(({ key, text }) => [key, text]));
  return {
    ...(license === undefined ? {} : { license: license.text }),
    ...(compatibility === undefined ? {} : { compatibility: compatibility.text }),
    ...(allowedTools === undefined ? {} : { allowed_tools: allowedTools.text }),
    ...present("metadata", texts(metadata)),
    ...present("others", texts(others)),
  };
}

/** The contract keys that nothing here acts on. `metadata` stands in `about`. */
function contractData({ contract: { rest, inputSchema, outputSchema }, input, output }: Skill): Data {
  const { metadata: _metadata, ...others } = rest;
  const isTyped = (schema: unknown, type: Skill["input"]): boolean =>
    type.kind === "json" && type.schema === schema;
  return {
    ...(inputSchema === undefined || isTyped(inputSchema, input) ? {} : { input_schema: inputSchema }),
    ...(outputSchema === undefined || isTyped(outputSchema, output) ? {} : { output_schema: outputSchema }),
    ...others,
  };
}

function present(key: string, value: object): Data {
  return Object.keys(value).length === 0 ? {} : { [key]: value };
}

/** Parts of a skill that a module has no place for. */
const lost: Readonly<Record<string, string>> = {
  examples: "a module has no place for examples",
  "interface.cost_hint": "lambdagent estimates the cost of a term from its models",
  "interface.effect_hint": "lambdagent infers the effect of a term",
};

/** What a module holds of a skill: everything but the bundled files and what lambdagent infers by itself. */
export function carries(field: string, skill: Skill): true | string {
  if (field.startsWith("./")) return "the files of a skill stay in its folder, where its prompt finds them";
  const [top = ""] = field.split(".");
  // In a front matter it is a key like any other.
  if (skill.about.others.some(({ key }) => key === top)) return true;
  return lost[field] ?? true;
}
