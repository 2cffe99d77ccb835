import { filled, matches, text } from "../check.ts";
import { rust } from "../decode.ts";
import { substringFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { serdeYaml } from "../yaml/serde.ts";

/** Goose: the file is split at `---` wherever it stands, also inside a value; failures go to the log only. */
export const goose: Profile = {
  name: "goose",
  title: "Goose",
  read: "source",
  date: "2026-08-20",
  sources: ["aaif-goose/goose@2533f35 crates/goose/src/skills/mod.rs, src/sources.rs"],
  fileNames: ["SKILL.md"],
  decoding: rust,
  loader: fenced(substringFence(true), (text) => serdeYaml(text.trim(), ["name", "description"])),
  shape: (fields) => {
    // A description that is missing is empty text; one that is `null` is the text of that word.
    const description = fields.has("description") ? (fields.get("description") ?? "") : "";
    return { name: fields.get("name") ?? undefined, description, cut: [] };
  },
  checks: [filled("name", { blank: true }), text("description"), matches("name", /^[^/]*$/, "has a `/`")],
  keeps: ["name", "description", "metadata"],
  otherwise: droppedSilently,
};
