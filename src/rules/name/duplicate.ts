import { compareText, defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "name/duplicate": {
    severity: "info",
    message: (p: { name: string; folder: string }) =>
      `The name \`${p.name}\` is also the name of the skill in \`${p.folder}\`; a client that sees both loads one of them.`,
    docs: `
Two skills of one run have the same name.

Clients key skills by name. Where a client finds two of one name, it keeps one of them, and which one depends on the
order in which it searches its folders. This is harmless if the two are copies for different clients, or lie in folders
that no client reads together; that is why it is only a note. Source: Agent Skills client guide (rule G3).

Wrong: \`skills/pdf/SKILL.md\` and \`skills/documents/pdf/SKILL.md\`, both with \`name: pdf\`, installed together.

Right: one of the two is named \`pdf-forms\`.

To fix it, rename one skill and its folder, or remove the copy that is out of date.
`,
  },
});

/** Names are unique among the skills of a run. */
export const nameDuplicate: Rule = {
  id: "name/duplicate",
  summary: "Two skills of one run do not share a name.",
  declared: diagnostics.declared,
  *checkAll(subjects) {
    const first = new Map<string, Subject>();
    const inOrder = subjects.toSorted((a, b) => compareText(a.skill.id, b.skill.id));
    for (const subject of inOrder) {
      const { skill } = subject;
      const other = first.get(skill.name);
      if (other === undefined) {
        first.set(skill.name, subject);
        continue;
      }
      yield diagnostics.create(
        "name/duplicate",
        skill.spans.name,
        { name: skill.name, folder: other.skill.id },
        { related: [{ message: "The other skill of this name.", span: other.skill.spans.name }] },
      );
    }
  },
};
