import { atMost, optional, text } from "../check.ts";
import { rust } from "../decode.ts";
import { firstTwoLinesFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { droppedSilently } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { serdeYaml } from "../yaml/serde.ts";

/**
 * The agentskills runtime for HarmonyOS: defaults for what is missing, every further key kept as flat metadata.
 * Lengths are Cangjie's `String.size`, bytes by inference; yaml4cj is taken for a reader of the libyaml family.
 */
export const uctoo: Profile = {
  name: "uctoo",
  title: "UCToo agentskills-runtime (HarmonyOS)",
  read: "source",
  date: "2026-08-20",
  sources: [
    "UCTooCom/agentskills-runtime@902bd25 src/skill/infrastructure/loaders/yaml_frontmatter_parser.cj",
    "UCTooCom/agentskills-runtime@902bd25 src/skill/application/progressive_skill_loader.cj",
  ],
  fileNames: ["SKILL.md", "SKILL.cj"],
  decoding: rust,
  loader: fenced(firstTwoLinesFence, (text) => serdeYaml(text, [])),
  shape: (fields) => ({
    name: fields.get("name") ?? "default-name",
    description: fields.get("description") ?? "default-description",
    cut: [],
  }),
  checks: [
    text("name"),
    text("description"),
    atMost("name", 64, "bytes"),
    atMost("description", 1024, "bytes"),
    optional("license", ({ fields }) =>
      (fields.get("license") ?? "") === "" ? "The `license` is empty." : undefined,
    ),
    optional("compatibility", atMost("compatibility", 500, "bytes")),
  ],
  keeps: "all",
  otherwise: droppedSilently,
};
