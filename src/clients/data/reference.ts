import { atMost, filled, formatKeys, only, optional, text } from "../check.ts";
import type { Check } from "../check.ts";
import { python } from "../decode.ts";
import { substringFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { crashes, rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { strictYaml } from "../yaml/strictyaml.ts";

/** skills-ref with its bugs: fences are sought inside lines, and names are compared after NFKC. */
export const reference: Profile = {
  name: "reference",
  title: "skills-ref, the reference library",
  read: "ran",
  date: "2026-08-09",
  sources: ["agentskills/agentskills@69ef37e skills-ref/src/skills_ref/parser.py, validator.py"],
  fileNames: ["SKILL.md", "skill.md"],
  decoding: python,
  loader: fenced(substringFence(false), strictYaml),
  shape: (fields) => ({
    name: stripped(fields.get("name")),
    description: stripped(fields.get("description")),
    cut: [],
  }),
  checks: [
    only(formatKeys),
    filled("name"),
    nameRules,
    filled("description"),
    // The length counts the white space that is taken off afterwards.
    (draft) =>
      atMost("description", 1024, "code points")({ ...draft, description: draft.fields.get("description") }),
    optional("compatibility", text("compatibility"), atMost("compatibility", 500, "code points")),
  ],
  keeps: "all",
  otherwise: rejected,
  stops: { undecodable: crashes, unreadable: crashes },
};

function stripped(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

/** Letters and digits of every script; Python's `isalnum` knows no combining marks. */
function nameRules({ name, folderName }: Parameters<Check>[0]): string | undefined {
  if (typeof name !== "string") return undefined;
  const normal = name.normalize("NFKC");
  if (Array.from(normal).length > 64) return `The name \`${normal}\` has more than 64 characters.`;
  if (normal !== normal.toLowerCase()) return `The name \`${normal}\` is not in lower case.`;
  if (normal.startsWith("-") || normal.endsWith("-")) return "The name starts or ends with a hyphen.";
  if (normal.includes("--")) return "The name has two hyphens in a row.";
  if (!/^[\p{L}\p{N}-]*$/u.test(normal))
    return "The name has characters other than letters, digits and hyphens.";
  if (folderName.normalize("NFKC") !== normal)
    return `The folder is named \`${folderName}\`, not \`${normal}\`.`;
  return undefined;
}
