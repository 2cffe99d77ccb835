import { Ajv } from "ajv";

const text = (maxLength: number): object => ({ type: "string", minLength: 1, maxLength });
const texts = (maxLength: number): object => ({ type: "array", items: text(maxLength) });

const skill = {
  type: "object",
  additionalProperties: false,
  required: ["id", "name", "description", "tags"],
  properties: {
    id: text(64),
    name: text(128),
    description: text(512),
    tags: texts(32),
    examples: texts(256),
    inputModes: texts(32),
    outputModes: texts(32),
    extension: text(1024),
  },
};

/** From the field tables of OpenHarmony's “AgentExtensionAbility configuration file”, API 26: what is required, and lengths. */
const schema = {
  type: "object",
  additionalProperties: false,
  required: ["agentCards"],
  properties: {
    agentCards: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        additionalProperties: false,
        required: [
          ...["agentId", "name", "description", "version", "defaultInputModes", "defaultOutputModes"],
          ...["skills", "iconUrl", "category"],
        ],
        properties: {
          agentId: text(64),
          name: text(64),
          description: text(512),
          version: text(32),
          defaultInputModes: texts(32),
          defaultOutputModes: texts(32),
          skills: { type: "array", minItems: 1, items: skill },
          iconUrl: text(512),
          category: text(64),
        },
      },
    },
  },
};

const validate = new Ajv({ allErrors: true }).compile(schema);

/** What is wrong with an `agent_config.json`. Lengths are of bytes in the platform's own check, so texts are counted so. */
export function cardProblems(config: unknown): readonly string[] {
  validate(latin(config));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ""}`);
}

/** Each byte of UTF-8 as one character. */
function latin(value: unknown): unknown {
  if (typeof value === "string") return Buffer.from(value, "utf8").toString("latin1");
  if (Array.isArray(value)) return value.map(latin);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, latin(item)]));
}
