import type { Program } from "../ir/program.ts";
import type { Skill } from "../ir/skill.ts";
import type { Host } from "../ir/feature.ts";
import type { DeclaredDiagnostic, Diagnostic } from "../report/diagnostic.ts";
import type { TargetOption, TargetOptions } from "./options.ts";

export interface OutputFile {
  /** Relative to `out/<target>/`, with `/`. */
  readonly path: string;
  readonly text: string;
  /** `generated` text is laid out by prettier; `verbatim` carries a prompt and is written as it is. */
  readonly layout: "generated" | "verbatim";
  /** Makes the text, in place of `text`, with a package that the command loads for this file alone. */
  readonly print?: () => Promise<string>;
  /** The path of a source file, whose bytes and mode are written in place of `text`. */
  readonly copyOf?: string;
}

/**
 * Whether a target's files hold a field of a skill, or the reason why they do not: a clause that fits after
 * "because". `field` is a path of keys of the source (`description`, `metadata.owner`), `prompt` for the body,
 * or the path of a bundled file with a leading `./`.
 */
export type Carries = (field: string, skill: Skill, options?: TargetOptions) => true | string;

/** An agent product that reads the files of a target. */
export interface ClientForm {
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** Where it looks for the skills of a project, `.agents/skills`; empty for one that searches no folder. */
  readonly folder: string;
  /** What it makes of the text of a SKILL.md; `reason` is a sentence. */
  readonly load: (
    text: string,
    folderName: string,
  ) => { readonly loads: boolean; readonly lost: readonly string[]; readonly reason: string };
}

/** One back end: a folder of `targets/` and a line of its list. */
export interface Target extends Host {
  /** = folder = `--target`. */
  readonly name: string;
  readonly summary: string;
  /** Keys below `targets: {<name>: …}` of `skillc.config.yaml`. */
  readonly options?: Readonly<Record<string, TargetOption>>;
  readonly emit: (program: Program, options?: TargetOptions) => readonly OutputFile[];
  /** What becomes of each field of a source; what is not carried stands in `loss.json` with its reason. */
  readonly carries?: Carries;
  /** The codes of `notes`. */
  readonly declared?: readonly DeclaredDiagnostic[];
  /** What the target's form loses for one program, beyond `supports`: each has its own code `target/…`. */
  readonly notes?: (program: Program, options?: TargetOptions) => Iterable<Diagnostic>;
  /** The same back end for one client, `--client`; its name begins with the name of the target and a slash. */
  readonly forClient?: (client: ClientForm) => Target;
}
