import { entryOf } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { guardsOf, scalarOf } from "../written.ts";

const diagnostics = defineDiagnostics({
  "guard/unused-key": {
    severity: "warning",
    message: (p: { kind: string; key: string }) =>
      `A guard of kind \`${p.kind}\` does not read \`${p.key}\`, so it decides nothing.`,
    help: (p: { kind: string; key: string }) =>
      p.kind === "judge" ? `Remove \`${p.key}\`, or write \`kind: rule\`.` : helpFor(p.key),
    docs: `
A guard has a key that belongs to another kind of guard. A guard of kind \`rule\` reads its \`predicate\`; one of kind \`judge\`
reads \`rubric\`, \`model\` and \`threshold\`; one of kind \`none\` reads none of them. Without \`kind\`, a guard that has a
\`predicate\` is a rule.

The other key looks like a check, and none is made: answers are accepted that its author wanted refused.

Wrong:

\`\`\`yaml
guard: {kind: judge, rubric: Every claim has a source., predicate: "len(x) > 100"}
\`\`\`

Right:

\`\`\`yaml
guard: {kind: judge, rubric: Every claim has a source.}
\`\`\`

To have both, write a workflow of two steps, each with a guard of its own.
`,
  },
});

function helpFor(key: string): string {
  return `Remove \`${key}\`, or write \`kind: ${key === "predicate" ? "rule" : "judge"}\`.`;
}

const unread: ReadonlyMap<string, readonly string[]> = new Map([
  ["rule", ["rubric", "model", "threshold"]],
  ["judge", ["predicate"]],
  ["none", ["predicate", "rubric", "model", "threshold"]],
]);

/** A guard has no keys that only another kind reads. */
export const guardUnusedKey: Rule = {
  id: "guard/unused-key",
  summary: "A guard has the keys of its own kind only.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    for (const guard of guardsOf(manifest)) {
      const has = (key: string): boolean => {
        const value = entryOf(guard, key)?.value;
        return value?.kind === "scalar" && value.value !== null;
      };
      const kind = scalarOf(guard, "kind")?.text ?? (has("predicate") ? "rule" : "judge");
      for (const key of unread.get(kind) ?? []) {
        const entry = entryOf(guard, key);
        if (entry !== undefined && has(key))
          yield diagnostics.create("guard/unused-key", entry.key.span, { kind, key });
      }
    }
  },
};
