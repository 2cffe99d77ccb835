import type { Agent } from "../ir/agent.ts";
import type { Device } from "../ir/device.ts";
import type { Skill } from "../ir/skill.ts";
import type { Catalogue } from "../ir/tool.ts";
import type { Policy } from "../lower/policy.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { YamlParser } from "../manifest/reader.ts";
import type { DeclaredDiagnostic, Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import type { Target } from "../target/target.ts";

/** A skill as written and as resolved. */
export interface Subject {
  readonly manifest: SkillManifest;
  readonly skill: Skill;
}

/** What a run was asked to check against. */
export interface Setting {
  readonly agent: Agent;
  readonly catalogue: Catalogue;
  readonly devices: readonly Device[];
  /** The targets of `compile`, or of the devices; none for a plain `check`. */
  readonly targets: readonly Target[];
  /** Every target there is; a device names one of them. */
  readonly knownTargets: readonly Target[];
  /** What the configuration asks of skills. */
  readonly policy: Policy;
  /** A sibling with its text; undefined where it is no text, too large, or cannot be read. */
  readonly read: (file: SourceFile) => SourceFile | undefined;
  /** Reads YAML in a sibling. */
  readonly parseYaml: YamlParser;
  /** Clients that the run was asked about by name; none for a plain check. */
  readonly clients: ReadonlySet<string>;
  /** Tokens of a text; undefined where no tokenizer was given, or no skill is long enough to need it. */
  readonly countTokens: ((text: string) => number) | undefined;
}

/** One check. `id` is the path of its file below `rules/` and the folder of its fixtures. */
export interface Rule {
  readonly id: `${string}/${string}`;
  readonly summary: string;
  readonly declared: readonly DeclaredDiagnostic[];
  /** Of one skill. */
  readonly check?: (subject: Subject, setting: Setting) => Iterable<Diagnostic>;
  /** Of all skills of the run together. */
  readonly checkAll?: (subjects: readonly Subject[], setting: Setting) => Iterable<Diagnostic>;
}
