import {
  atMost,
  filled,
  matches,
  optional,
  sameAsFolder,
  slug,
  slugDemand,
  text,
  textMap,
} from "../check.ts";
import { node } from "../decode.ts";
import { lineFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { yaml2 } from "../yaml/yaml2.ts";

/**
 * The text of the format, rules S1 to S14, where it says "must". It is silent on encoding, YAML version and unknown
 * keys: UTF-8 without a byte order mark, YAML 1.2, and unknown keys are let pass.
 */
export const spec: Profile = {
  name: "spec",
  title: "Agent Skills specification",
  read: "documented",
  date: "2026-08-09",
  sources: ["agentskills/agentskills@69ef37e docs/specification.mdx"],
  fileNames: ["SKILL.md"],
  decoding: { ...node, invalid: "stops" },
  loader: fenced(lineFence(), yaml2),
  checks: [
    filled("name"),
    atMost("name", 64, "code points"),
    matches("name", slug, slugDemand),
    sameAsFolder(),
    filled("description"),
    atMost("description", 1024, "code points"),
    optional("license", text("license")),
    optional("compatibility", filled("compatibility"), atMost("compatibility", 500, "code points")),
    optional("metadata", textMap("metadata")),
    optional("allowed-tools", text("allowed-tools")),
  ],
  keeps: "all",
  otherwise: rejected,
};
