import type { Analysis } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import { textSource } from "../../src/report/source.ts";
import { targets } from "../../targets/index.ts";

/** Skills by folder, each the text of its `skill.yml`, read and lowered without rules. */
export async function lowered(
  skills: Readonly<Record<string, string>>,
  more: { readonly agent?: string; readonly devices?: readonly string[] } = {},
): Promise<Analysis> {
  const files = Object.entries(skills).map(([folder, text]) => textSource(`${folder}/skill.yml`, text));
  return check(files, {
    rules: [],
    knownTargets: targets,
    agent: more.agent === undefined ? undefined : textSource("agent.yml", more.agent),
    devices: more.devices?.map((text, i) => textSource(`device-${i}.yml`, text)),
  });
}
