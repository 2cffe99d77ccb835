import { filled, text } from "../check.ts";
import { node } from "../decode.ts";
import { piFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { escapedListing } from "../listings.ts";
import { droppedSilently, rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { yaml2 } from "../yaml/yaml2.ts";

/** pi: yaml 2; only a missing description keeps a skill out, and each problem is a warning that is shown. */
export const pi: Profile = {
  name: "pi",
  title: "pi coding agent",
  read: "source",
  date: "2026-08-20",
  sources: ["badlogic/pi-mono@83378aa packages/coding-agent/src/core/skills.ts, src/utils/frontmatter.ts"],
  fileNames: ["SKILL.md"],
  decoding: node,
  loader: fenced(piFence, yaml2, "empty"),
  shape: (fields, folderName) => {
    const name = fields.get("name");
    const flag = fields.get("disable-model-invocation");
    // Only the boolean counts: `"true"` and `yes` are text in YAML 1.2.
    const cut = flag !== undefined && typeof flag !== "boolean" ? ["disable-model-invocation"] : [];
    const unnamed = name === undefined || name === null || name === "" || name === false || name === 0;
    return { name: unnamed ? folderName : name, description: fields.get("description"), cut };
  },
  checks: [text("name"), filled("description")],
  keeps: ["name", "description", "disable-model-invocation"],
  otherwise: rejected,
  stops: { unfound: droppedSilently },
  listing: { ...escapedListing, hiddenBy: "disable-model-invocation" },
};
