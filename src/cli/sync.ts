import { join, relative, resolve } from "node:path";
import { agentSkills } from "../../targets/agent-skills/index.ts";
import { targets } from "../../targets/index.ts";
import { scopes } from "../clients/scopes.ts";
import type { Analysis, EmittedFile } from "../compile.ts";
import { compile } from "../compile.ts";
import type { Skill } from "../ir/skill.ts";
import { marksSkill } from "../manifest/discover.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { sortDiagnostics } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { firstLine, sourceFile } from "../report/source.ts";
import { syncDiagnostics } from "../rules/client/synced.ts";
import { rules } from "../rules/index.ts";
import type { ClientForm } from "../target/target.ts";
import { clientForm } from "./client-forms.ts";
import { clientsNamed } from "./clients.ts";
import { loadRun } from "./config.ts";
import { shown } from "./load.ts";
import { diagnosticsJson, hasErrors, headline, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";
import type { Marker, NewFile } from "./sync-disk.ts";
import {
  exchanging,
  kindAt,
  linkOutOf,
  markerName,
  namesIn,
  readMarker,
  readSource,
  realPath,
} from "./sync-disk.ts";
import type { Action, Plan, Step, Wanted } from "./sync-plan.ts";
import { planSync } from "./sync-plan.ts";
import { UsageError } from "./usage.ts";

export interface SyncFlags {
  readonly to: string;
  readonly client?: string | undefined;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly format: "text" | "json";
  readonly quiet: boolean;
}

/** `skillc sync`: the skills of the paths as folders of a client, written, brought up to date and swept. */
export async function runSync(paths: readonly string[], flags: SyncFlags): Promise<number> {
  const form = formNamed(flags.client);
  const target = form === undefined ? agentSkills : (agentSkills.forClient?.(form) ?? agentSkills);
  const base = realPath(flags.to);
  const root = realPath(join(base, form?.folder ?? ""));
  const { loaded, inputs } = await loadRun(paths, {});
  const sources = withoutWritten(loaded.files, root);
  const { analysis, files } = await compile(sources, {
    ...inputs,
    rules,
    knownTargets: targets,
    targets: [target],
  });
  const outside = outsideNote(base, form?.folder ?? "");
  const { plan, notes } =
    outside === undefined
      ? reading(root, () => planFor({ root, base, form }, analysis, files, paths, flags.force))
      : { plan: { steps: [], diagnostics: [] }, notes: [outside] };
  const diagnostics = sortDiagnostics([
    ...loaded.diagnostics,
    ...analysis.diagnostics,
    ...plan.diagnostics,
    ...notes,
  ]);
  if (!flags.dryRun) carryOut(plan.steps, base, root);
  await report(plan, root, analysis, diagnostics, flags);
  return hasErrors(diagnostics) ? 1 : 0;
}

/** What the file system does not let us see is no bug of ours. */
function reading<T>(root: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new UsageError(`${JSON.stringify(root)} cannot be read: ${error.message}`);
  }
}

function formNamed(name: string | undefined): ClientForm | undefined {
  if (name === undefined) return undefined;
  const [client, ...more] = clientsNamed([name]);
  if (client === undefined || more.length > 0)
    throw new UsageError("name one client: a folder is written for one");
  const form = clientForm(client);
  if (form.folder === "") throw new UsageError(`${client.title} looks for skills in no folder`);
  return form;
}

function outsideNote(base: string, below: string): Diagnostic | undefined {
  const link = linkOutOf(base, below);
  if (link === undefined) return undefined;
  const place = firstLine(sourceFile({ path: shown(link), kind: "link" }));
  return syncDiagnostics.create("client/sync-outside", place, { link: shown(link), folder: shown(base) });
}

/** Where a run writes: the folder of a client below the one that was named. */
interface Destination {
  readonly root: string;
  readonly base: string;
  readonly form: ClientForm | undefined;
}

/** What an earlier run wrote is no source. */
function withoutWritten(files: readonly SourceFile[], root: string): readonly SourceFile[] {
  const written = new Set(namesIn(root).filter((name) => readMarker(join(root, name)) !== undefined));
  const before = shown(root) === "." ? "" : `${shown(root)}/`;
  return files.filter(({ path }) => {
    const [name = ""] = path.slice(before.length).split("/");
    return !path.startsWith(before) || !written.has(name);
  });
}

function planFor(
  { root, base, form }: Destination,
  analysis: Analysis,
  files: readonly EmittedFile[],
  paths: readonly string[],
  force: boolean,
): { readonly plan: Plan; readonly notes: readonly Diagnostic[] } {
  const notes: Diagnostic[] = [];
  const wanted = wantedSkills(root, form, analysis, files, notes);
  const read = (paths.length === 0 ? ["."] : paths).map((path) => resolve(path));
  // A skill with an error is not written, and what was written of it before stays until it is mended.
  const isStale = ({ source }: Marker): boolean => {
    const from = resolve(root, source);
    const subject = analysis.subjects.find(({ skill }) => resolve(skill.id) === from);
    if (subject !== undefined) return !subject.skill.enabled;
    return read.some((path) => isBelow(from, path)) && !namesIn(from).some(marksSkill);
  };
  const plan = planSync(root, wanted, { isStale, force });
  return { plan, notes: [...notes, ...shadowNotes(wanted, form, base)] };
}

