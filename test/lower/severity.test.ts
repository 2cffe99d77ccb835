import { expect, test } from "vitest";
import type { SeveritySetting } from "../../src/lower/policy.ts";
import type { Diagnostic, Severity } from "../../src/report/diagnostic.ts";
import { textSource } from "../../src/report/source.ts";
import { withSeverities } from "../../src/lower/severity.ts";

const file = textSource("SKILL.md", "---\n");

function diagnostic(code: string, severity: Severity): Diagnostic {
  return { code, severity, message: "It is so.", span: { file, start: 0, end: 3 }, related: [] };
}

function severities(
  settings: readonly SeveritySetting[],
  ...found: readonly Diagnostic[]
): readonly string[] {
  return withSeverities(found, settings).map(({ code, severity }) => `${code} ${severity}`);
}

test("a code or its whole area takes another severity, or goes", () => {
  const settings: readonly SeveritySetting[] = [
    { code: "security/*", severity: "error" },
    { code: "description/no-trigger", severity: "off" },
    { code: "name/*", severity: "info" },
  ];
  expect(
    severities(
      settings,
      diagnostic("security/exfiltration", "warning"),
      diagnostic("description/no-trigger", "info"),
      diagnostic("description/length", "warning"),
      diagnostic("name/directory", "warning"),
    ),
  ).toEqual(["security/exfiltration error", "description/length warning", "name/directory info"]);
});

test("the name of a code comes before its area, whatever their order", () => {
  const settings: readonly SeveritySetting[] = [
    { code: "security/hidden-text", severity: "info" },
    { code: "security/*", severity: "error" },
  ];
  const found = [diagnostic("security/hidden-text", "warning"), diagnostic("security/override", "warning")];
  const expected = ["security/hidden-text info", "security/override error"];
  expect(severities(settings, ...found)).toEqual(expected);
  expect(severities(settings.toReversed(), ...found)).toEqual(expected);
});

test("an error stays an error", () => {
  const settings: readonly SeveritySetting[] = [{ code: "name/*", severity: "off" }];
  expect(severities(settings, diagnostic("name/format", "error"))).toEqual(["name/format error"]);
});

test("nothing else of a diagnostic changes", () => {
  const found = diagnostic("name/directory", "warning");
  expect(withSeverities([found], [{ code: "name/directory", severity: "info" }])).toEqual([
    { ...found, severity: "info" },
  ]);
  expect(withSeverities([found], [])).toEqual([found]);
});
