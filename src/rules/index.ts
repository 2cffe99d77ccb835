import { catalogueAlike } from "./catalogue/alike.ts";
import { catalogueAngleBrackets } from "./catalogue/angle-brackets.ts";
import { catalogueBudget } from "./catalogue/budget.ts";
import { catalogueDuplicateSkill } from "./catalogue/duplicate-skill.ts";
import { catalogueEmptySource } from "./catalogue/empty-source.ts";
import { catalogueForgedEntry } from "./catalogue/forged-entry.ts";
import { catalogueNearName } from "./catalogue/near-name.ts";
import { cataloguePolicy } from "./catalogue/policy.ts";
import { clientDepth } from "./client/depth.ts";
import { clientDollarArgument } from "./client/dollar-argument.ts";
import { clientFlag } from "./client/flag.ts";
import { clientHookEvent } from "./client/hook-event.ts";
import { clientIgnoredFlag } from "./client/ignored-flag.ts";
import { clientKeyValue } from "./client/key-value.ts";
import { clientNestedSkill } from "./client/nested-skill.ts";
import { clientOpenaiYaml } from "./client/openai-yaml.ts";
import { clientOpenclaw } from "./client/openclaw.ts";
import { clientUpload } from "./client/upload.ts";
import { clientVariable } from "./client/variable.ts";
import { costAttempts } from "./cost/attempts.ts";
import { costBodyLength } from "./cost/body-length.ts";
import { costHintRange } from "./cost/hint-range.ts";
import { costUnboundedLoop } from "./cost/unbounded-loop.ts";
import { descriptionEmpty } from "./description/empty.ts";
import { descriptionLength } from "./description/length.ts";
import { descriptionMissing } from "./description/missing.ts";
import { descriptionNoTrigger } from "./description/no-trigger.ts";
import { descriptionTriggerCut } from "./description/trigger-cut.ts";
import { effectDeclaredBelowInferred } from "./effect/declared-below-inferred.ts";
import { effectHintUnknown } from "./effect/hint-unknown.ts";
import { effectStateContradiction } from "./effect/state-contradiction.ts";
import { effectUnanalysable } from "./effect/unanalysable.ts";
import { guardJudgeWithoutRubric } from "./guard/judge-without-rubric.ts";
import { guardPlaceholderRubric } from "./guard/placeholder-rubric.ts";
import { guardRetryWithoutGuard } from "./guard/retry-without-guard.ts";
import { guardThreshold } from "./guard/threshold.ts";
import { guardUnusedKey } from "./guard/unused-key.ts";
import { manifestAllowedTools } from "./manifest/allowed-tools.ts";
import { manifestCompatibility } from "./manifest/compatibility.ts";
import { manifestEmptyBody } from "./manifest/empty-body.ts";
import { manifestFlowCollection } from "./manifest/flow-collection.ts";
import { manifestKeys } from "./manifest/keys.ts";
import { manifestLicenseFile } from "./manifest/license-file.ts";
import { manifestLicense } from "./manifest/license.ts";
import { manifestLineSeparator } from "./manifest/line-separator.ts";
import { manifestMergeConflict } from "./manifest/merge-conflict.ts";
import { manifestMetadata } from "./manifest/metadata.ts";
import { manifestPlaceholder } from "./manifest/placeholder.ts";
import { manifestUnclosedFence } from "./manifest/unclosed-fence.ts";
import { manifestYaml11 } from "./manifest/yaml-1-1.ts";
import { nameDirectory } from "./name/directory.ts";
import { nameDuplicate } from "./name/duplicate.ts";
import { nameFormat } from "./name/format.ts";
import { nameMissing } from "./name/missing.ts";
import { nameNormalForm } from "./name/normal-form.ts";
import { portabilityGaps } from "./portability/gaps.ts";
import { portabilitySupports } from "./portability/supports.ts";
import { referenceAllowedTools } from "./reference/allowed-tools.ts";
import { referenceChained } from "./reference/chained.ts";
import { referenceMissingFile } from "./reference/missing-file.ts";
import { referenceOutsideSkill } from "./reference/outside-skill.ts";
import { referenceScript } from "./reference/script.ts";
import { referenceUnknownModel } from "./reference/unknown-model.ts";
import { referenceUnknownTool } from "./reference/unknown-tool.ts";
import { referenceUnlistedTool } from "./reference/unlisted-tool.ts";
import { referenceUnpinnedPackage } from "./reference/unpinned-package.ts";
import { referenceUnreferencedFile } from "./reference/unreferenced-file.ts";
import { restrictEmpty } from "./restrict/empty.ts";
import { restrictExclusive } from "./restrict/exclusive.ts";
import { restrictHighRisk } from "./restrict/high-risk.ts";
import { restrictOpaqueHook } from "./restrict/opaque-hook.ts";
import { restrictPattern } from "./restrict/pattern.ts";
import type { Rule } from "./rule.ts";
import { securityCredentialRead } from "./security/credential-read.ts";
import { securityDeleteOutside } from "./security/delete-outside.ts";
import { securityDownloadAndRun } from "./security/download-and-run.ts";
import { securityExfiltration } from "./security/exfiltration.ts";
import { securityHiddenInstruction } from "./security/hidden-instruction.ts";
import { securityHiddenText } from "./security/hidden-text.ts";
import { securityHomoglyphName } from "./security/homoglyph-name.ts";
import { securityInstructionOverride } from "./security/instruction-override.ts";
import { securityObfuscation } from "./security/obfuscation.ts";
import { securityPrototypeKey } from "./security/prototype-key.ts";
import { typeClash } from "./type/clash.ts";
import { typeComposition } from "./type/composition.ts";
import { typeName } from "./type/name.ts";
import { typeNone } from "./type/none.ts";

