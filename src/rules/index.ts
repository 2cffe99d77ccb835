import { costAttempts } from "./cost/attempts.ts";
import { costHintRange } from "./cost/hint-range.ts";
import { descriptionEmpty } from "./description/empty.ts";
import { descriptionLength } from "./description/length.ts";
import { descriptionMissing } from "./description/missing.ts";
import { effectDeclaredBelowInferred } from "./effect/declared-below-inferred.ts";
import { effectHintUnknown } from "./effect/hint-unknown.ts";
import { effectStateContradiction } from "./effect/state-contradiction.ts";
import { guardJudgeWithoutRubric } from "./guard/judge-without-rubric.ts";
import { guardRetryWithoutGuard } from "./guard/retry-without-guard.ts";
import { manifestCompatibility } from "./manifest/compatibility.ts";
import { manifestKeys } from "./manifest/keys.ts";
import { manifestMetadata } from "./manifest/metadata.ts";
import { nameDirectory } from "./name/directory.ts";
import { nameDuplicate } from "./name/duplicate.ts";
import { nameFormat } from "./name/format.ts";
import { nameMissing } from "./name/missing.ts";
import { portabilityGaps } from "./portability/gaps.ts";
import { portabilitySupports } from "./portability/supports.ts";
import { referenceUnknownTool } from "./reference/unknown-tool.ts";
import { restrictEmpty } from "./restrict/empty.ts";
import { restrictExclusive } from "./restrict/exclusive.ts";
import { restrictHighRisk } from "./restrict/high-risk.ts";
import { restrictPattern } from "./restrict/pattern.ts";
import type { Rule } from "./rule.ts";
import { typeClash } from "./type/clash.ts";
import { typeComposition } from "./type/composition.ts";
import { typeName } from "./type/name.ts";
import { typeNone } from "./type/none.ts";

/** Every rule, by id. A test compares the list with the files. */
export const rules: readonly Rule[] = [
  costAttempts,
  costHintRange,
  descriptionEmpty,
  descriptionLength,
  descriptionMissing,
  effectDeclaredBelowInferred,
  effectHintUnknown,
  effectStateContradiction,
  guardJudgeWithoutRubric,
  guardRetryWithoutGuard,
  manifestCompatibility,
  manifestKeys,
  manifestMetadata,
  nameDirectory,
  nameDuplicate,
  nameFormat,
  nameMissing,
  portabilityGaps,
  portabilitySupports,
  referenceUnknownTool,
  restrictEmpty,
  restrictExclusive,
  restrictHighRisk,
  restrictPattern,
  typeClash,
  typeComposition,
  typeName,
  typeNone,
];
