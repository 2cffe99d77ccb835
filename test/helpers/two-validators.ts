import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../src/ir/type.ts";

/** What two validators that know nothing of each other say of a value. */
export type Judge = (value: unknown) => readonly [ajv: boolean, hyperjump: boolean];

let count = 0;

/** Both validators of one schema; undefined where one of them does not take the schema itself. */
export async function judgeOf(schema: JsonSchema): Promise<Judge | undefined> {
  const uri = `https://skillc.test/${count++}`;
  try {
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).compile(schema as object);
    registerSchema(schema as never, uri, "https://json-schema.org/draft/2020-12/schema");
    const hyperjump = await validate(uri);
    return (value) => [ajv(value), hyperjump(value as never).valid];
  } catch {
    return undefined;
  } finally {
    unregisterSchema(uri);
  }
}
