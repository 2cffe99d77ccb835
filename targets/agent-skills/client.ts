import type { Supports } from "../../src/ir/feature.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Skill } from "../../src/ir/skill.ts";
import type { Diagnostic } from "../../src/report/diagnostic.ts";
import { defineDiagnostics } from "../../src/report/diagnostic.ts";
import type { Dialect } from "../../src/target/skill-md.ts";
import { carriesInSkillMd, skillMd, skillName } from "../../src/target/skill-md.ts";
import type { ClientForm, OutputFile, Target } from "../../src/target/target.ts";
import { clientTexts, noDescription, renamedNote } from "./notes.ts";
import { listed, mappingsOf, readersOfKey, topKeysOf } from "./readers.ts";

const diagnostics = defineDiagnostics({
  "target/agent-skills-client-refuses": {
    severity: "warning",
    message: (p: { name: string; client: string; reason: string }) =>
      `No SKILL.md is written for \`${p.name}\`, which ${p.client} does not load: ${p.reason}`,
    help: "Change what the reason names, or leave the client out.",
    docs: `\`--client\` writes the form of a skill that one client reads. What is written is given to skillc's model of that client, and
a skill that the client would not load is not written for it. The form is right for every client; what is refused is a
value: a word that one vendor keeps for itself, a description that is too long, brackets.

Wrong, for \`--client claude-api\`:

\`\`\`yaml
name: claude-helper
\`\`\`

Right:

\`\`\`yaml
name: release-helper
\`\`\`

\`skillc check --client claude-api\` says the same of the SKILL.md as it is. Source: the sources that the model of each client
names, with their dates.`,
  },
  "target/agent-skills-client-loses": {
    severity: "info",
    message: (p: { client: string; fields: string }) => `${p.client} does not act on ${p.fields}.`,
    docs: `\`--client\` writes the form of a skill that one client reads. A client that reads fewer fields than the skill has loads it all
the same, and the rest of the fields stand in the file for nothing. They are named here, so that nobody relies on them.

For example, Gemini CLI takes name and description; \`license\` and \`allowed-tools\` are text in the file:

\`\`\`yaml
name: release-notes
description: Writes release notes. Use when the user prepares a release.
allowed-tools: Read Bash(git:*)      # Gemini CLI asks before every tool all the same
\`\`\`

Nothing has to be mended. Say in the instructions what the model has to know.`,
  },
  "target/agent-skills-client-ignores": {
    severity: "warning",
    message: (p: { key: string; client: string }) =>
      `\`${p.key}\` has no effect in ${p.client}, which runs the skill without it.`,
    help: (p: { key: string }) => `Leave the client out, or delete \`${p.key}\` where it is not needed.`,
    docs: `The key holds a skill back: \`disable-model-invocation\` keeps the model from starting it, \`hooks\` and \`disallowed-tools\` refuse
calls while it runs. A client that does not know the key runs the skill without it, and says nothing. A skill that deploys a
site when the user says so would then start by itself.

Not for \`--client gemini-cli\`:

\`\`\`yaml
name: deploy
description: Deploys the site. Use when the user says deploy.
disable-model-invocation: true
\`\`\`

Codex has such a switch in a file of its own: there skillc writes \`agents/openai.yaml\`, and nothing is lost.`,
  },
  "target/agent-skills-client-restrict": {
    severity: "warning",
    message: (p: { name: string }) =>
      `No SKILL.md is written for \`${p.name}\`, which only restricts: a SKILL.md takes nothing away.`,
    help: "Compile it with `--target claude-code`, which writes permission rules and a hook.",
    docs: `A restrict takes ability away from an agent. Clients read instructions from a SKILL.md, and no instruction takes a tool away, so
there is nothing to write for one. Where the client has permission rules and hooks, a target of its own writes them:

\`\`\`sh
skillc compile careful --target claude-code --out out
\`\`\``,
  },
});

/** The diagnostics of the forms for single clients. */
export const clientFormDiagnostics = diagnostics;

/** Keys that hold a skill back; a client that ignores one does more than the author meant. */
const holdingKeys = new Set(["disable-model-invocation", "disallowed-tools", "hooks"]);

/** The agent-skills target for one client: its folder, its keys, and what it would lose. */
export function formFor(client: ClientForm, portable: Pick<Target, "summary" | "supports">): Target {
  const dialect = { topKeys: topKeysOf(client.name), mappings: mappingsOf(client.name) };
  return {
    name: `agent-skills/${client.name}`,
    summary: `${portable.summary}, for ${client.title}`,
    supports: supportsOf(dialect, portable.supports),
    emit: (program) => filesOf(program, client, dialect),
    carries: (field, skill) => carriesFor(field, skill, client, dialect),
    notes: (program) => notesFor(program, client, dialect),
  };
}

