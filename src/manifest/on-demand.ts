import type { Checked } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import type { DataManifest, SkillManifest, SkillSource } from "./manifest.ts";
import type { YamlParser } from "./reader.ts";
import { readDataPlainly, readSkillPlainly } from "./reader.ts";
import type { DataKind } from "./shape.ts";

/** Reads skills, in order. The full YAML parser is loaded where the first skill needs it, and for most never is. */
export async function readSkills(sources: readonly SkillSource[]): Promise<Checked<SkillManifest>[]> {
  const manifests: Checked<SkillManifest>[] = [];
  for (const [i, source] of sources.entries()) {
    const plain = readSkillPlainly(source);
    if (plain === undefined) {
      const { readSkill } = await import("./read.ts");
      return [...manifests, ...sources.slice(i).map(readSkill)];
    }
    manifests.push(plain);
  }
  return manifests;
}

/** Reads an agent, a device, a tool catalogue or a configuration; loads the full YAML parser only for one that needs it. */
export async function readDataFile(file: SourceFile, kind: DataKind): Promise<Checked<DataManifest>> {
  return readDataPlainly(file, kind) ?? (await import("./read.ts")).readData(file, kind);
}

/** A parser for siblings that are YAML; where there is none, it is not loaded. */
export async function siblingParser(sources: readonly SkillSource[]): Promise<YamlParser> {
  const isNeeded = sources.some(({ siblings }) => siblings.some(({ path }) => /\.ya?ml$/.test(path)));
  return isNeeded ? (await import("./yaml.ts")).parseYaml : nothingRead;
}

const nothingRead: YamlParser = () => ({ value: undefined, diagnostics: [] });
