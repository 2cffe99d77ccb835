import type { DeclaredDiagnostic } from "../report/diagnostic.ts";
import { compareText } from "../report/diagnostic.ts";
import { rules } from "./index.ts";

/** Every diagnostic that skillc has, by code: what `skillc explain` and SARIF show. */
export const allDiagnostics: readonly DeclaredDiagnostic[] = rules
  .flatMap(({ declared }) => declared)
  .toSorted((a, b) => compareText(a.code, b.code));