/** A client that runs hooks runs those of the front matter, which are all that a SKILL.md restricts with. */
function supportsOf({ topKeys }: Dialect, supports: Supports): Supports {
  const full = { level: "full" } as const;
  return topKeys.has("hooks") ? { ...supports, hooks: full, "restrict.patterns": full } : supports;
}

function carriesFor(field: string, skill: Skill, client: ClientForm, dialect: Dialect): true | string {
  if (skill.kind === "restrict") return "a SKILL.md takes nothing away";
  if (skill.description === "") return "no SKILL.md is written for a skill without a description";
  const form = formOf(skill, skill.name, client, dialect);
  return form.loads ? carriesInSkillMd(field, skill) : `${client.title} does not load the skill`;
}

interface Form {
  readonly name: string;
  readonly text: string;
  readonly loads: boolean;
  readonly lost: readonly string[];
  readonly reason: string;
}

/** A skill in the form of a client, and what the client makes of it. */
function formOf(skill: Skill, unique: string, client: ClientForm, dialect: Dialect): Form {
  const name = skillName(skill, unique);
  const text = skillMd(skill, name, dialect);
  return { name, text, ...client.load(text, name) };
}

function skillOf({ skills, whole }: Program): Skill | undefined {
  return whole === true ? undefined : skills[0];
}

function filesOf(program: Program, client: ClientForm, dialect: Dialect): readonly OutputFile[] {
  const skill = skillOf(program);
  if (skill === undefined || skill.kind === "restrict" || skill.description === "") return [];
  const { loads, name, text } = formOf(skill, program.name, client, dialect);
  if (!loads) return [];
  const folder = client.folder === "" ? name : `${client.folder}/${name}`;
  const copies = skill.about.bundled.map(({ path, source }): OutputFile => ({
    path: `${folder}/${path}`,
    text: "",
    layout: "verbatim",
    copyOf: source,
  }));
  const policy = needsPolicyFile(skill, client) ? [policyFile(folder)] : [];
  return [{ path: `${folder}/SKILL.md`, text, layout: "verbatim" }, ...copies, ...policy];
}

const policyPath = "agents/openai.yaml";

/** Codex has the switch in a file of its own; one that the author wrote stays as it is. */
function needsPolicyFile({ about }: Skill, client: ClientForm): boolean {
  return (
    client.name === "codex" &&
    about.others.some(({ key, text }) => key === "disable-model-invocation" && text === "true") &&
    about.bundled.every(({ path }) => path !== policyPath)
  );
}

function policyFile(folder: string): OutputFile {
  const text = "policy:\n  allow_implicit_invocation: false\n";
  return { path: `${folder}/${policyPath}`, text, layout: "verbatim" };
}

function* notesFor(program: Program, client: ClientForm, dialect: Dialect): Iterable<Diagnostic> {
  const skill = skillOf(program);
  if (skill === undefined) return;
  const { name, spans, about, prompt } = skill;
  const { title } = client;
  if (skill.kind === "restrict") {
    yield diagnostics.create("target/agent-skills-client-restrict", spans.restrict, { name });
    return;
  }
  if (skill.description === "") {
    yield noDescription(skill);
    return;
  }
  const form = formOf(skill, program.name, client, dialect);
  if (!form.loads) {
    const { reason } = form;
    yield diagnostics.create("target/agent-skills-client-refuses", spans.name, {
      name,
      client: title,
      reason,
    });
    return;
  }
  yield* renamedNote(skill, program.name);
  const ignored = about.others.filter(
    ({ key }) => !dialect.topKeys.has(key) && readersOfKey(key) !== undefined,
  );
  for (const { key, span } of ignored) {
    const isKept = key === "disable-model-invocation" && needsPolicyFile(skill, client);
    if (holdingKeys.has(key) && !isKept)
      yield diagnostics.create("target/agent-skills-client-ignores", span, { key, client: title });
  }
  const others = ignored.map(({ key }) => key).filter((key) => !holdingKeys.has(key));
  const fields = [...new Set([...form.lost, ...others])].map((key) => `\`${key}\``);
  if (fields.length > 0)
    yield diagnostics.create("target/agent-skills-client-loses", spans.name, {
      client: title,
      fields: listed(fields),
    });
  yield* clientTexts(prompt.kind === "text" ? prompt.text : "", spans.prompt, client.name);
}
