import type { Program } from "../../ir/program.ts";
import { programsOf } from "../../lower/program.ts";
import { judge } from "../../portability/judge.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import type { Rule, Setting } from "../rule.ts";

interface Parameters extends Readonly<Record<string, string>> {
  readonly skill: string;
  readonly device: string;
  readonly detail: string;
}

const message = ({ skill, device, detail }: Parameters): string =>
  `\`${skill}\` does not run on the device \`${device}\`: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`;

const diagnostics = defineDiagnostics({
  "portability/effect": {
    severity: "error",
    message,
    docs: `
The skill may do something that the device does not allow.

The \`effect\` of a device is the most that a skill on it may do. What a skill may do follows from the tools that it
requires, its state keys, its judge and its scripts. The place marked is what causes the excess. The device's own models
count as its hosts, so that a skill asks its model is never a gap.

Wrong: on a device with

\`\`\`yaml
effect: {io: [fs.read]}
\`\`\`

a skill that requires \`Bash\`, which has \`exec\`.

Right: the skill requires \`ReadFile\`, or the device has \`effect: io\`.

To fix it, use a tool that does less, move an optional tool to \`requires.optional_tools\`, or allow more on the device.
`,
  },
  "portability/tool": {
    severity: "error",
    message,
    docs: `
The skill requires a tool that the device does not have.

The \`tools\` of a device map the name of a tool to what implements it there. A required tool that is missing leaves the
skill unable to do its work; the model would call something that nobody answers.

Wrong: \`requires: {tools: [KBList]}\` on a device with

\`\`\`yaml
tools: {ReadFile: readFile, KBSearch: kbSearch}
\`\`\`

Right: the device has \`KBList: kbList\` too.

To fix it, add the implementation to the device, or list the tool under \`requires.optional_tools\` if the skill can do
without it.
`,
  },
  "portability/cost": {
    severity: "error",
    message,
    docs: `
One run of the skill may cost more than the budget of the device, or succeeds less surely than the device asks for.

The bound of a skill is compared with the \`budget\`: tokens, latency in seconds, money in USD, and the probabilities of
success and of a fatal error. A bound is never too low: it counts every attempt of every guard and the whole length of an
answer. It is unbounded where the device's model has no \`max_tokens\`.

Wrong: a guard with \`retry: 3\` on a device with

\`\`\`yaml
budget: {tokens: 1000}
\`\`\`

Right: a guard with \`retry: 0\`, or a budget that four attempts fit into.

To fix it, lower \`retry\`, shorten the prompt, choose a model with a smaller \`max_tokens\`, or raise the budget.
`,
  },
  "portability/permission": {
    severity: "error",
    message,
    docs: `
The skill needs a permission of the operating system that the device does not grant.

Some capabilities need a permission on some targets: on HarmonyOS, for example, \`net\` needs
\`ohos.permission.INTERNET\`. A device that lists \`permissions\` grants these and no others; without the list nothing is
checked.

Wrong: a skill that requires \`WebFetch\` on a device with

\`\`\`yaml
permissions: []
\`\`\`

Right:

\`\`\`yaml
permissions: [ohos.permission.INTERNET]
\`\`\`

To fix it, grant the permission on the device, or do without the tool that needs it.
`,
  },
  "portability/feature": {
    severity: "error",
    message,
    docs: `
The skill uses a feature that the target of the device cannot carry.

Every target says for each feature whether it carries it fully, as advice only, or not at all, and why. The message gives
the reason of the target. A feature that is carried as advice is not a gap; it is noted.

Wrong: a guard that uses \`regex\` on a device whose target has no regular expressions.

Right: the same condition without it:

\`\`\`yaml
guard: {kind: rule, predicate: "x.startswith('pages: ')"}
\`\`\`

To fix it, do without the feature, or choose another target for the device.
`,
  },
});

/** With devices named, everything that keeps a skill from running on one of them is an error. */
export const portabilityGaps: Rule = {
  id: "portability/gaps",
  summary: "Every skill runs on every device that is named.",
  declared: diagnostics.declared,
  *checkAll(subjects, setting) {
    if (setting.devices.length === 0) return;
    const skills = subjects.map(({ skill }) => skill);
    // A mounted agent comes last and repeats the gaps of its skills; what they have said is not said again.
    const said = new Set<string>();
    for (const program of programsOf(skills, setting.agent, setting.catalogue).value) {
      const gaps = [...gapsOf(program, setting)].filter(({ key }) => !said.has(key));
      for (const { key, found } of gaps) {
        said.add(key);
        yield found;
      }
    }
  },
};

function* gapsOf(
  program: Program,
  { devices, knownTargets }: Setting,
): Iterable<{ readonly key: string; readonly found: Diagnostic }> {
  for (const device of devices) {
    const target = knownTargets.find(({ name }) => name === device.target);
    for (const { kind, detail, span } of judge(program, device, { target }).gaps) {
      const code = `portability/${kind}` as const;
      const found = diagnostics.create(
        code,
        span,
        { skill: program.name, device: device.name, detail },
        { related: [{ message: `The device \`${device.name}\` is described here.`, span: device.span }] },
      );
      yield { key: `${code}\0${device.name}\0${placeOf(span)}`, found };
    }
  }
}

function placeOf({ file, start, end }: Span): string {
  return `${file.path}:${start}:${end}`;
}
