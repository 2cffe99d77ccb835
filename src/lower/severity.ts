import type { SeveritySetting } from "./policy.ts";
import type { Diagnostic, Severity } from "../report/diagnostic.ts";

/**
 * Diagnostics with the severities that the configuration sets; those that it turns off are left out. Errors stay: what
 * is raised to an error is a warning or a note of `security/`, which the configuration's reader has seen to.
 */
export function withSeverities(
  diagnostics: readonly Diagnostic[],
  settings: readonly SeveritySetting[],
): readonly Diagnostic[] {
  if (settings.length === 0) return diagnostics;
  const settingOf = lookUp(settings);
  return diagnostics.flatMap((diagnostic) => {
    const severity = diagnostic.severity === "error" ? undefined : settingOf(diagnostic.code);
    if (severity === undefined || severity === diagnostic.severity) return [diagnostic];
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  });
}

/** True of a code that the configuration turns off. */
export function isOff(code: string, settings: readonly SeveritySetting[]): boolean {
  return lookUp(settings)(code) === "off";
}

/** What is set for a code, or else for its whole area. */
function lookUp(settings: readonly SeveritySetting[]): (code: string) => Severity | "off" | undefined {
  const byCode = new Map(settings.map(({ code, severity }) => [code, severity]));
  return (code) => byCode.get(code) ?? byCode.get(`${code.slice(0, code.indexOf("/"))}/*`);
}
