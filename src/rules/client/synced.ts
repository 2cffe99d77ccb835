import { defineDiagnostics } from "../../report/diagnostic.ts";

/** What `skillc sync` finds in the folder that it writes to. */
export const syncDiagnostics = defineDiagnostics({
  "client/sync-edited": {
    severity: "error",
    message: (p: { folder: string; files: string }) =>
      `\`${p.folder}\` was written by skillc and has been edited since: ${p.files}.`,
    help: "Take the edits over into the source, or add `--force` to drop them.",
    docs: `\`skillc sync\` notes in \`.skillc-sync.json\` of each folder what it wrote there. A file that has other bytes now, is gone, or was
added by hand means that somebody has worked on the copy. skillc neither overwrites nor removes such a folder.

    skillc sync skills --to . --client claude-code            # refuses the folder, writes the others
    skillc sync skills --to . --client claude-code --force    # writes it anew; the edits are lost

Wrong: mend a skill in \`.claude/skills\`, where the next run would undo it.

Right: mend it in the source, and run \`skillc sync\` again.`,
  },
  "client/sync-hand-written": {
    severity: "error",
    message: (p: { name: string; folder: string }) =>
      `\`${p.folder}\` is there already and was not written by skillc, so \`${p.name}\` is not written.`,
    help: "Move that folder away, or give the skill another name.",
    docs: `\`skillc sync\` writes each skill into a folder of its own, and knows its folders by their \`.skillc-sync.json\`. A folder, a file or a
link of the same name without one is somebody else's: skillc never overwrites it, with \`--force\` neither. A name that differs
only in the case of its letters counts as the same, since some file systems take it for the same.

A folder that holds exactly what would be written is taken over.

Two skills of one name in the source do not meet here: each gets a folder of its own, and a message names them.`,
  },
  "client/sync-copy": {
    severity: "error",
    message: (p: { file: string; name: string; because: string }) =>
      `\`${p.name}\` is not written, because its file \`${p.file}\` ${p.because}.`,
    help: "Put the file itself into the folder of the skill, or delete the link.",
    docs: `\`skillc sync\` copies the files of a skill. A link that leads out of the skill's folder would put what it leads to, a key or a
private file, into a folder that is shared. So a skill with such a link is left out, and so is one with a file that cannot
be read.

Wrong: \`skills/deploy/config -> ~/.aws/config\`

Right: a file of the skill's own, or the path of the file in the instructions.`,
  },
  "client/sync-outside": {
    severity: "error",
    message: (p: { link: string; folder: string }) =>
      `\`${p.link}\` is a link that leads out of \`${p.folder}\`, so nothing is written.`,
    help: "Give the folder that it leads to with `--to`, or replace the link by a folder.",
    docs: `\`skillc sync --to DIR\` writes below \`DIR\` and nowhere else. A link on the way, such as \`.claude -> /home/someone/.claude\`, would lead the
files, and the removal of stale ones, to another place. Where that is meant, name the place:

    skillc sync skills --to /home/someone --client claude-code`,
  },
  "client/sync-shadowed": {
    severity: "warning",
    message: (p: { name: string; client: string; other: string }) =>
      `${p.client} also finds a skill \`${p.name}\` in \`${p.other}\`.`,
    help: "Delete one of the two, or give one of them another name.",
    docs: `Several clients look for skills in more than one folder of a project. A skill of the same name in two of them is listed twice by
some clients, and by others one hides the other; which one is not the same everywhere (client guide, G3). The skill is
written all the same.

    .agents/skills/deploy/SKILL.md      # written by skillc sync --client codex
    .codex/skills/deploy/SKILL.md       # an older copy, which Codex lists too`,
  },
});
