import { scopeFolder, scopes } from "../../clients/scopes.ts";
import type { Scopes } from "../../clients/scopes.ts";
import { compareText, defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Subject } from "../rule.ts";
import { listed } from "../written.ts";

const diagnostics = defineDiagnostics({
  "name/duplicate": {
    severity: "info",
    message: (p: { name: string; folder: string; winners: string }) =>
      `The name \`${p.name}\` is also the name of the skill in \`${p.folder}\`; ${p.winners}.`,
    docs: `
Two skills of one run have the same name.

Clients key skills by name. Where a client finds two of one name, most keep one of them, and which one depends on the
client and on the order in which it searches its folders. In folders that no client reads together this is harmless, so it
is a note; where a client reads both folders and the two skills are not the same text, it is a warning that says who takes
which. Source: Agent Skills client guide (rule G3), and the documentation or the sources of each client:

- Gemini CLI takes \`.agents/skills\` before \`.gemini/skills\`; Goose \`.agents\`, \`.goose\`, \`.claude\`; OpenClaw \`skills\`,
  \`.agents/skills\`; Roo, pi, Mux and Vibe their own folder before \`.agents/skills\`.
- Codex lists both. Cursor, VS Code and OpenCode publish no order among the folders of one project.
- Between the user's folders (\`~/.claude/skills\`) and the project's, Claude Code and pi take the user's skill; Gemini CLI,
  OpenCode, Goose, OpenClaw, Roo, Mux and Vibe the project's. A plugin's skill has the plugin's name in front in Claude Code.

Wrong: \`.agents/skills/pdf/SKILL.md\` and \`.gemini/skills/pdf/SKILL.md\`, both with \`name: pdf\`, and not the same text.

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
    const earlier = new Map<string, Subject[]>();
    const inOrder = subjects.toSorted((a, b) => compareText(a.skill.id, b.skill.id));
    for (const subject of inOrder) {
      const { skill } = subject;
      const known = earlier.get(skill.name);
      const [first] = known ?? [];
      if (known === undefined || first === undefined) {
        earlier.set(skill.name, [subject]);
        continue;
      }
      const rival = known.find((other) => outcomes(other, subject).length > 0) ?? first;
      if (known.length < mostCompared) known.push(subject);
      yield report(subject, rival);
    }
  },
};

// Of many skills of one name the first few are compared: enough for the folders of one project.
const mostCompared = 16;

function report(subject: Subject, rival: Subject): ReturnType<typeof diagnostics.create> {
  const found = outcomes(rival, subject);
  const differ =
    found.some(({ takes }) => takes !== "unknown") && textOfSkill(subject) !== textOfSkill(rival);
  return diagnostics.create(
    "name/duplicate",
    subject.skill.spans.name,
    { name: subject.skill.name, folder: rival.skill.id, winners: winnersText(found) },
    {
      related: [{ message: "The other skill of this name.", span: rival.skill.spans.name }],
      severity: differ ? "warning" : "info",
    },
  );
}

function textOfSkill({ manifest: { source } }: Subject): string {
  return `${source.skillMd?.text ?? ""}\n${source.contract?.text ?? ""}`;
}

interface Outcome {
  readonly client: string;
  readonly takes: "earlier" | "later" | "both" | "unknown";
}

/** What each client does that searches the folders of both skills. */
function outcomes(earlier: Subject, later: Subject): readonly Outcome[] {
  const [one, other] = [scopeOfSkill(earlier), scopeOfSkill(later)];
  if (one === undefined || other === undefined) return [];
  if (one.root === other.root && one.folder === other.folder) return [];
  // What lies beside or above the working directory is the user's; two such folders, or two projects, nobody reads together.
  const [oneIsOutside, otherIsOutside] = [isOutside(one.root), isOutside(other.root)];
  if (one.root !== other.root && oneIsOutside === otherIsOutside) return [];
  return Object.entries(scopes).flatMap(([client, places]) => {
    if (one.root === other.root) return among(client, places, one.folder, other.folder);
    const project = oneIsOutside ? other : one;
    if (
      !places.project.includes(project.folder) ||
      !places.user.includes(oneIsOutside ? one.folder : other.folder)
    )
      return [];
    if (places.across === "both" || places.across === "unknown") return [{ client, takes: places.across }];
    return [{ client, takes: (places.across === "user") === oneIsOutside ? "earlier" : "later" }];
  });
}

function among(client: string, { project, within }: Scopes, one: string, other: string): readonly Outcome[] {
  const [oneAt, otherAt] = [project.indexOf(one), project.indexOf(other)];
  if (oneAt === -1 || otherAt === -1) return [];
  if (within !== "first") return [{ client, takes: within }];
  return [{ client, takes: oneAt < otherAt ? "earlier" : "later" }];
}

function scopeOfSkill({ manifest }: Subject): ReturnType<typeof scopeFolder> {
  const { folder } = manifest.source;
  const slash = folder.lastIndexOf("/");
  return slash === -1 ? undefined : scopeFolder(folder.slice(0, slash));
}

function isOutside(root: string): boolean {
  return root === ".." || root.startsWith("../");
}

function winnersText(found: readonly Outcome[]): string {
  if (found.length === 0) return "a client that sees both loads one of them";
  const by = (takes: Outcome["takes"]): readonly string[] =>
    found.filter((outcome) => outcome.takes === takes).map(({ client }) => client);
  const parts = [
    [by("later"), "this one"],
    [by("earlier"), "that one"],
    [by("both"), "both"],
    [by("unknown"), "either: no order is published"],
  ] as const;
  return parts
    .filter(([clients]) => clients.length > 0)
    .map(([clients, what]) => `${listed(clients)} ${clients.length === 1 ? "loads" : "load"} ${what}`)
    .join(", ");
}
