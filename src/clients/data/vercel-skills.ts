import { filled } from "../check.ts";
import { node } from "../decode.ts";
import { grayMatterLoader } from "../lenient.ts";
import { droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";

/** The `skills` installer: gray-matter and two texts; it copies the whole folder, so nothing is lost on the way. */
export const vercelSkills: Profile = {
  name: "vercel-skills",
  title: "vercel-labs/skills installer (gray-matter)",
  read: "ran",
  date: "2026-02-20",
  sources: ["vercel-labs/skills@82dd76b src/skills.ts"],
  fileNames: ["SKILL.md"],
  decoding: node,
  loader: grayMatterLoader,
  checks: [filled("name", { blank: true }), filled("description", { blank: true })],
  keeps: "all",
  otherwise: droppedSilently,
};
