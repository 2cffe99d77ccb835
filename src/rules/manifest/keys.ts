import { checkSkillShape, shapeDiagnostics } from "../../manifest/shape.ts";
import type { Rule } from "../rule.ts";

/** The keys of a skill and the shapes of their values; a wrong key gets a near one. */
export const manifestKeys: Rule = {
  id: "manifest/keys",
  summary: "Every key of a skill is known, and every value has the shape that its key asks for.",
  declared: shapeDiagnostics.declared,
  check: ({ manifest }) => checkSkillShape(manifest),
};