/** Every rule, by id. A test compares the list with the files. */
export const rules: readonly Rule[] = [
  catalogueAlike,
  catalogueAngleBrackets,
  catalogueBudget,
  catalogueDuplicateSkill,
  catalogueEmptySource,
  catalogueForgedEntry,
  catalogueNearName,
  cataloguePolicy,
  clientDepth,
  clientDollarArgument,
  clientFlag,
  clientHookEvent,
  clientIgnoredFlag,
  clientKeyValue,
  clientNestedSkill,
  clientOpenaiYaml,
  clientOpenclaw,
  clientUpload,
  clientVariable,
  costAttempts,
  costBodyLength,
  costHintRange,
  costUnboundedLoop,
  descriptionEmpty,
  descriptionLength,
  descriptionMissing,
  descriptionNoTrigger,
  descriptionTriggerCut,
  effectDeclaredBelowInferred,
  effectHintUnknown,
  effectStateContradiction,
  effectUnanalysable,
  guardJudgeWithoutRubric,
  guardPlaceholderRubric,
  guardRetryWithoutGuard,
  guardThreshold,
  guardUnusedKey,
  manifestAllowedTools,
  manifestCompatibility,
  manifestEmptyBody,
  manifestFlowCollection,
  manifestKeys,
  manifestLicenseFile,
  manifestLicense,
  manifestLineSeparator,
  manifestMergeConflict,
  manifestMetadata,
  manifestPlaceholder,
  manifestUnclosedFence,
  manifestYaml11,
  nameDirectory,
  nameDuplicate,
  nameFormat,
  nameMissing,
  nameNormalForm,
  portabilityGaps,
  portabilitySupports,
  referenceAllowedTools,
  referenceChained,
  referenceMissingFile,
  referenceOutsideSkill,
  referenceScript,
  referenceUnknownModel,
  referenceUnknownTool,
  referenceUnlistedTool,
  referenceUnpinnedPackage,
  referenceUnreferencedFile,
  restrictEmpty,
  restrictExclusive,
  restrictHighRisk,
  restrictOpaqueHook,
  restrictPattern,
  securityCredentialRead,
  securityDeleteOutside,
  securityDownloadAndRun,
  securityExfiltration,
  securityHiddenInstruction,
  securityHiddenText,
  securityHomoglyphName,
  securityInstructionOverride,
  securityObfuscation,
  securityPrototypeKey,
  typeClash,
  typeComposition,
  typeName,
  typeNone,
];
