import { filled } from "../check.ts";
import { node } from "../decode.ts";
import { openClawLoader } from "../lenient.ts";
import { openclawListing } from "../listings.ts";
import { droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";

/** OpenClaw: yaml, then lines; every value is text, and a name is not needed. */
export const openclaw: Profile = {
  name: "openclaw",
  title: "OpenClaw",
  read: "source",
  date: "2026-08-20",
  sources: [
    "openclaw/openclaw@03ebdc7 src/agents/skills/local-loader.ts, workspace.ts",
    "openclaw/openclaw@0774ff5 src/markdown/frontmatter.ts",
  ],
  fileNames: ["SKILL.md"],
  decoding: node,
  largest: 256_000,
  loader: openClawLoader,
  shape: (fields, folderName) => {
    const name = fields.get("name");
    const named = typeof name === "string" ? name.trim() : "";
    return {
      name: named === "" ? folderName.trim() : named,
      description: fields.get("description"),
      cut: [],
    };
  },
  checks: [filled("name"), filled("description")],
  keeps: [
    "name",
    "description",
    "metadata",
    "homepage",
    "user-invocable",
    "disable-model-invocation",
    "command-dispatch",
    "command-tool",
    "command-arg-mode",
  ],
  otherwise: droppedSilently,
  listing: openclawListing,
};
