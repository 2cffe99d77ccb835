import { emitCangjie } from "../../src/guard/cangjie.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import { guardsOf } from "./source.ts";

const diagnostics = defineDiagnostics({
  "target/cangjie-guard": {
    severity: "info",
    message: (p: { because: string }) =>
      `The Cangjie package does not check this guard, because ${p.because}.`,
    help: "Check the output on the host, for example with the guard function of the `lambdagent` target.",
    docs: `
Cangjie guards are written for texts: \`and\`, \`or\`, \`not\`, \`in\`, \`contains\`, \`startswith\`, \`endswith\`, and comparisons of
\`len\` and \`count\`. Another guard is left out of the package, and \`run\` returns the answer unchecked.

    guard: {predicate: "'verdict' in x and len(x) > 20"}     # has a Cangjie form
`,
  },
  "target/cangjie-agent": {
    severity: "info",
    message: (p: { type: string }) =>
      `The Cangjie package runs only the first part of an agent of type \`${p.type}\`.`,
    help: "Choose an agent of type `simple`, `react` or `chain`.",
    docs: `
Routes are not written for Cangjie yet. \`run\` asks the classifier alone; the other agents are emitted as classes that
the host can call itself.
`,
  },
});

export const { declared } = diagnostics;

/** What the package loses of one program. */
export function* notesOf(program: Program): Iterable<Diagnostic> {
  for (const guard of guardsOf(program.term)) {
    if (guard.kind !== "rule") continue;
    const emitted = emitCangjie(guard.predicate, "guard");
    if ("because" in emitted) yield diagnostics.create("target/cangjie-guard", guard.span, emitted);
  }
  const { type, span } = program.agent;
  if (type === "router" && span !== undefined)
    yield diagnostics.create("target/cangjie-agent", span, { type });
}
