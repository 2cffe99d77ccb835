import type { DataManifest } from "../manifest/manifest.ts";
import type { Checked } from "../report/diagnostic.ts";
import type { NameUse } from "../ir/skill.ts";
import { namesAt } from "./parts.ts";

/** What `skillc.config.yaml` asks of the skills of a repository. Nothing that is absent is checked. */
export interface Policy {
  /** Folders from which skills have to come: a source that holds none is an error. */
  readonly sources: readonly NameUse[];
}

export const noPolicy: Policy = { sources: [] };

/** The policy part of a configuration. Its keys and forms have been checked. */
export function lowerPolicy({ root }: DataManifest): Checked<Policy> {
  return { value: { sources: namesAt(root, "sources") }, diagnostics: [] };
}
