import { defineDiagnostics } from "../report/diagnostic.ts";

const versions = `
A change of this kind asks for a new major version, or before 1.0.0 for a new minor one. \`skillc diff\` ends with status 1
where the manifest's version says less.
`;
const minor = `
A change of this kind asks for a new minor version, or before 1.0.0 for a new patch version.
`;

/** What may be otherwise between two versions of a skill. A change that breaks users is a warning, any other an info. */
export const diffDiagnostics = defineDiagnostics({
  "diff/input-narrowed": {
    severity: "warning",
    message: (p: { name: string; witness: string }) =>
      `\`${p.name}\` no longer takes the input \`${p.witness}\`, which it took before.`,
    help: "Take the old inputs too, or raise the major version.",
    docs: `
An input that the old version of the skill takes is refused by the new one. Whoever sends it is broken by the update. The
message shows one such value; it fits the old input type and not the new one.

    input_type: Union[Str, Int]     # before
    input_type: Str                 # after: 4 is no longer taken
${versions}`,
  },
  "diff/input-widened": {
    severity: "info",
    message: (p: { name: string; witness: string }) =>
      `\`${p.name}\` now takes the input \`${p.witness}\`, which it did not take before.`,
    docs: `
The new version takes all that the old one took, and more. Nobody who uses the skill is broken; the message shows one
value that is new.
${minor}`,
  },
  "diff/output-widened": {
    severity: "warning",
    message: (p: { name: string; witness: string }) =>
      `\`${p.name}\` may now answer \`${p.witness}\`, which was no output of it before.`,
    help: "Keep to the old output type, or raise the major version.",
    docs: `
The new version may answer with a value that the old output type does not have. Whoever reads the output has to be ready
for it: a program that takes it apart, or the next skill of a workflow, breaks.

    output_type: Int                  # before
    output_type: Union[Int, Str]      # after: a text may come
${versions}`,
  },
  "diff/output-narrowed": {
    severity: "info",
    message: (p: { name: string; witness: string }) =>
      `\`${p.name}\` no longer answers \`${p.witness}\`, which was an output of it before.`,
    docs: `
Every answer of the new version fits the old output type, and some answers come no more. Readers of the output are safe.
${minor}`,
  },
  "diff/type-undecided": {
    severity: "warning",
    message: (p: { name: string; side: string; reason: string }) =>
      `It is not decided whether the ${p.side} type of \`${p.name}\` still fits, because ${p.reason}.`,
    help: "Compare the two types by hand; the change counts as one that breaks users.",
    docs: `
The two schemas differ, and neither a proof that the new one fits nor a value that tells them apart was found. The answer
is never guessed, so the change counts as a breaking one.

    {"type": "string", "pattern": "^a"}     # before
    {"type": "string", "pattern": "^a|^a"}  # after: the same texts, in other words

To settle it, write both schemas with the same keywords, or raise the major version.
`,
  },
  "diff/new-tool": {
    severity: "warning",
    message: (p: { name: string; tool: string; may: string }) =>
      `\`${p.name}\` now requires the tool \`${p.tool}\`, which may ${p.may}.`,
    help: (p: { tool: string }) =>
      `Grant it in the agent, \`mcp: {localTools: [${p.tool}]}\`, and raise the major version.`,
    docs: `
The new version requires a tool that the old one did not. An agent that grants only what the skill needed before runs it
no more, and one that grants everything gives it more power than its owner agreed to. Optional tools and tools of steps
are reported in the same way.

    requires: {tools: [ReadFile]}             # before
    requires: {tools: [ReadFile, WebFetch]}   # after
${versions}`,
  },
  "diff/new-grant": {
    severity: "warning",
    message: (p: { name: string; tool: string }) =>
      `\`${p.name}\` now lets \`${p.tool}\` be called without a question.`,
    help: "Leave it out of `allowed-tools:`, or raise the major version.",
    docs: `
\`allowed-tools\` approves tools in advance: while the skill is at work the user is not asked. A longer list takes a
question away that the user of the old version was asked (Agent Skills specification, \`allowed-tools\`).

    allowed-tools: Read          # before
    allowed-tools: Read Bash     # after
${versions}`,
  },
  "diff/wider-effect": {
    severity: "warning",
    message: (p: { name: string; may: string }) =>
      `\`${p.name}\` may now ${p.may}, which the old version does not do.`,
    help: "Remove what brings it, or raise the major version.",
    docs: `
The new version may do something that the old one may not: use a capability, ask a model, or keep something in memory. It
comes from what is not a tool: a script, a hook, a state key or a judge. A device or an agent that allows just what was
needed before refuses the update.
${versions}`,
  },
  "diff/narrower-effect": {
    severity: "info",
    message: (p: { name: string; may: string }) =>
      `\`${p.name}\` no longer may ${p.may}, which the old version does.`,
    docs: `
The new version may do less than the old one. Every agent and device that carries the old one carries it too.
${minor}`,
  },
  "diff/dearer": {
    severity: "info",
    message: (p: { name: string; what: string; before: string; after: string }) =>
      `A run of \`${p.name}\` now ${p.what} ${p.after} instead of ${p.before}.`,
    docs: `
One run is expected to cost more tokens, time or money than before, or to succeed less often. Differences of less than a
tenth, and of less than 0.01 in a probability, are taken for wording and are not reported. A budget that was just kept
may now be broken: \`skillc portable\` says where.
${minor}`,
  },
  "diff/cheaper": {
    severity: "info",
    message: (p: { name: string; what: string; before: string; after: string }) =>
      `A run of \`${p.name}\` now ${p.what} ${p.after} instead of ${p.before}.`,
    docs: `
One run is expected to cost less than before, or to succeed more often. Differences of less than a tenth, and of less than
0.01 in a probability, are not reported. It asks for a new patch version only.
`,
  },
  "diff/weaker-guard": {
    severity: "warning",
    message: (p: { name: string; how: string }) => `The guard of \`${p.name}\` is weaker: ${p.how}.`,
    help: "Refuse what was refused before, or raise the major version.",
    docs: `
The old guard refused an output that the new one lets pass. Whoever relied on the guard now gets outputs that never came
before. The message shows such a text; both guards have been asked about it. A guard that was removed, a judge with a lower
threshold, and \`on_fail: last\` in place of \`error\` are weaker too.

    predicate: "'verdict' in x and len(x) > 20"   # before
    predicate: "'verdict' in x"                   # after: a short text passes
${versions}`,
  },
  "diff/stronger-guard": {
    severity: "info",
    message: (p: { name: string; how: string }) => `The guard of \`${p.name}\` is stronger: ${p.how}.`,
    docs: `
The new guard refuses an output that the old one let pass, so that the skill tries again more often, or fails. What comes
out is as good as before. The message shows such a text; both guards have been asked about it.
${minor}`,
  },
  "diff/guard-changed": {
    severity: "info",
    message: (p: { name: string; how: string }) =>
      `The guard of \`${p.name}\` is written otherwise, ${p.how}.`,
    docs: `
The guard changed, and no text is known that one version accepts and the other refuses. Either it is proved that there is
none, or none was found among thousands of texts built from what the two guards speak of; the message says which.
What is not proved asks for a new minor version.
`,
  },
  "diff/fails-with-error": {
    severity: "warning",
    message: (p: { name: string }) =>
      `\`${p.name}\` now ends with an error where every attempt fails its guard; before, the last output was handed on.`,
    help: "Write `on_fail: last`, or raise the major version.",
    docs: `
With \`on_fail: error\` a run whose attempts all fail the guard ends with an error. Whoever used the old version got the last
output instead and may not expect an error.
${versions}`,
  },
  "diff/renamed": {
    severity: "warning",
    message: (p: { before: string; after: string }) =>
      `The skill \`${p.before}\` is now called \`${p.after}\`.`,
    help: (p: { before: string }) => `Keep the name, \`name: ${p.before}\`, or raise the major version.`,
    docs: `
A skill is called, mounted and allowed by its name. Under a new one, agents that list it, users that type it and rules
that allow it no longer find it.
${versions}`,
  },
  "diff/invocation": {
    severity: "info",
    message: (p: { name: string; how: string }) => `\`${p.name}\` is called otherwise: ${p.how}.`,
    docs: `
What decides when a skill is called is changed. The description tells a model when to use it: a new one is a minor change,
since the skill still does what it did. \`disable-model-invocation\`, \`user-invocable\` and \`enabled\` decide who can call it
at all: taking a way away is a breaking change and a warning.

    disable-model-invocation: true    # no model calls it by itself any more
`,
  },
  "diff/looser-restrict": {
    severity: "warning",
    message: (p: { name: string; how: string }) => `\`${p.name}\` takes less away: ${p.how}.`,
    help: "Take away what was taken away before, or raise the major version.",
    docs: `
A restricting skill is there for what it forbids. The new version lets something through that the old one stopped: a tool
that is no longer outside \`allow_tools\`, a capability above the old ceiling, or a command that an old pattern denied.
${versions}`,
  },
  "diff/tighter-restrict": {
    severity: "info",
    message: (p: { name: string; how: string }) => `\`${p.name}\` takes more away: ${p.how}.`,
    docs: `
The new version of the restricting skill stops something that the old one let through. It is as safe as before, and what is
mounted under it may do less.
${minor}`,
  },
  "diff/prompt": {
    severity: "info",
    message: (p: { name: string; what: string }) => `The ${p.what} of \`${p.name}\` changed.`,
    docs: `
The text that the model reads, or a file of the skill, changed, and nothing that can be checked did. It asks for a new patch
version.
`,
  },
  "diff/added": {
    severity: "info",
    message: (p: { name: string }) => `The skill \`${p.name}\` is new.`,
    docs: `
The new tree has a skill that the old one does not have. Nobody depends on it yet; a set of skills gets a new minor version.
`,
  },
  "diff/removed": {
    severity: "warning",
    message: (p: { name: string }) => `The skill \`${p.name}\` is gone.`,
    help: "Keep it for one more version with `metadata: {status: deprecated}`, or say so in the version of the set.",
    docs: `
The new tree does not have a skill of the old one. Whoever mounts or calls it is broken, and no version of its own can say
so. It is allowed where the old version was announced to go:

    metadata: {status: deprecated, replacement: better-skill}
`,
  },
  "diff/version": {
    severity: "error",
    message: (p: { name: string; bump: string; because: string }) =>
      `The version of \`${p.name}\` does not allow a ${p.bump} change: ${p.because}.`,
    help: (p: { least: string | undefined }) =>
      p.least === undefined
        ? "Write a version, `version: 1.0.0`."
        : `Write \`version: ${p.least}\` or a later one.`,
    docs: `
The changes between two versions of a skill ask for a larger step of the version than the manifests take. A major change (one
that breaks somebody) needs a new major number, a minor one a new minor number, any other a new patch number; before 1.0.0
each moves one place to the right (Semantic Versioning 2.0.0, clauses 4 to 8). A skill without any version may change
in every way that breaks nobody.

    version: 1.4.0     # before
    version: 2.0.0     # after a breaking change
`,
  },
});
