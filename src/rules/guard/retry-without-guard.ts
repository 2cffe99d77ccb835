import { entryOf } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { guardsOf, scalarOf } from "../written.ts";

const diagnostics = defineDiagnostics({
  "guard/retry-without-guard": {
    severity: "warning",
    message: (p: { key: string }) =>
      `\`${p.key}\` has no effect: a guard of kind \`none\` accepts every answer, so nothing is tried again.`,
    help: 'Remove it, or write a condition: `{kind: rule, predicate: "len(x) > 0", retry: 1}`.',
    docs: `
A guard of kind \`none\` has keys that only a real guard uses: \`retry\` or \`on_fail\`.

An answer is tried again when a guard refuses it. A guard of kind \`none\` refuses nothing, so the number of retries is
never used. The author probably expects that errors are retried, and they are not.

Wrong:

\`\`\`yaml
guard: {kind: none, retry: 3}
\`\`\`

Right:

\`\`\`yaml
guard: {kind: rule, predicate: "len(x) > 0", retry: 3}
\`\`\`

To fix it, say what an answer must have, or remove the guard. Errors of the network are the business of \`retry_policy\`.
`,
  },
});

/** Retries belong to a guard that can refuse. */
export const guardRetryWithoutGuard: Rule = {
  id: "guard/retry-without-guard",
  summary: "A guard that accepts everything has no retry.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    for (const guard of guardsOf(manifest)) {
      if (scalarOf(guard, "kind")?.text !== "none") continue;
      const retry = entryOf(guard, "retry");
      const onFail = entryOf(guard, "on_fail");
      const retries = retry?.value.kind === "scalar" && retry.value.value !== 0;
      const idle = retries ? retry : onFail;
      if (idle !== undefined)
        yield diagnostics.create("guard/retry-without-guard", idle.key.span, { key: idle.key.text });
    }
  },
};
