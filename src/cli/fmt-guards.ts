import { parseGuard } from "../../grammar/parse.ts";
import { printGuard } from "../../grammar/print.ts";
import { yamlText } from "../language/yaml.ts";
import { listAt, scalarAt } from "../lower/parts.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { ScalarNode } from "../manifest/node.ts";
import type { SourceFile } from "../report/source.ts";
import { textOf } from "../report/source.ts";
import { fixedText } from "../report/fix.ts";

/**
 * A `skill.yml` with each guard that stands on one line written as the printer writes it: one space where one belongs,
 * no parentheses that say nothing. Everything else of the file stays.
 */
export function layOutGuards(file: SourceFile, { contract }: SkillManifest): string {
  const steps = listAt(contract, "steps").map((step) => (step.kind === "map" ? step : undefined));
  const guards = [
    scalarAt(contract, "interface", "guard", "predicate"),
    ...steps.map((step) => scalarAt(step, "guard", "predicate")),
  ];
  const edits = guards.flatMap((guard) => {
    const printed = guard === undefined ? undefined : printedOf(guard);
    if (guard === undefined || printed === undefined || printed === guard.text) return [];
    return [{ span: guard.span, replacement: yamlText(printed) }];
  });
  return fixedText(file, [{ title: "Lay out the guards", safety: "safe", edits }]);
}

function printedOf(node: ScalarNode): string | undefined {
  // How a pattern or an escape is written, and where a long guard is broken, is the author's choice.
  if (/[\r\n]/.test(textOf(node.span)) || /\\|\br['"]/i.test(node.text)) return undefined;
  const expr = parseGuard(node);
  if (expr.diagnostics.length > 0) return undefined;
  const printed = printGuard(expr.value);
  const again = parseGuard({ text: printed, at: () => node.span });
  return again.diagnostics.length === 0 && meaningOf(again.value) === meaningOf(expr.value)
    ? printed
    : undefined;
}

const places = new Set(["start", "end", "nameAt"]);

/** The tree without the places where its parts stand. */
function meaningOf(expr: unknown): string {
  return JSON.stringify(expr, (key, value: unknown) => (places.has(key) ? undefined : value));
}