function isBelow(path: string, folder: string): boolean {
  const inside = relative(resolve(folder), resolve(path));
  return inside === "" || !/^\.\.(?:[\\/]|$)/.test(inside);
}

/** The emitted files by folder, with their bytes. */
function wantedSkills(
  root: string,
  form: ClientForm | undefined,
  analysis: Analysis,
  emitted: readonly EmittedFile[],
  notes: Diagnostic[],
): readonly Wanted[] {
  const before = form === undefined ? "" : `${form.folder}/`;
  return analysis.programs.flatMap((program) => {
    const [skill] = program.skills;
    const own = emitted.filter((file) => file.skill === program.name);
    const [first] = own;
    if (skill === undefined || first === undefined || program.whole === true) return [];
    const [name = ""] = first.path.slice(before.length).split("/");
    const files = contentsOf(own, `${before}${name}/`, skill, notes);
    if (files === undefined) return [];
    const source = relative(root, skill.id).replaceAll("\\", "/");
    return [{ name, source, file: fileOf(skill, analysis), files }];
  });
}

function contentsOf(
  files: readonly EmittedFile[],
  folder: string,
  skill: Skill,
  notes: Diagnostic[],
): ReadonlyMap<string, NewFile> | undefined {
  const contents = new Map<string, NewFile>();
  let isWhole = true;
  for (const { path, text, copyOf } of files) {
    const inner = path.slice(folder.length);
    // The source may have been written by a run of its own.
    if (inner === markerName) continue;
    const content =
      copyOf === undefined ? { bytes: Buffer.from(text), executable: false } : readSource(copyOf, skill.id);
    if (typeof content !== "string") contents.set(inner, content);
    else {
      isWhole = false;
      const parameters = { file: inner, name: skill.name, because: content };
      notes.push(syncDiagnostics.create("client/sync-copy", skill.spans.whole, parameters));
    }
  }
  return isWhole ? contents : undefined;
}

function fileOf(skill: Skill, { subjects }: Analysis): SourceFile {
  const subject = subjects.find((candidate) => candidate.skill === skill);
  return subject?.manifest.file ?? skill.spans.whole.file;
}

/** Skills of the same name where the client looks, too. */
function shadowNotes(
  wanted: readonly Wanted[],
  form: ClientForm | undefined,
  to: string,
): readonly Diagnostic[] {
  if (form === undefined) return [];
  const folders = Object.entries(scopes).find(([name]) => name === form.name)?.[1].project ?? [];
  return wanted.flatMap(({ name, file }) =>
    folders
      .filter((folder) => folder !== form.folder && kindAt(join(to, folder, name)) !== undefined)
      .map((folder) => {
        const parameters = { name, client: form.title, other: shown(join(to, folder, name)) };
        return syncDiagnostics.create("client/sync-shadowed", firstLine(file), parameters);
      }),
  );
}

/** Nothing is touched where nothing is to be done. */
function carryOut(steps: readonly Step[], base: string, root: string): void {
  const due = steps.filter(({ action }) => action !== "unchanged" && action !== "refuse");
  if (due.length === 0) return;
  exchanging(base, root, ({ put, remove }) => {
    for (const { action, name, files } of due) {
      if (action === "remove") remove(join(root, name));
      else put(join(root, name), files);
    }
  });
}

const verbs: Readonly<Record<Action, readonly [done: string, planned: string]>> = {
  create: ["created", "would create"],
  update: ["updated", "would update"],
  remove: ["removed", "would remove"],
  unchanged: ["unchanged", "unchanged"],
  refuse: ["refused", "would refuse"],
};

async function report(
  { steps }: Plan,
  root: string,
  { subjects }: Analysis,
  diagnostics: readonly Diagnostic[],
  { format, quiet, dryRun, client }: SyncFlags,
): Promise<void> {
  if (format === "json") {
    await printJson({
      version: 1,
      to: shown(root),
      ...(client === undefined ? {} : { client }),
      dryRun,
      skills: steps.map(({ action, name, files }) => ({
        name,
        path: shown(join(root, name)),
        action,
        files: [...files.keys()].toSorted(),
      })),
      ...diagnosticsJson(diagnostics),
    });
    return;
  }
  printProblems(diagnostics, quiet);
  const lines = steps
    .filter(({ action }) => action !== "unchanged")
    .map(({ action, name }) => `${verbs[action][dryRun ? 1 : 0]} ${shown(join(root, name))}\n`);
  const counts = (Object.keys(verbs) as Action[]).flatMap((action) => {
    const count = steps.filter((step) => step.action === action).length;
    return count === 0 ? [] : [`${count} ${verbs[action][0]}`];
  });
  const summary = counts.length === 0 ? "nothing to write" : counts.join(", ");
  await print(
    `${quiet ? "" : lines.join("")}${headline(subjects.length, diagnostics)}; ${summary}${dryRun ? " (dry run)" : ""}\n`,
  );
}
