import { atMost, filled, formatKeys, matches, optional, text } from "../check.ts";
import type { Check } from "../check.ts";
import { node } from "../decode.ts";
import { hyphenFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { droppedSilently, rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { typeName } from "../yaml/reading.ts";
import { pyYaml } from "../yaml/pyyaml.ts";

/** Mistral Vibe: PyYAML and a pydantic model; each refusal is recorded as an issue. */
export const vibe: Profile = {
  name: "vibe",
  title: "Mistral Vibe",
  read: "source",
  date: "2026-08-20",
  sources: [
    "mistralai/mistral-vibe@63d9d90 vibe/core/skills/parser.py",
    "mistralai/mistral-vibe@385c994 vibe/core/skills/models.py",
  ],
  fileNames: ["SKILL.md"],
  decoding: { ...node, mark: "removed", lineEnds: "line-feeds" },
  loader: fenced(hyphenFence, pyYaml, "empty"),
  checks: [
    filled("name", { blank: true }),
    atMost("name", 64, "code points"),
    matches(
      "name",
      /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/,
      "is not made of lower-case letters, digits, hyphens and dots",
    ),
    filled("description", { blank: true }),
    atMost("description", 1024, "code points"),
    textOrNothing("license"),
    textOrNothing("compatibility"),
    optional("compatibility", atMost("compatibility", 500, "code points")),
    metadataMap,
    optional("user-invocable", booleanWord),
  ],
  keeps: [...formatKeys, "user-invocable"],
  otherwise: rejected,
  stops: { unfound: droppedSilently },
};

function textOrNothing(field: string): Check {
  return (draft) => ((draft.fields.get(field) ?? null) === null ? undefined : text(field)(draft));
}

function metadataMap({ fields }: Parameters<Check>[0]): ReturnType<Check> {
  const value = fields.get("metadata") ?? null;
  return value === null || value instanceof Map
    ? undefined
    : `The \`metadata\` is ${typeName(value)}, not a mapping.`;
}

/** What pydantic takes for a boolean. */
function booleanWord({ fields }: Parameters<Check>[0]): ReturnType<Check> {
  const value = fields.get("user-invocable");
  if (typeof value === "boolean" || value === 0 || value === 1) return undefined;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  const known = ["true", "false", "yes", "no", "on", "off", "1", "0", "t", "f", "y", "n"].includes(word);
  return known ? undefined : "The `user-invocable` is not a boolean.";
}
