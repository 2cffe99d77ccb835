import type { Expr, GuardSource } from "../../grammar/guard.ts";
import type { Attempts, Guard, Predicate } from "../ir/guard.ts";
import type { Type } from "../ir/type.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { MapNode } from "../manifest/node.ts";
import type { Checked } from "../report/diagnostic.ts";
import { countAt, listAt, mapAt, numberAt, scalarAt, textAt, wordAt } from "./parts.ts";

/** The guard language, passed in so that its grammar is loaded only where a skill has a guard. */
export interface GuardLanguage {
  readonly parseGuard: (source: GuardSource) => Checked<Expr>;
  readonly checkPredicate: (source: GuardSource, expr: Expr, input: Type) => Checked<Predicate>;
}

/** For skills without guards. */
export const noGuardLanguage: GuardLanguage = {
  parseGuard: () => {
    throw new Error("skillc: a guard was lowered without the guard language");
  },
  checkPredicate: () => {
    throw new Error("skillc: a guard was lowered without the guard language");
  },
};

/** True where a manifest holds a predicate. */
export function needsGuardLanguage(manifest: SkillManifest): boolean {
  return [manifest.contract, manifest.frontMatter].some(
    (map) =>
      mapAt(map, "interface", "guard") !== undefined ||
      listAt(map, "steps").some((step) => step.kind === "map" && mapAt(step, "guard") !== undefined),
  );
}

/** The guard of a skill or of a step. Undefined: none is declared. */
export function lowerGuard(
  map: MapNode | undefined,
  output: Type,
  language: GuardLanguage,
): Checked<Guard | undefined> {
  if (map === undefined) return { value: undefined, diagnostics: [] };
  const predicate = scalarAt(map, "predicate");
  const rubric = textAt(map, "rubric");
  const implied = predicate !== undefined ? "rule" : rubric !== undefined ? "judge" : "none";
  const kind = wordAt(map, "kind", ["rule", "judge", "none"], implied);
  const attempts: Attempts = {
    retry: countAt(map, "retry") ?? 0,
    onFail: wordAt(map, "on_fail", ["last", "error"], "last"),
    merge: wordAt(map, "merge", ["nest", "and"], "nest"),
  };
  switch (kind) {
    case "none":
      return { value: undefined, diagnostics: [] };
    case "judge": {
      const model = textAt(map, "model");
      // 0.7 is the default of the judge that the seeds describe.
      const threshold = numberAt(map, "threshold") ?? 0.7;
      const judge = { kind, ...attempts, rubric: rubric ?? "", model, threshold, span: map.span } as const;
      return { value: judge, diagnostics: [] };
    }
    case "rule": {
      if (predicate === undefined) return { value: undefined, diagnostics: [] };
      const source = { text: predicate.text, at: predicate.at };
      const parsed = language.parseGuard(source);
      const checked = language.checkPredicate(source, parsed.value, output);
      return {
        value: { kind, ...attempts, predicate: checked.value, span: predicate.span },
        diagnostics: [...parsed.diagnostics, ...checked.diagnostics],
      };
    }
  }
}
