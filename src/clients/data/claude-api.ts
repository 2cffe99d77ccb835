import { atMost, filled, formatKeys, matches, only, optional } from "../check.ts";
import { python } from "../decode.ts";
import { patternFence } from "../fence.ts";
import { fenced } from "../loading.ts";
import { rejected } from "../profile.ts";
import type { Profile } from "../profile.ts";
import { pyYaml } from "../yaml/pyyaml.ts";

/** Upload to claude.ai or the Skills API: everything that is not allowed is an error. Its YAML reader is inferred. */
export const claudeApi: Profile = {
  name: "claude-api",
  title: "claude.ai and the Claude Skills API",
  read: "documented",
  date: "2026-08-20",
  sources: [
    "Claude platform documentation, agent-skills/overview and build-with-claude/skills-guide",
    "https://support.claude.com/en/articles/12512198",
  ],
  fileNames: ["SKILL.md"],
  decoding: { ...python, mark: "removed" },
  loader: fenced(patternFence(/^---\n([\s\S]*?)\n---/), pyYaml),
  checks: [
    only(formatKeys),
    filled("name"),
    atMost("name", 64, "code points"),
    matches("name", /^[a-z0-9-]+$/, "has characters other than lower-case letters, digits and hyphens"),
    matches("name", /^(?!.*(?:claude|anthropic))/, "has a reserved word, `claude` or `anthropic`"),
    filled("description"),
    atMost("description", 1024, "code points"),
    matches("description", /^[^<>]*$/, "has angle brackets"),
    optional("compatibility", atMost("compatibility", 500, "code points")),
  ],
  keeps: "all",
  otherwise: rejected,
};
