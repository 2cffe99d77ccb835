import type { OptionValue, WrittenOption } from "../ir/option.ts";
import type { NameUse } from "../ir/skill.ts";
import type { DataManifest } from "../manifest/manifest.ts";
import type { MapNode, Node, ScalarNode } from "../manifest/node.ts";
import type { Checked, Diagnostic, Severity } from "../report/diagnostic.ts";
import { defineDiagnostics } from "../report/diagnostic.ts";
import type { Span } from "../report/source.ts";
import { countAt, mapAt, namesAt, scalarAt } from "./parts.ts";

export const policyDiagnostics = defineDiagnostics({
  "lower/rule-setting": {
    severity: "warning",
    message: (p: { code: string; problem: string }) =>
      `The entry \`${p.code}\` below \`rules\` has no effect: ${p.problem}.`,
    help: "Write `area/name: off` or `area/*: info`; `error` can be set for `security/*`.",
    docs: `
\`rules\` in \`skillc.config.yaml\` sets how serious a code is, by its name or by its area:

    rules:
      security/*: error
      description/no-trigger: off

A warning or a note can become a warning, a note, or nothing. Only \`security/\` codes can be raised to errors, since
everything else that is an error keeps a skill from loading somewhere, and errors cannot be lowered. A key without a slash
names no code. Where both match, the name comes before the area.

Wrong:

    rules:
      no-trigger: off

To fix it, take the code as \`skillc check\` prints it, with its area.
`,
  },
});

/** A number of the policy, with its place. */
export interface Limit {
  readonly most: number;
  readonly span: Span;
}

/** A folder from which skills have to come. */
interface Source extends NameUse {
  /** Relative to the working directory. */
  readonly folder: string;
  /** False where the run was given other paths, so that nothing is known of it. */
  readonly isRead: boolean;
}

/** How serious a code is, or every code of an area. */
export interface SeveritySetting {
  /** `area/name` or `area/*`. */
  readonly code: string;
  readonly severity: Severity | "off";
}

/** What `skillc.config.yaml` asks of the skills of a repository. Nothing that is absent is checked. */
export interface Policy {
  /** Folders from which skills have to come: a source that holds none is an error. */
  readonly sources: readonly Source[];
  /** Skills in one source; without sources, side by side in one folder. */
  readonly maxSkills: Limit | undefined;
  /** Characters of a description, as code points. */
  readonly maxDescription: Limit | undefined;
  /** Characters of a body, as code points. */
  readonly maxBody: Limit | undefined;
  readonly maxBodyLines: Limit | undefined;
  /** Each name starts with one of them; none asks nothing. */
  readonly namePrefixes: readonly NameUse[];
  /** Names that have to be among the skills. */
  readonly expectedSkills: readonly NameUse[];
  readonly severities: readonly SeveritySetting[];
  /** What is chosen for targets, in the order of the file; checked where the targets are known. */
  readonly targetOptions: readonly WrittenOption[];
}

export const noPolicy: Policy = {
  sources: [],
  maxSkills: undefined,
  maxDescription: undefined,
  maxBody: undefined,
  maxBodyLines: undefined,
  namePrefixes: [],
  expectedSkills: [],
  severities: [],
  targetOptions: [],
};

/** What a run knows of paths. */
export interface Reach {
  /** A path of the configuration as the run names its files; absent: both lie in the working directory. */
  readonly near?: ((local: string) => string) | undefined;
  /** Paths that were read; absent: all there is. */
  readonly paths?: readonly string[] | undefined;
}

/** The policy part of a configuration. Its keys and forms have been checked. */
export function lowerPolicy({ root }: DataManifest, reach: Reach = {}): Checked<Policy> {
  const near = reach.near ?? plainPath;
  const { paths } = reach;
  const isRead = (folder: string): boolean =>
    paths === undefined || paths.some((path) => isBelow(folder, path));
  const sources = namesAt(root, "sources").map(({ name, span }) => {
    const folder = near(name);
    return { name, span, folder, isRead: isRead(folder) };
  });
  const policy = mapAt(root, "policy");
  const severities = severitiesOf(mapAt(root, "rules"));
  // A skill is missing only where everything was read that could hold it.
  const isWhole = sources.length === 0 ? isRead(near(".")) : sources.every((source) => source.isRead);
  return {
    value: {
      sources,
      maxSkills: limitAt(policy, "max_skills"),
      maxDescription: limitAt(policy, "max_description"),
      maxBody: limitAt(policy, "max_body"),
      maxBodyLines: limitAt(policy, "max_body_lines"),
      namePrefixes: namesAt(policy, "name_prefix"),
      expectedSkills: isWhole ? namesAt(policy, "expected_skills") : [],
      severities: severities.value,
      targetOptions: targetOptionsOf(mapAt(root, "targets")),
    },
    diagnostics: severities.diagnostics,
  };
}

function targetOptionsOf(targets: MapNode | undefined): readonly WrittenOption[] {
  return (targets?.entries ?? []).flatMap(({ key: target, value: options }) =>
    (options.kind === "map" ? options.entries : []).flatMap(({ key, value }) => {
      const chosen = optionValue(value);
      if (chosen === undefined) return [];
      return [{ target: nameUse(target), key: nameUse(key), value: chosen, span: value.span }];
    }),
  );
}

/** Undefined where the value has another form, which has been reported. */
function optionValue(node: Node): OptionValue | undefined {
  if (node.kind === "scalar") return typeof node.value === "string" ? node.text : undefined;
  if (node.kind === "list") return undefined;
  return Object.fromEntries(
    node.entries.flatMap(({ key, value }) => (value.kind === "scalar" ? [[key.text, value.text]] : [])),
  );
}

function nameUse({ text, span }: ScalarNode): NameUse {
  return { name: text, span };
}

function limitAt(map: MapNode | undefined, key: string): Limit | undefined {
  const most = countAt(map, key);
  const node = scalarAt(map, key);
  return most === undefined || node === undefined ? undefined : { most, span: node.span };
}

const codeForm = /^([a-z]+(?:-[a-z]+)*)\/(?:\*|[a-z0-9-]+)$/;
const severityWords: readonly string[] = ["error", "warning", "info", "off"];

function severitiesOf(map: MapNode | undefined): Checked<readonly SeveritySetting[]> {
  const value: SeveritySetting[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { key, value: node } of map?.entries ?? []) {
    const code = key.text;
    const word = node.kind === "scalar" ? node.text : "";
    // Another word has been reported with the form of the file.
    if (!isSeverity(word)) continue;
    const area = codeForm.exec(code)?.[1];
    if (area === undefined) {
      const problem = "a code is written `area/name`";
      diagnostics.push(policyDiagnostics.create("lower/rule-setting", key.span, { code, problem }));
    } else if (word === "error" && area !== "security") {
      const problem = "only codes of `security/` can be raised to errors";
      diagnostics.push(policyDiagnostics.create("lower/rule-setting", node.span, { code, problem }));
    } else value.push({ code, severity: word });
  }
  return { value, diagnostics };
}

function isSeverity(word: string): word is SeveritySetting["severity"] {
  return severityWords.includes(word);
}

/** True where a path is a folder or lies below it; `.` holds all that lies not above it. */
export function isBelow(path: string, folder: string): boolean {
  if (folder === ".") return path !== ".." && !path.startsWith("../") && !path.startsWith("/");
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** Without `.`, `..` inside, and doubled slashes. */
function plainPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.length === 0 ? "." : parts.join("/");
}
