import type { SkillManifest } from "../../manifest/manifest.ts";
import type { MapNode } from "../../manifest/node.ts";
import { entryOf, find } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { textOfValue } from "../written.ts";

const diagnostics = defineDiagnostics({
  "restrict/exclusive": {
    severity: "error",
    message: (p: { part: string }) =>
      `A skill with \`restrict\` takes ability away and gives none, so it has no ${p.part}.`,
    help: "Move `restrict` into a skill of its own, and mount both on the agent.",
    docs: `
A skill either injects ability (a prompt, tools, a guard on the answer) or restricts it (\`interface.restrict\`). One
\`skill.yml\` does not do both.

The two are mounted in different places: an injecting skill becomes part of the agent, a restricting one goes around it,
and around every skill inside. If one file did both, nobody could mount the restriction without the prompt, and it would
not be clear whether the restriction covers the skill's own tools. A \`SKILL.md\` with hooks is different: it is split
into its restriction and its skill when it is read.

Wrong:

\`\`\`yaml
name: careful-review
prompt: Review the change.
interface:
  restrict: {effect_ceiling: io}
\`\`\`

Right: \`review/skill.yml\`

\`\`\`yaml
name: review
prompt: Review the change.
\`\`\`

and \`careful/skill.yml\`

\`\`\`yaml
name: careful
interface:
  restrict: {effect_ceiling: io}
\`\`\`

To fix it, move \`restrict\` into a skill of its own and list both in the agent: \`skills: [review, careful]\`.
`,
  },
});

/** `interface.restrict` excludes what injects: prompt, required tools, guard. */
export const restrictExclusive: Rule = {
  id: "restrict/exclusive",
  summary: "A skill that restricts has no prompt, no required tools and no guard.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const restrict = entryOf(contractInterface(manifest), "restrict");
    if (restrict === undefined || textOfValue(restrict.value) === "") return;
    for (const { part, span } of injections(manifest)) {
      yield diagnostics.create(
        "restrict/exclusive",
        span,
        { part },
        { related: [{ message: "The restriction is here.", span: restrict.key.span }] },
      );
    }
  },
};

function* injections(manifest: SkillManifest): Iterable<{ readonly part: string; readonly span: Span }> {
  const { contract, body } = manifest;
  const prompt = entryOf(contract, "prompt");
  if (prompt !== undefined && textOfValue(prompt.value) !== "")
    yield { part: "`prompt`", span: prompt.key.span };
  if (body !== undefined && body.text.trim() !== "") yield { part: "body", span: firstTextOf(body) };
  const requires = find(contract, "requires");
  const tools = requires?.kind === "map" ? entryOf(requires, "tools") : undefined;
  if (tools?.value.kind === "list" && tools.value.items.length > 0) {
    yield { part: "`requires.tools`", span: tools.key.span };
  }
  const guard = entryOf(contractInterface(manifest), "guard");
  if (guard?.value.kind === "map" && textOfValue(find(guard.value, "kind")) !== "none") {
    yield { part: "`guard`", span: guard.key.span };
  }
}

/** Of `skill.yml` alone: a SKILL.md that restricts is split into its restriction and its skill. */
function contractInterface({ contract }: SkillManifest): MapNode | undefined {
  const node = find(contract, "interface");
  return node?.kind === "map" ? node : undefined;
}

/** The first line with text of a body. */
function firstTextOf({ text, span }: { readonly text: string; readonly span: Span }): Span {
  const lead = text.length - text.trimStart().length;
  const end = text.slice(lead).search(/[\r\n]|$/);
  return { file: span.file, start: span.start + lead, end: span.start + lead + end };
}
