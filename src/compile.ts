import type { Asked } from "./evidence/scripts.ts";
import { mayHoldEvidence } from "./evidence/scripts.ts";
import type { Device } from "./ir/device.ts";
import { supportOf } from "./ir/feature.ts";
import type { Program } from "./ir/program.ts";
import type { Skill } from "./ir/skill.ts";
import type { DataFiles } from "./lower/data.ts";
import { lowerData } from "./lower/data.ts";
import { fieldsOf } from "./lower/fields.ts";
import { programsOf } from "./lower/program.ts";
import { isOff, withSeverities } from "./lower/severity.ts";
import { needsGuardLanguage, noGuardLanguage } from "./lower/guard.ts";
import { lowerSkill } from "./lower/skill.ts";
import type { Shard } from "./lower/shard.ts";
import { diagnosticsOfShard, isInShard } from "./lower/shard.ts";
import { mostTokensIn, recommendedTokens } from "./lower/token-bound.ts";
import type { GuardLanguage } from "./lower/guard.ts";
import { groupSkills } from "./manifest/discover.ts";
import type { SkillManifest } from "./manifest/manifest.ts";
import { readSkills, siblingParser } from "./manifest/on-demand.ts";
import type { Judgement } from "./portability/judgement.ts";
import { judgeAndRepair } from "./portability/repairs.ts";
import type { BaselineScope } from "./report/baseline.ts";
import { applyBaselines, baselineName } from "./report/baseline.ts";
import type { Checked, Diagnostic } from "./report/diagnostic.ts";
import { sortDiagnostics } from "./report/diagnostic.ts";
import type { SourceFile } from "./report/source.ts";
import { suppress } from "./report/suppress.ts";
import type { Rule, Setting, Subject } from "./rules/rule.ts";
import type { Accounted, Loss } from "./target/loss.ts";
import { lossesOf } from "./target/loss.ts";
import { optionsOf } from "./target/options.ts";
import type { OutputFile, Target } from "./target/target.ts";

/** What a run is given beside the skills, each only when named. */
export interface Inputs extends DataFiles {
  /** Gives a listed sibling its bytes; files that were listed without bytes stay unread where this is absent. */
  readonly read?: ((file: SourceFile) => SourceFile | undefined) | undefined;
  /** Loads a tokenizer; called only where a prompt is long enough for its tokens to matter. */
  readonly tokenizer?: (() => Promise<(text: string) => number>) | undefined;
  /** Clients that the run is asked about by name. */
  readonly clients?: readonly string[] | undefined;
  /** Only the skills of this part are checked and reported; the others are known, for what is said of all together. */
  readonly shard?: Shard | undefined;
  /** True where the run shows what fences and prose are seen to do, although the skill declares no effect. */
  readonly inspected?: boolean | undefined;
  /** The day of the run, as `2026-11-30`, for comments that silence up to a day; without it none expires. */
  readonly today?: string | undefined;
}

export interface Options extends Inputs {
  readonly rules: readonly Rule[];
  /** Every target there is. */
  readonly knownTargets: readonly Target[];
  /** Those to compile for; none for a plain check. */
  readonly targets?: readonly Target[] | undefined;
  /** False: nobody reads the files, so their text is not laid out. */
  readonly layOut?: boolean | undefined;
}

/** The skills of a run, read, lowered and judged by every rule. */
export interface Analysis {
  readonly subjects: readonly Subject[];
  readonly setting: Setting;
  /** One for each enabled skill, and one for an agent with `skills:`. */
  readonly programs: readonly Program[];
  /** What is reported: neither silenced by a comment nor accepted by a baseline. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the baselines of the skills accept. */
  readonly accepted: readonly Diagnostic[];
}

/** A file of one target; `skill` is the program that it belongs to, `path` is below `out/<target>/`. */
export interface EmittedFile extends OutputFile {
  readonly target: string;
  readonly skill: string;
}

/** Reads, lowers and checks. Shapes: any files in, every problem out; nothing stops at the first. */
export async function check(files: readonly SourceFile[], options: Options): Promise<Analysis> {
  const analysis = settle(await analyse(files, options), options);
  return options.shard === undefined ? analysis : partOf(analysis, options.shard);
}

/** What one shard reports. The reports of all shards together are that of a run without any. */
function partOf(analysis: Analysis, shard: Shard): Analysis {
  const skills = analysis.subjects.map(({ skill }) => skill);
  return {
    ...analysis,
    subjects: analysis.subjects.filter(({ skill }) => isInShard(skill.id, shard)),
    programs: analysis.programs.filter(({ skills: mounted }) =>
      mounted.every(({ id }) => isInShard(id, shard)),
    ),
    diagnostics: diagnosticsOfShard(analysis.diagnostics, skills, shard),
    accepted: diagnosticsOfShard(analysis.accepted, skills, shard),
  };
}

