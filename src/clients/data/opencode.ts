import { text } from "../check.ts";
import { node } from "../decode.ts";
import { openCodeLoader } from "../lenient.ts";
import { droppedAloud, droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";

/** OpenCode: gray-matter, then a second reading for colons; an unreadable file raises an error event. */
export const opencode: Profile = {
  name: "opencode",
  title: "OpenCode",
  read: "source",
  date: "2026-08-20",
  sources: ["anomalyco/opencode packages/opencode/src/skill/skill.ts, src/config/markdown.ts"],
  fileNames: ["SKILL.md"],
  decoding: node,
  loader: openCodeLoader,
  checks: [text("name"), text("description")],
  keeps: ["name", "description", "metadata"],
  otherwise: droppedSilently,
  stops: { "bad-yaml": droppedAloud, unreadable: droppedAloud },
};
