import { describe, expect, test } from "vitest";
import { countTokens } from "../../src/cli/tokens.ts";
import { check } from "../../src/compile.ts";
import { rules } from "../../src/rules/index.ts";
import { targets } from "../../targets/index.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../helpers/corpus.ts";

/** Skills that companies publish of their own: what is wrong there is wrong, or a false alarm. */
const firstParty = /^(?:anthropics__skills|obra__superpowers|google-gemini__|stripe__ai$|wix__skills)/;

/** Every error there, and why it is one: the format itself does not accept these. */
const justified: Readonly<Record<string, string>> = {
  "anthropics__skills/skills/claude-api/SKILL.md description/length":
    "1,068 characters; the format allows 1,024 (S9)",
  "wix__skills/skills/wix-vibe-headless/SKILL.md description/length":
    "1,766 characters; the format allows 1,024 (S9)",
  "google-gemini__gemini-cli/tools/caretaker-agent/cloudrun/triage-worker/.gemini/skills/code_explorer/SKILL.md name/format":
    "`code_explorer` has an underscore (S5)",
  "google-gemini__gemini-cli/tools/caretaker-agent/cloudrun/triage-worker/.gemini/skills/spec_generator/SKILL.md name/format":
    "`spec_generator` has an underscore (S5)",
};

describe.skipIf(!hasCorpus)(`first-party skills of the corpus${unlessCorpus}`, () => {
  const skills = corpusSkills().filter(({ repository }) => firstParty.test(repository));
  const found = check(
    skills.flatMap(({ files }) => files),
    { rules, knownTargets: targets, tokenizer: () => Promise.resolve(countTokens) },
  );

  test("have no error but those that the format itself does not accept", async () => {
    const { diagnostics } = await found;
    const cutOff = new Set(skills.filter(({ allListed }) => !allListed).map(({ path }) => path));
    const errors = diagnostics
      .filter(({ severity }) => severity === "error")
      // Whether a file is missing can be said only where all files are known.
      .filter(({ code, span }) => code !== "reference/missing-file" || !cutOff.has(span.file.path))
      .map(({ code, span }) => `${span.file.path} ${code}`);
    expect(errors.toSorted()).toEqual(Object.keys(justified).toSorted());
  });

  test("have at most two warnings and infos together on average", async () => {
    const { diagnostics } = await found;
    const remarks = diagnostics.filter(({ severity }) => severity !== "error");
    expect(skills.length).toBeGreaterThanOrEqual(60);
    expect(remarks.length / skills.length).toBeLessThanOrEqual(2);
  });
});