/** Everything that is found, before comments and baselines are heard. */
async function analyse(files: readonly SourceFile[], options: Options): Promise<Analysis> {
  const manifests = await readSkills(groupSkills(files));
  const language = await guardLanguage(manifests.map(({ value }) => value));
  const read = readerOf(options);
  const lowered = await withEvidence(
    manifests.map(({ value }) => value),
    manifests.map(({ value }) => lowerSkill(value, language, read)),
    read,
    options.inspected,
  );
  const inputs = await lowerData(options);
  const setting: Setting = {
    ...inputs.value,
    targets: options.targets ?? [],
    knownTargets: options.knownTargets,
    read,
    clients: new Set(options.clients),
    parseYaml: await siblingParser(manifests.map(({ value }) => value.source)),
    countTokens: await tokenizerFor(
      manifests.map(({ value }) => value),
      options,
    ),
  };
  const subjects = manifests.map(({ value }, i) => subjectOf(value, lowered[i]));
  const programs = programsOf(
    subjects.map(({ skill }) => skill),
    setting.agent,
    setting.catalogue,
  );
  return {
    subjects,
    setting,
    programs: programs.value,
    accepted: [],
    // What the configuration raises to an error keeps a skill from being emitted, and no comment silences it.
    diagnostics: withSeverities(
      [
        ...inputs.diagnostics,
        ...manifests.flatMap(({ diagnostics }) => diagnostics),
        ...lowered.flatMap(({ diagnostics }) => diagnostics),
        ...programs.diagnostics,
        ...applyRules(options.rules, subjects, setting, options.shard),
      ],
      setting.policy.severities,
    ),
  };
}

/** Takes out what comments silence and baselines accept, and puts the rest in order. */
function settle(analysis: Analysis, { today }: Inputs, notes: readonly Diagnostic[] = []): Analysis {
  const { subjects, setting } = analysis;
  const { severities } = setting.policy;
  const found = [...analysis.diagnostics, ...withSeverities(notes, severities)];
  const manifests = subjects.flatMap(({ manifest: { source } }) => [source.skillMd, source.contract]);
  const files = new Set([
    ...manifests.filter((file) => file !== undefined),
    ...found.map(({ span }) => span.file),
  ]);
  const heard = suppress(found, [...files], { today, isOff: (code) => isOff(code, severities) });
  const based = subjects.filter(({ manifest }) => baselineOf(manifest) !== undefined);
  const { reported, accepted } = applyBaselines(heard, baselineScopes(based, setting));
  return { ...analysis, diagnostics: sortDiagnostics(reported), accepted };
}

/** The skills of a run with their baselines, where they have one. */
export function baselineScopes(subjects: readonly Subject[], { read }: Setting): readonly BaselineScope[] {
  return subjects.map(({ manifest, skill }) => {
    const listed = baselineOf(manifest);
    return {
      folder: manifest.source.folder,
      paths: new Set(skill.files),
      baseline: listed === undefined ? undefined : read(listed),
    };
  });
}

function baselineOf({ source }: SkillManifest): SourceFile | undefined {
  return source.siblings.find(({ path }) => path === baselineName)?.file;
}

/** Checks, then emits every program without errors to every target that can carry it. */
export async function compile(
  files: readonly SourceFile[],
  options: Options,
): Promise<{
  readonly analysis: Analysis;
  readonly files: readonly EmittedFile[];
  readonly losses: readonly Loss[];
}> {
  const analysis = await analyse(files, options);
  const layOut =
    options.layOut === false
      ? (outputs: readonly OutputFile[]) => outputs
      : (await import("./target/format.ts")).layOut;
  const broken = brokenFiles(analysis.diagnostics);
  const sound = analysis.programs.filter((program) => !isBroken(program, broken));
  const emitted: EmittedFile[] = [];
  const chosen = optionsOf(analysis.setting.policy.targetOptions, options.knownTargets);
  const notes: Diagnostic[] = [...chosen.diagnostics];
  const losses: Loss[] = [];
  for (const target of analysis.setting.targets) {
    const wanted = chosen.value.get(target.name);
    for (const program of sound.filter((candidate) => carries(target, candidate))) {
      notes.push(...(target.notes?.(program, wanted) ?? []));
      const outputs = await layOut(target.emit(program, wanted));
      emitted.push(...outputs.map((file) => ({ ...file, target: target.name, skill: program.name })));
    }
    for (const skill of accounted(analysis, target, broken)) {
      const lost = lossesOf(target, skill, wanted);
      losses.push(...lost.losses);
      notes.push(...lost.notes);
    }
  }
  return { analysis: settle(analysis, options, notes), files: emitted, losses };
}

/** Judges every skill on every device: skills in the order of their folders, devices as they are given. */
export async function portable(
  files: readonly SourceFile[],
  options: Options & { readonly target?: Target | undefined },
): Promise<{ readonly analysis: Analysis; readonly results: readonly Judgement[] }> {
  const analysis = await check(files, { ...options, devices: [] });
  const devices = await lowerData({ devices: options.devices });
  const results = analysis.programs.flatMap((program) =>
    devices.value.devices.map((device) => {
      const target = options.target ?? targetOf(device, options.knownTargets);
      return judgeAndRepair(program, device, target);
    }),
  );
  const diagnostics = sortDiagnostics([...analysis.diagnostics, ...devices.diagnostics]);
  return { analysis: { ...analysis, diagnostics }, results };
}

