import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Diagnostic } from "../../report/diagnostic.ts";
import { markdownOf } from "../../manifest/markdown.ts";
import type { SkillManifest } from "../../manifest/manifest.ts";
import type { Rule } from "../rule.ts";
import { mentionsOf } from "./mentions.ts";

const diagnostics = defineDiagnostics({
  "reference/outside-skill": {
    severity: "warning",
    message: (p: { path: string; hidden: boolean }) =>
      p.hidden
        ? `The path \`${p.path}\` leaves the folder of the skill for a file of the system.`
        : `The path \`${p.path}\` leaves the folder of the skill, so it is not there where the skill is installed alone.`,
    help: "Copy the file into the folder of the skill, and refer to it there, such as `references/guide.md`.",
    docs: `
A path in the body leads out of the skill's folder. A skill is installed as one folder: an installer, an upload or a
plugin takes what lies in it and nothing else, and then the reference points nowhere. Several clients refuse to read
outside of the folder at all.

It is an error where the path aims at the system, as \`../../etc/passwd\` does, or is written so that a reader which
takes \`../\` out once is led outside: \`....//\` becomes \`../\`. No honest skill needs that.

Wrong:

\`\`\`markdown
Read [the style guide](../shared/style.md).
\`\`\`

Right, with a copy in the skill:

\`\`\`markdown
Read [the style guide](references/style.md).
\`\`\`

To refer to another skill, name it in words: “use the skill \`pdf-forms\`”. Source: Agent Skills specification, rule S19:
paths are relative to the root of the skill.
`,
  },
  "reference/absolute-path": {
    severity: "warning",
    message: (p: { path: string }) =>
      `The link \`${p.path}\` is a place on one machine, so it leads nowhere on every other.`,
    help: "Write a path from the folder of the skill, such as `references/guide.md`.",
    docs: `
A link of the skill starts at the root of a disk, in a home folder, or with \`file:\` or a drive letter. It works on the
machine of its author at best. A skill refers to its own files by paths from its own folder.

It is an error where the link aims at a file that holds secrets, such as \`/etc/passwd\` or \`~/.ssh/id_rsa\`.

Wrong:

\`\`\`markdown
[Template](/home/ann/skills/letters/template.md)
\`\`\`

Right:

\`\`\`markdown
[Template](assets/template.md)
\`\`\`

Paths in prose and in commands are not looked at: there they often are the point of the skill. Source: Agent Skills
specification, rule S19.
`,
  },
});

/** Every path that the body writes stays in the folder of the skill. */
export const referenceOutsideSkill: Rule = {
  id: "reference/outside-skill",
  summary: "Every path that the body writes stays in the folder of the skill.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    yield* outside(manifest);
    yield* absolute(manifest);
  },
};

/** Where secrets and system files lie. */
const systemFile =
  /(?:^|\/)(?:etc\/(?:passwd|shadow|hosts|sudoers)|proc\/|\.ssh\/|\.aws\/|\.gnupg\/|\.netrc|id_rsa)/;

function* outside(manifest: SkillManifest): Iterable<Diagnostic> {
  const others = [];
  for (const { kind, path, written, span } of mentionsOf(manifest)) {
    if (path !== undefined) continue;
    const isTrick = /(?:^|[\\/])\.{3,}[\\/]{2}/.test(written);
    if (kind === "link" && (isTrick || systemFile.test(written))) {
      yield diagnostics.create(
        "reference/outside-skill",
        span,
        { path: written, hidden: true },
        { severity: "error" },
      );
    } else if (kind !== "code" && /(?:^|[\\/])\.\.[\\/]/.test(written)) others.push({ written, span });
  }
  const [first, ...more] = others;
  if (first === undefined) return;
  yield diagnostics.create(
    "reference/outside-skill",
    first.span,
    { path: first.written, hidden: false },
    { related: more.slice(0, 5).map(({ span }) => ({ message: "This path leaves the folder too.", span })) },
  );
}

function* absolute(manifest: SkillManifest): Iterable<Diagnostic> {
  const seen = new Set<string>();
  for (const { destination, span } of markdownOf(manifest).links) {
    if (seen.has(destination) || !isOnDisk(destination)) continue;
    seen.add(destination);
    const severity = systemFile.test(destination) ? "error" : "warning";
    yield diagnostics.create("reference/absolute-path", span, { path: destination }, { severity });
  }
}

/** A path that starts with `/` is more often a page of a web site, but for folders that only disks have. */
function isOnDisk(destination: string): boolean {
  return /^(?:file:|~\/|[A-Za-z]:[\\/]|\\\\|\/(?:etc|home|Users|root|var|tmp|opt|usr|proc|mnt|Volumes|private|workspace)\/)/.test(
    destination,
  );
}
