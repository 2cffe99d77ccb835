import type { SourceFile, Span } from "../report/source.ts";
import type { MapNode } from "./node.ts";

/** The body of a SKILL.md: everything after the closing fence. */
interface Body {
  readonly text: string;
  readonly span: Span;
}

/** A file that lies in the folder of a skill; `path` is relative to that folder. */
interface Sibling {
  readonly path: string;
  readonly file: SourceFile;
}

/** The files that make one skill, as they were found. At least one of `skillMd` and `contract` is there. */
export interface SkillSource {
  /** The folder; with the file's name for a second spelling of SKILL.md in one folder. Unique. */
  readonly id: string;
  /** The folder, relative to the working directory; `.` for the working directory itself. */
  readonly folder: string;
  readonly skillMd: SourceFile | undefined;
  /** `skill.yml` or `skill.yaml`. */
  readonly contract: SourceFile | undefined;
  readonly siblings: readonly Sibling[];
}

/** A skill as written: everything optional, spans everywhere. */
export interface SkillManifest {
  readonly source: SkillSource;
  /** The file that a diagnostic about the whole skill points into: SKILL.md before skill.yml. */
  readonly file: SourceFile;
  /** Absent where SKILL.md has none, or none that could be read. */
  readonly frontMatter: MapNode | undefined;
  readonly body: Body | undefined;
  /** The mapping in `skill.yml`. */
  readonly contract: MapNode | undefined;
}

/** An agent, a device or a tool catalogue as written. */
export interface DataManifest {
  readonly file: SourceFile;
  readonly root: MapNode | undefined;
}
