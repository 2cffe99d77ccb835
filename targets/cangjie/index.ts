import { emitCangjie } from "../../src/guard/cangjie.ts";
import type { Target } from "../../src/target/target.ts";
import { permissions } from "./manifest.ts";
import { cangjieDiagnostics, notesOf } from "./notes.ts";
import { packageFiles } from "./package.ts";
import { supports } from "./supports.ts";

/** A cjpm package for each program. */
export const cangjie: Target = {
  name: "cangjie",
  summary: "a cjpm package for CangjieMagic: agent, prompt, tools and guard",
  supports,
  permissions,
  declared: cangjieDiagnostics.declared,
  emit: (program) => packageFiles(program, emitCangjie),
  notes: (program) => notesOf(program, emitCangjie),
};
