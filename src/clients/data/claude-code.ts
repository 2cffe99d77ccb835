import { formatKeys } from "../check.ts";
import { node } from "../decode.ts";
import { lineFence } from "../fence.ts";
import { claudeCodeEntryLimit, claudeCodeListing } from "../listings.ts";
import { fenced } from "../loading.ts";
import { rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import type { Fields } from "../yaml/reading.ts";
import { yaml2 } from "../yaml/yaml2.ts";

/** Claude Code: a skill always loads; what cannot be read is left out (2.1.186 and later). */
export const claudeCode: Profile = {
  name: "claude-code",
  title: "Claude Code",
  read: "documented",
  date: "2026-08-20",
  sources: [
    "https://code.claude.com/docs/en/skills",
    "anthropics/claude-code CHANGELOG.md: 2.1.186 (malformed front matter), 2.1.218 (booleans), 2.1.239 (byte order mark)",
  ],
  fileNames: ["SKILL.md"],
  decoding: { ...node, mark: "removed" },
  loader: fenced(lineFence(), yaml2, "empty"),
  shape,
  checks: [],
  keeps: [
    ...formatKeys,
    "disallowed-tools",
    "model",
    "effort",
    "context",
    "agent",
    "background",
    "hooks",
    "shell",
    "arguments",
    "paths",
    "when_to_use",
    "argument-hint",
    "disable-model-invocation",
    "user-invocable",
  ],
  otherwise: rejected,
  loadsUnread: true,
  listing: claudeCodeListing,
};

/** The folder's name is the command and the field only a label; without a description the first paragraph serves. */
function shape(fields: Fields, folderName: string, body: string): ReturnType<NonNullable<Profile["shape"]>> {
  const label = fields.get("name");
  const written = fields.get("description");
  const whole = typeof written === "string" ? written : firstParagraph(body);
  const more = fields.get("when_to_use");
  const room = claudeCodeEntryLimit - (typeof more === "string" ? more.length : 0);
  const cut = [
    ...(whole.length > Math.max(0, room) ? ["description"] : []),
    ...(written !== undefined && typeof written !== "string" ? ["description"] : []),
  ];
  return {
    name: typeof label === "string" ? label : folderName,
    description: whole.slice(0, claudeCodeEntryLimit),
    cut,
  };
}

function firstParagraph(body: string): string {
  const paragraphs = body.split(/\n[ \t]*\r?\n/).map((one) => one.trim());
  const first = paragraphs.find((one) => one !== "" && !one.startsWith("#"));
  return (first ?? "").replace(/\s+/g, " ");
}
