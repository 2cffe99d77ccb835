import { isBelow } from "../../lower/policy.ts";
import type { Limit, Policy } from "../../lower/policy.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import { nearest } from "../../report/near.ts";
import type { Rule, Subject } from "../rule.ts";
import { codePoints, listed, offsetOfCodePoint, textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { byScope, inOrder } from "./scope.ts";

const example = `
    policy:
      max_skills: 40                 # in each of the sources
      max_description: 400           # characters
      max_body: 12000                # characters
      max_body_lines: 300
      name_prefix: [acme-, shared-]  # one of them, or a single text
      expected_skills: [release-notes]
`;

const diagnostics = defineDiagnostics({
  "catalogue/too-many-skills": {
    severity: "error",
    message: (p: { folder: string; count: number; most: number }) =>
      `\`${p.folder}\` holds ${p.count} skills, more than the ${p.most} that the policy allows.`,
    help: (p: { most: number }) => `Move skills to another folder, or raise \`max_skills: ${p.most}\`.`,
    docs: `
The policy in \`skillc.config.yaml\` limits how many skills stand together, and one folder has more. With \`sources\` the
skills below each source are counted, otherwise those side by side in one folder.
${example}
All descriptions that are installed together stand in every conversation and compete for its attention; clients cut the
list where it grows too long (\`catalogue/budget\`).

Wrong: 41 skills in one source under this policy. Right: 40.

To fix it, join skills, move some to a folder that is installed apart, or raise the limit.
`,
  },
  "catalogue/long-description": {
    severity: "error",
    message: (p: { count: number; most: number }) =>
      `The \`description\` has ${p.count} characters, more than the ${p.most} that the policy allows.`,
    help: (p: { most: number }) => `Shorten it to ${p.most} characters; details belong into the body.`,
    docs: `
The policy in \`skillc.config.yaml\` limits descriptions, and this one is longer. The place marked is what is too much.
${example}
Characters are Unicode code points. The format itself allows 1,024; a team that installs many skills may want fewer, since
each description is part of every conversation.

Wrong: a description of 500 characters under this policy. Right: one that has 400.

To fix it, keep what the skill does and the words by which users ask for it.
`,
  },
  "catalogue/long-body": {
    severity: "error",
    message: (p: { count: number; most: number; unit: string }) =>
      `The body has ${p.count} ${p.unit}, more than the ${p.most} that the policy allows.`,
    help: "Move details into a file below `references/`, and say in the body when to read it.",
    docs: `
The policy in \`skillc.config.yaml\` limits bodies, in characters (\`max_body\`) or lines (\`max_body_lines\`), and this one
is longer.
${example}
The whole body enters the conversation when the skill is used. Characters are Unicode code points.

Wrong: a body of 350 lines under this policy. Right: one of 300, and a file \`references/details.md\`.

To fix it, move what is seldom needed into files that are read on demand.
`,
  },
  "catalogue/name-prefix": {
    severity: "error",
    message: (p: { name: string; prefixes: string }) =>
      `The name \`${p.name}\` does not start with ${p.prefixes}, as the policy asks.`,
    help: (p: { better: string }) => `Write \`name: ${p.better}\`, and rename the folder.`,
    docs: `
The policy in \`skillc.config.yaml\` asks that names start with a prefix, or with one of several.
${example}
A prefix keeps the skills of a team apart from those of others that are installed beside them, since clients know a skill
by its name alone.

Wrong: \`name: release-notes\`. Right: \`name: acme-release-notes\`, in a folder of that name.

To fix it, rename the skill and its folder.
`,
  },
  "catalogue/missing-skill": {
    severity: "error",
    message: (p: { name: string }) => `No skill is named \`${p.name}\`, which the policy expects.`,
    help: (p: { near: string | undefined; name: string }) =>
      p.near === undefined ? `Add a skill with \`name: ${p.name}\`.` : `Write \`${p.near}\`.`,
    docs: `
The policy in \`skillc.config.yaml\` lists skills that have to be there, and one of them was not found. It is looked for
when the whole of the sources is read, or the whole folder of the configuration where there are no sources.
${example}
A skill that was renamed, deleted, or whose file cannot be found any more would otherwise be missed only by its users.

Wrong: a \`expected_skills: [release-notes]\` where the only skill is named \`release-note\`.

To fix it, restore the skill, or correct the list.
`,
  },
});

/** What the configuration asks of the skills of a repository. */
export const cataloguePolicy: Rule = {
  id: "catalogue/policy",
  summary: "The skills keep to the policy of the configuration.",
  declared: diagnostics.declared,
  *checkAll(subjects, { policy }) {
    yield* countSkills(subjects, policy);
    yield* expectSkills(subjects, policy);
    for (const subject of subjects) {
      yield* measureDescription(subject, policy);
      yield* measureBody(subject, policy);
      yield* checkPrefix(subject, policy);
    }
  },
};

function* countSkills(subjects: readonly Subject[], { maxSkills, sources }: Policy): Iterable<Diagnostic> {
  if (maxSkills === undefined) return;
  const groups: Iterable<readonly [string, readonly Subject[]]> =
    sources.length === 0
      ? byScope(subjects)
      : sources.map(({ name, folder }) => [
          name,
          inOrder(subjects).filter(({ manifest }) => isBelow(manifest.source.folder, folder)),
        ]);
  const { most, span } = maxSkills;
  for (const [folder, group] of groups) {
    const first = group[most];
    if (first === undefined) continue;
    const related = [{ message: "The first skill that is too many.", span: first.skill.spans.name }];
    yield diagnostics.create(
      "catalogue/too-many-skills",
      span,
      { folder, count: group.length, most },
      { related },
    );
  }
}

function* expectSkills(subjects: readonly Subject[], { expectedSkills }: Policy): Iterable<Diagnostic> {
  if (expectedSkills.length === 0) return;
  const names = new Set(subjects.map(({ skill }) => skill.name));
  for (const { name, span } of expectedSkills) {
    if (names.has(name)) continue;
    yield diagnostics.create("catalogue/missing-skill", span, { name, near: nearest(name, names) });
  }
}

function* measureDescription({ manifest }: Subject, { maxDescription }: Policy): Iterable<Diagnostic> {
  if (maxDescription === undefined) return;
  const entry = writtenEntry(manifest, "description");
  const text = textOfValue(entry?.value);
  if (entry?.value.kind !== "scalar" || text === undefined) return;
  const { most, span } = maxDescription;
  const count = codePoints(text);
  if (count <= most) return;
  const excess = entry.value.at(offsetOfCodePoint(text, most), text.length);
  const related = [limitPlace(span)];
  yield diagnostics.create("catalogue/long-description", excess, { count, most }, { related });
}

function* measureBody({ manifest }: Subject, { maxBody, maxBodyLines }: Policy): Iterable<Diagnostic> {
  const { body } = manifest;
  if (body === undefined) return;
  const text = body.text.trim();
  const start = { file: body.span.file, start: body.span.start, end: body.span.start };
  const over = (limit: Limit, count: number, unit: string): Diagnostic =>
    diagnostics.create(
      "catalogue/long-body",
      firstLineOf(start, body.text),
      { count, most: limit.most, unit },
      { related: [limitPlace(limit.span)] },
    );
  if (maxBody !== undefined) {
    const count = codePoints(text);
    if (count > maxBody.most) yield over(maxBody, count, "characters");
  }
  if (maxBodyLines !== undefined) {
    const count = text.split("\n").length;
    if (count > maxBodyLines.most) yield over(maxBodyLines, count, "lines");
  }
}

/** The first line of the body that has text. */
function firstLineOf({ file, start }: Limit["span"], text: string): Limit["span"] {
  const from = Math.max(0, text.search(/\S/));
  const length = text.slice(from).search(/[\r\n]/);
  return { file, start: start + from, end: start + (length === -1 ? text.length : from + length) };
}

function* checkPrefix({ manifest, skill }: Subject, { namePrefixes }: Policy): Iterable<Diagnostic> {
  const [first] = namePrefixes;
  if (first === undefined || namePrefixes.some(({ name }) => skill.name.startsWith(name))) return;
  const entry = writtenEntry(manifest, "name");
  yield diagnostics.create(
    "catalogue/name-prefix",
    entry === undefined ? skill.spans.name : valueSpan(entry),
    {
      name: skill.name,
      prefixes: listed(namePrefixes.map(({ name }) => name)).replace(" and ", " or "),
      better: first.name + skill.name,
    },
    { related: [limitPlace(first.span)] },
  );
}

function limitPlace(span: Limit["span"]): Diagnostic["related"][number] {
  return { message: "The policy says so here.", span };
}
