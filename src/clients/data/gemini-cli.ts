import { text } from "../check.ts";
import { node } from "../decode.ts";
import { geminiLoader } from "../lenient.ts";
import { rawListing } from "../listings.ts";
import { droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";

/** Gemini CLI: js-yaml 4, then lines; what neither reads disappears without a message. */
export const geminiCli: Profile = {
  name: "gemini-cli",
  title: "Gemini CLI",
  read: "source",
  date: "2026-08-20",
  sources: ["google-gemini/gemini-cli@5411f11 packages/core/src/skills/skillLoader.ts, skillManager.ts"],
  fileNames: ["SKILL.md"],
  decoding: node,
  loader: geminiLoader,
  shape: (fields) => {
    const name = fields.get("name");
    const clean = typeof name === "string" ? name.replace(/[:\\/<>*?"|]/g, "-") : name;
    return { name: clean, description: fields.get("description"), cut: clean === name ? [] : ["name"] };
  },
  checks: [text("name"), text("description")],
  keeps: ["name", "description"],
  otherwise: droppedSilently,
  listing: rawListing,
};
