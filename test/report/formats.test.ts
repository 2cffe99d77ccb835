import { expect, test } from "vitest";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { toGithub } from "../../src/report/github.ts";
import { toSarif } from "../../src/report/sarif.ts";
import { span, textSource } from "../../src/report/source.ts";

const diagnostics = defineDiagnostics({
  "name/example": {
    severity: "error",
    message: (p: { name: string }) => `The name is \`${p.name}\`.`,
    help: "Write `a, b: c`.",
    docs: "What it means.\n\nMore.",
  },
});

const file = textSource("skills/a b/SKILL.md", "---\nname: 100%\n---\n");
const found = diagnostics.create("name/example", span(file, 10, 14), { name: "100%" });

test("GitHub: one escaped command a line, the end column inclusive", () => {
  expect(toGithub([found])).toBe(
    "::error file=skills/a b/SKILL.md,line=2,col=7,endColumn=10,title=name/example::" +
      "The name is `100%25`.%0AWrite `a, b: c`.\n",
  );
});

test("SARIF: region, rule, and a fingerprint that survives lines above", () => {
  const tool = { version: "1.2.3", declared: diagnostics.declared };
  const moved = textSource("skills/a b/SKILL.md", "---\n# comment\nname: 100%\n---\n");
  const again = diagnostics.create("name/example", span(moved, 20, 24), { name: "100%" });
  const log = toSarif([found], tool);
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        columnKind: "utf16CodeUnits",
        tool: {
          driver: {
            name: "skillc",
            rules: [{ id: "name/example", shortDescription: { text: "What it means." } }],
          },
        },
        results: [
          {
            ruleId: "name/example",
            ruleIndex: 0,
            level: "error",
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: "skills/a%20b/SKILL.md" },
                  region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 11 },
                },
              },
            ],
          },
        ],
      },
    ],
  });
  const print = (value: unknown): string => /"skillc\/v1":"([^"]+)"/.exec(JSON.stringify(value))?.[1] ?? "";
  expect(print(log)).toMatch(/^[0-9a-f]{16}:0$/);
  expect(print(toSarif([again], tool))).toBe(print(log));
  expect(print(toSarif([found, found], tool))).toBe(print(log));
});
