import { emitCangjie, emitCangjieSearch } from "../../src/guard/cangjie.ts";
import type { Target } from "../../src/target/target.ts";
import { carries } from "./carries.ts";
import { choiceOf, options } from "./dialect.ts";
import { permissions } from "./manifest.ts";
import { cangjieDiagnostics, notesOf } from "./notes.ts";
import { packageFiles } from "./package.ts";
import type { Emitters } from "./package.ts";
import { supports } from "./supports.ts";

const emit: Emitters = { guard: emitCangjie, search: emitCangjieSearch };

/** A cjpm package for each program. */
export const cangjie: Target = {
  name: "cangjie",
  summary: "a cjpm package for CangjieMagic: agent, prompt, types, tools and guards",
  supports,
  permissions,
  options,
  emit: (program, chosen) => packageFiles(program, emit, choiceOf(chosen)),
  carries,
  declared: cangjieDiagnostics.declared,
  notes: (program, chosen) => notesOf(program, emit, choiceOf(chosen)),
};
