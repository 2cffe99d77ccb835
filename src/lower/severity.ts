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
  const byCode = new Map(settings.map(({ code, severity }) => [code, severity]));
  return diagnostics.flatMap((diagnostic) => {
    const severity = settingFor(diagnostic, byCode);
    if (severity === undefined || severity === diagnostic.severity) return [diagnostic];
    return severity === "off" ? [] : [{ ...diagnostic, severity }];
  });
}

function settingFor(
  { code, severity }: Diagnostic,
  byCode: ReadonlyMap<string, Severity | "off">,
): Severity | "off" | undefined {
  if (severity === "error") return undefined;
  return byCode.get(code) ?? byCode.get(`${code.slice(0, code.indexOf("/"))}/*`);
}

/** True of a code that the configuration turns off. */
export function isOff(code: string, settings: readonly SeveritySetting[]): boolean {
  const byCode = new Map(settings.map((setting) => [setting.code, setting.severity]));
  return (byCode.get(code) ?? byCode.get(`${code.slice(0, code.indexOf("/"))}/*`)) === "off";
}
