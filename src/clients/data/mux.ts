import {
  atMost,
  filled,
  matches,
  ofType,
  optional,
  sameAsFolder,
  slug,
  slugDemand,
  text,
  textMap,
} from "../check.ts";
import { node } from "../decode.ts";
import { lineFence } from "../fence.ts";
import type { Front } from "../fence.ts";
import { fenced } from "../loading.ts";
import { droppedSilently, rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { yaml2 } from "../yaml/yaml2.ts";

const blank = { blank: true };

/** Mux: yaml 2 and a strict schema; each refusal is recorded and shown. */
export const mux: Profile = {
  name: "mux",
  title: "Mux",
  read: "ran",
  date: "2026-08-20",
  sources: [
    "coder/mux@f2160b1 src/common/orpc/schemas/agentSkill.ts",
    "coder/mux@13a94c4 src/node/services/agentSkills/parseSkillMarkdown.ts",
  ],
  fileNames: ["SKILL.md"],
  decoding: { ...node, mark: "removed", lineEnds: "line-feeds" },
  largest: 1024 * 1024,
  loader: fenced(fence, yaml2),
  checks: [
    filled("name", blank),
    atMost("name", 64, "UTF-16 units"),
    matches("name", slug, slugDemand),
    sameAsFolder(),
    filled("description", blank),
    atMost("description", 1024, "UTF-16 units"),
    optional("license", text("license")),
    optional("compatibility", filled("compatibility", blank), atMost("compatibility", 500, "UTF-16 units")),
    optional("metadata", textMap("metadata")),
    optional("advertise", ofType("advertise", "boolean")),
    optional("disable-model-invocation", ofType("disable-model-invocation", "boolean")),
    optional("user-invocable", ofType("user-invocable", "boolean")),
    optional("argument-hint", filled("argument-hint", blank), atMost("argument-hint", 200, "UTF-16 units")),
    optional("when_to_use", filled("when_to_use", blank), atMost("when_to_use", 1024, "UTF-16 units")),
    optional("when-to-use", filled("when-to-use", blank), atMost("when-to-use", 1024, "UTF-16 units")),
  ],
  keeps: [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "advertise",
    "disable-model-invocation",
    "user-invocable",
    "argument-hint",
    "when_to_use",
    "when-to-use",
  ],
  otherwise: rejected,
  stops: { unfound: droppedSilently },
};

const lines = lineFence((line) => line.trim());

function fence(text: string): Front {
  return text.startsWith("---")
    ? lines(text)
    : { kind: "none", reason: "The file does not start with `---`." };
}