/** Code is read, and its parsers are loaded, only where a skill has some. */
async function withEvidence(
  manifests: readonly SkillManifest[],
  lowered: readonly Checked<Skill>[],
  read: Setting["read"],
  inspected: boolean | undefined,
): Promise<readonly Checked<Skill>[]> {
  const asked = manifests.map((manifest, i): Asked => ({
    manifest,
    text: inspected === true || lowered[i]?.value.effectHint !== undefined,
  }));
  if (!asked.some(mayHoldEvidence)) return lowered;
  const { evidenceOf } = await import("./evidence/evidence.ts");
  const found = await evidenceOf(asked, read);
  return lowered.map(({ value, diagnostics }, i) => {
    const hooks = value.evidence.filter(({ from }) => from !== "script");
    return { value: { ...value, evidence: [...(found[i] ?? []), ...hooks] }, diagnostics };
  });
}

/** The chevrotain grammar is loaded only where a skill has a guard. */
async function guardLanguage(manifests: readonly SkillManifest[]): Promise<GuardLanguage> {
  if (!manifests.some(needsGuardLanguage)) return noGuardLanguage;
  const [{ parseGuard }, { checkPredicate }] = await Promise.all([
    import("../grammar/parse.ts"),
    import("./guard/check.ts"),
  ]);
  return { parseGuard, checkPredicate };
}

/** Every file is read once, whatever the number of rules that ask for it. */
function readerOf({ read }: Inputs): Setting["read"] {
  const known = new Map<SourceFile, SourceFile | undefined>();
  return (file) => {
    if (file.bytes !== undefined) return file;
    if (!known.has(file)) known.set(file, read?.(file));
    return known.get(file);
  };
}

async function tokenizerFor(
  manifests: readonly SkillManifest[],
  { tokenizer }: Inputs,
): Promise<Setting["countTokens"]> {
  const isLong = manifests.some(
    ({ body }) =>
      body !== undefined &&
      mostTokensIn(body.span.file, body.span.start, body.span.end, recommendedTokens) > recommendedTokens,
  );
  return isLong ? tokenizer?.() : undefined;
}

function subjectOf(manifest: SkillManifest, lowered: Checked<Subject["skill"]> | undefined): Subject {
  if (lowered === undefined) throw new Error(`skillc: ${manifest.source.folder} was read but not lowered`);
  return { manifest, skill: lowered.value };
}

/** Skill by skill, so that what the rules share of one is still at hand. The order is made by `settle`. */
function applyRules(
  rules: readonly Rule[],
  subjects: readonly Subject[],
  setting: Setting,
  shard: Shard | undefined,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const rule of rules) {
    if (rule.checkAll !== undefined) found.push(...rule.checkAll(subjects, setting));
  }
  const single = rules.filter(({ check: checkOne }) => checkOne !== undefined);
  const own = shard === undefined ? subjects : subjects.filter(({ skill }) => isInShard(skill.id, shard));
  for (const subject of own) {
    for (const rule of single) {
      for (const diagnostic of rule.check?.(subject, setting) ?? none) found.push(diagnostic);
    }
  }
  return found;
}

const none: readonly Diagnostic[] = [];

function brokenFiles(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(
    diagnostics.filter(({ severity }) => severity === "error").map(({ span }) => span.file.path),
  );
}

/** An error in any file that a skill is made of keeps every program with that skill from being emitted. */
function isBroken(program: Program, broken: ReadonlySet<string>): boolean {
  const agentFile = program.agent.span?.file.path;
  if (agentFile !== undefined && broken.has(agentFile)) return true;
  return program.skills.some((skill) => skill.files.some((path) => broken.has(path)));
}

function carries(target: Target, program: Program): boolean {
  return program.skills.every((skill) => supportOf(skill.features, target.supports).unsupported.length === 0);
}

/** Every skill of a run, with why a target has no file of it. An agent with `skills:` has no fields of its own. */
function accounted(
  { subjects, programs }: Analysis,
  target: Target,
  broken: ReadonlySet<string>,
): readonly Accounted[] {
  const alone = new Map(programs.filter(({ whole }) => whole !== true).map((each) => [each.skills[0], each]));
  return subjects.map(({ manifest, skill }) => {
    const program = alone.get(skill);
    return {
      name: program?.name ?? skill.id,
      skill,
      fields: fieldsOf(manifest),
      leftOut: leftOut(program, target, broken),
    };
  });
}

function leftOut(
  program: Program | undefined,
  target: Target,
  broken: ReadonlySet<string>,
): string | undefined {
  if (program === undefined) return "the skill says `enabled: false`";
  if (isBroken(program, broken)) return "the skill has errors";
  const [lacking] = program.skills.flatMap((skill) => supportOf(skill.features, target.supports).unsupported);
  if (lacking === undefined) return undefined;
  const support = target.supports[lacking.feature];
  return support.level === "full" ? undefined : support.because;
}

/** The target that a device names, where there is one of that name. */
function targetOf(device: Device, targets: readonly Target[]): Target | undefined {
  return targets.find(({ name }) => name === device.target);
}
