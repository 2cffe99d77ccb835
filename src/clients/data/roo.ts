import { atMost, filled, matches, sameAsFolder, slug, slugDemand } from "../check.ts";
import { node } from "../decode.ts";
import { grayMatterLoader } from "../lenient.ts";
import { escapedListing } from "../listings.ts";
import { droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";

/** Roo Code: gray-matter and the strict rules; failures go to the developer console only. */
export const roo: Profile = {
  name: "roo",
  title: "Roo Code",
  read: "source",
  date: "2026-08-20",
  sources: ["RooCodeInc/Roo-Code@cb83656 src/services/skills/SkillsManager.ts, packages/types/src/skills.ts"],
  fileNames: ["SKILL.md"],
  decoding: node,
  loader: grayMatterLoader,
  shape: (fields) => {
    const description = fields.get("description");
    const trimmed = typeof description === "string" ? description.trim() : description;
    return { name: fields.get("name"), description: trimmed, cut: [] };
  },
  checks: [
    filled("name", { blank: true }),
    filled("description"),
    sameAsFolder(),
    atMost("name", 64, "UTF-16 units"),
    matches("name", slug, slugDemand),
    atMost("description", 1024, "UTF-16 units"),
  ],
  keeps: ["name", "description", "mode", "modeSlugs"],
  otherwise: droppedSilently,
  listing: escapedListing,
};
