import type { MountEntry } from "../../ir/agent.ts";
import type { Skill } from "../../ir/skill.ts";
import { schemaOf, showType, typesIn } from "../../ir/type.ts";
import type { SkillManifest } from "../../manifest/manifest.ts";
import { get } from "../../manifest/node.ts";
import type { Diagnostic, Related } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { subtype } from "../../types/subtype.ts";
import type { Rule, Subject } from "../rule.ts";
import { interfaceOf } from "../written.ts";

const diagnostics = defineDiagnostics({
  "type/composition": {
    severity: "warning",
    message: (p: { first: string; second: string; input: string; witness: string; last: boolean }) =>
      `\`${p.first}\` can answer ${p.witness}, which \`${p.second}\` does not accept (its input is \`${p.input}\`)${
        p.last ? ", and its guard lets every last attempt through (`on_fail: last`)" : ""
      }.`,
    help: (p: { first: string; second: string }) =>
      `Make \`output_type\` of \`${p.first}\` narrower, or \`input_type\` of \`${p.second}\` wider.`,
    docs: `
Two skills follow each other in the mounting list of an agent, and the first can give an answer that the second does not
accept. The message shows one such answer.

When skills are composed, the output type of each must be included in the input type of the next. Inclusion is meant in
the sense of JSON values: an integer is a number, every text is a value of \`Json\` without a schema, but \`true\` is not an
integer. A guard with \`on_fail: last\`, the default, hands on the last answer even if every attempt failed, so it
guarantees nothing about the output; \`on_fail: error\` does.

Wrong: \`skills: [summarise, count-words]\` where

\`\`\`yaml
# summarise/skill.yml
interface: {output_type: Json}
# count-words/skill.yml
interface: {input_type: Str}
\`\`\`

Right: \`summarise\` has \`output_type: Str\`, or \`count-words\` has \`input_type: Json\`.

To fix it, change one of the two types, or put a skill between them that turns one into the other.
`,
  },
  "type/composition-unknown": {
    severity: "info",
    message: (p: { first: string; second: string; reason: string }) =>
      `Whether every answer of \`${p.first}\` is accepted by \`${p.second}\` is not known: ${p.reason}`,
    docs: `
Two skills follow each other in the mounting list of an agent, and their types use a JSON Schema keyword on which
inclusion is not decided. The message names it.

Nothing is known to be wrong. It is only said that this place has not been checked; a check that stayed silent here could
be taken for a proof.

Example: the first skill has

\`\`\`yaml
interface: {output_type: {type: string, pattern: '^(?=a)[ab]*$'}}
\`\`\`

and the second one \`pattern: '^[ab]+$'\`: look-ahead is not decided. \`pattern: '^a[ab]*$'\`, which means the same, is; so is
the second with \`input_type: Str\`.

To get an answer, write both types with simpler keywords, or use the same schema in both.
`,
  },
});

/** The output type of each mounted skill fits the input type of the next. */
export const typeComposition: Rule = {
  id: "type/composition",
  summary: "In a mounting list every skill accepts what the one before it answers.",
  declared: diagnostics.declared,
  *checkAll(subjects, { agent }) {
    const mounted = (agent.skills ?? []).flatMap((entry) => {
      const subject = subjects.find(({ skill }) => skill.name === entry.name);
      return subject === undefined || subject.skill.kind === "restrict" ? [] : [{ entry, subject }];
    });
    for (const [i, second] of mounted.entries()) {
      const first = mounted[i - 1];
      if (first !== undefined) yield* compare(first.subject, second.subject, second.entry);
    }
  },
};

function* compare(first: Subject, second: Subject, entry: MountEntry): Iterable<Diagnostic> {
  const output = first.skill.output;
  const input = second.skill.input;
  // A skill that says nothing of its input takes what its agent takes.
  if (!writesInput(second.manifest)) return;
  if ([...typesIn(output), ...typesIn(input)].some(({ kind }) => kind === "invalid")) return;
  const { verdict, witness, reason } = subtype(schemaOf(output), schemaOf(input));
  const names = { first: first.skill.name, second: second.skill.name };
  const related: readonly Related[] = [
    {
      message: `The output of \`${names.first}\` is \`${showType(output)}\`.`,
      span: first.skill.spans.output,
    },
    {
      message: `The input of \`${names.second}\` is \`${showType(input)}\`.`,
      span: second.skill.spans.input,
    },
  ];
  if (verdict === "no") {
    yield diagnostics.create(
      "type/composition",
      entry.span,
      {
        ...names,
        input: showType(input),
        witness: showWitness(witness),
        last: endsWithLast(first.skill),
      },
      { related },
    );
  } else if (verdict === "unknown") {
    yield diagnostics.create(
      "type/composition-unknown",
      entry.span,
      { ...names, reason: reason ?? "their schemas are not compared" },
      { related },
    );
  }
}

function writesInput(manifest: SkillManifest): boolean {
  return (
    get(interfaceOf(manifest), "input_type") !== undefined ||
    get(manifest.contract, "input_schema") !== undefined
  );
}

function endsWithLast({ guard }: Skill): boolean {
  return guard?.onFail === "last";
}

/** As JSON, cut where it would fill the line. */
function showWitness(witness: unknown): string {
  const text = JSON.stringify(witness) ?? "null";
  return text.length <= 60 ? `\`${text}\`` : `\`${text.slice(0, 57)}…\``;
}
