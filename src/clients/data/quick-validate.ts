import { atMost, formatKeys, matches, only, text } from "../check.ts";
import type { Check } from "../check.ts";
import { python } from "../decode.ts";
import { patternFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { crashes, rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { pyYaml } from "../yaml/pyyaml.ts";

/** quick_validate.py of the skill creator, which package_skill.py runs before it zips a skill. */
export const quickValidate: Profile = {
  name: "quick-validate",
  title: "quick_validate.py of skill-creator",
  read: "ran",
  date: "2026-07-01",
  sources: ["anthropics/skills@9d2f1ae skills/skill-creator/scripts/quick_validate.py"],
  fileNames: ["SKILL.md"],
  decoding: python,
  loader: fenced(patternFence(/^---\n([\s\S]*?)\n---/), pyYaml),
  checks: [
    unexpectedKeys,
    text("name"),
    text("description"),
    (draft) => nameRules({ ...draft, name: String(draft.name).trim() }),
    matches("description", /^[^<>]*$/, "has angle brackets"),
    atMost("description", 1024, "code points", { trimmed: true }),
    compatibility,
  ],
  keeps: "all",
  otherwise: rejected,
  stops: { undecodable: crashes, unreadable: crashes },
};

/** The message joins the keys, and Python joins only text. */
function unexpectedKeys(draft: Parameters<Check>[0]): ReturnType<Check> {
  for (const key of draft.fields.keys()) {
    if (typeof key !== "string")
      return { crash: "A key is not text, and the message about it cannot be made." };
  }
  return only(formatKeys)(draft);
}

function nameRules(draft: Parameters<Check>[0]): ReturnType<Check> {
  const name = String(draft.name);
  if (name === "") return undefined;
  if (!/^[a-z0-9-]+$/.test(name))
    return "The name has characters other than lower-case letters, digits and hyphens.";
  if (/^-|-$|--/.test(name)) return "The name starts or ends with a hyphen or has two in a row.";
  return atMost("name", 64, "code points")(draft);
}

/** Nothing, an empty text, zero and `false` all count as absent. */
function compatibility(draft: Parameters<Check>[0]): ReturnType<Check> {
  const value = draft.fields.get("compatibility");
  const empty = Array.isArray(value) ? value.length === 0 : value instanceof Map ? value.size === 0 : !value;
  if (empty) return undefined;
  return text("compatibility")(draft) ?? atMost("compatibility", 500, "code points")(draft);
}
