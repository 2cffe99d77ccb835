import { guardSyntaxDiagnostics } from "../../grammar/parse.ts";
import { targets } from "../../targets/index.ts";
import { diffDiagnostics } from "../diff/diagnostics.ts";
import { guardDiagnostics } from "../guard/diagnostics.ts";
import { policyDiagnostics } from "../lower/policy.ts";
import { agentDiagnostics } from "../lower/agent.ts";
import { programDiagnostics } from "../lower/program.ts";
import { characterDiagnostics } from "../manifest/characters.ts";
import { clashDiagnostics } from "../manifest/clash.ts";
import { fileDiagnostics } from "../manifest/file.ts";
import { frontMatterDiagnostics } from "../manifest/front-matter.ts";
import { layoutDiagnostics } from "../manifest/layout.ts";
import { shapeDiagnostics } from "../manifest/shape.ts";
import { yamlDiagnostics } from "../manifest/yaml-diagnostics.ts";
import { baselineDiagnostics } from "../report/baseline.ts";
import type { DeclaredDiagnostic } from "../report/diagnostic.ts";
import { compareText } from "../report/diagnostic.ts";
import { suppressDiagnostics } from "../report/suppress.ts";
import { clientRefusedDiagnostics } from "../rules/client/refused.ts";
import { syncDiagnostics } from "../rules/client/synced.ts";
import { runRecordDiagnostics } from "../rules/cost/run-record.ts";
import { rules } from "../rules/index.ts";
import { noSkillDiagnostics } from "../rules/name/no-skill.ts";
import { lossDiagnostics } from "../target/loss.ts";
import { optionDiagnostics } from "../target/options.ts";

/** Every diagnostic that skillc reports, by code. */
export const allDiagnostics: readonly DeclaredDiagnostic[] = [
  guardSyntaxDiagnostics,
  guardDiagnostics,
  diffDiagnostics,
  policyDiagnostics,
  agentDiagnostics,
  programDiagnostics,
  characterDiagnostics,
  clashDiagnostics,
  fileDiagnostics,
  frontMatterDiagnostics,
  layoutDiagnostics,
  shapeDiagnostics,
  yamlDiagnostics,
  clientRefusedDiagnostics,
  noSkillDiagnostics,
  runRecordDiagnostics,
  syncDiagnostics,
  suppressDiagnostics,
  baselineDiagnostics,
  lossDiagnostics,
  optionDiagnostics,
  ...rules,
]
  .flatMap((table) => table.declared)
  .concat(targets.flatMap(({ declared = [] }) => declared))
  .filter((entry, i, all) => all.findIndex(({ code }) => code === entry.code) === i)
  .toSorted((a, b) => compareText(a.code, b.code));
