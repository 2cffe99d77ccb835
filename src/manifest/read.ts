import type { Checked } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import type { DataManifest, SkillManifest, SkillSource } from "./manifest.ts";
import { readDataBy, readSkillBy } from "./reader.ts";
import type { DataKind } from "./shape.ts";
import { parseYaml } from "./yaml.ts";

/** Reads one skill: SKILL.md, the contract beside it, or either alone. Problems never hide the rest. */
export function readSkill(source: SkillSource): Checked<SkillManifest> {
  return readSkillBy(parseYaml, source);
}

/** Reads an agent, a device or a tool catalogue, and checks its keys. */
export function readData(file: SourceFile, kind: DataKind): Checked<DataManifest> {
  return readDataBy(parseYaml, file, kind);
}
