import { check } from "../compile.ts";
import type { Analysis, Inputs } from "../compile.ts";
import { largest } from "../diff/change.ts";
import type { Placed, SkillDiff } from "../diff/trees.ts";
import { diffTrees, versionProblem } from "../diff/trees.ts";
import { gradeOf } from "../ir/estimate.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { placeOf } from "../report/json.ts";
import type { SourceFile } from "../report/source.ts";
import type { InputOptions } from "./config.ts";
import { loadRun } from "./config.ts";
import { shown } from "./load.ts";
import { diagnosticsJson, hasErrors, paint, printJson, printProblems } from "./output.ts";
import { print } from "./print.ts";

export interface DiffFlags extends InputOptions {
  readonly format: "text" | "json";
  readonly quiet: boolean;
}

/** `skillc diff OLD NEW`: what changed for who uses the skills. Exit status 1 where a version does not allow it. */
export async function runDiff(before: string, after: string, flags: DiffFlags): Promise<number> {
  const { countTokens } = await import("./tokens.ts");
  const [old, now] = [await side(before, flags), await side(after, flags)];
  const diffs = diffTrees(
    placed(old, before, countTokens),
    placed(now, after, countTokens),
    now.analysis.setting.catalogue,
  );
  const read = [...old.diagnostics, ...now.diagnostics];
  const refused = diffs.map(versionProblem).filter((problem) => problem !== undefined);
  if (flags.format === "json") {
    await printJson({
      version: 1,
      verdict: largest(diffs.map(({ bump }) => bump)),
      allowed: refused.length === 0,
      skills: diffs.map(skillJson),
      ...diagnosticsJson([...read, ...diffs.flatMap(diagnosticsOf), ...refused]),
    });
  } else {
    printProblems([...read, ...refused], flags.quiet);
    await print(diffText(diffs, flags.quiet));
  }
  return hasErrors(read) || refused.length > 0 ? 1 : 0;
}

interface Side {
  readonly analysis: Analysis;
  readonly inputs: Inputs;
  readonly diagnostics: readonly Diagnostic[];
}

async function side(path: string, flags: DiffFlags): Promise<Side> {
  const { loaded, inputs } = await loadRun([path], flags);
  const analysis = await check(loaded.files, { ...inputs, rules: [], knownTargets: [] });
  // The two sides share agent and tools, and what is wrong with a skill's text is for `check` to say.
  const errors = analysis.diagnostics.filter(({ severity }) => severity === "error");
  return { analysis, inputs, diagnostics: [...loaded.diagnostics, ...errors] };
}

function placed(
  { analysis, inputs }: Side,
  path: string,
  countTokens: (text: string) => number,
): readonly Placed[] {
  const root = shown(path);
  const read = inputs.read ?? ((): undefined => undefined);
  return analysis.programs
    .filter(({ whole }) => whole === undefined)
    .flatMap((program) => {
      const [skill] = program.skills;
      if (skill === undefined) return [];
      const { source } = analysis.subjects.find((subject) => subject.skill === skill)?.manifest ?? {};
      if (source === undefined) return [];
      const own = [source.skillMd, source.contract].filter((file) => file !== undefined);
      const siblings = source.siblings.map(
        ({ path: place, file }) => `${place}\n${textOf(read(file) ?? file)}`,
      );
      const { id } = skill;
      return [
        {
          skill,
          grade: gradeOf(program.term, countTokens),
          content: [...own.map((file) => `${nameOf(file.path)}\n${file.text}`), ...siblings].join("\0"),
          place: id === root ? "." : id.startsWith(`${root}/`) ? id.slice(root.length + 1) : id,
        },
      ];
    });
}

/** The text of a file; its size where it is not read. */
function textOf(file: SourceFile): string {
  return file.bytes === undefined ? String(file.size) : file.text;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function diagnosticsOf({ changes }: SkillDiff): readonly Diagnostic[] {
  return changes.map(({ diagnostic }) => diagnostic);
}

function skillJson({ before, after, changes, bump, permission }: SkillDiff): unknown {
  const version = (one: Placed | undefined): unknown =>
    one === undefined
      ? null
      : { name: one.skill.name, version: one.skill.version ?? null, file: one.skill.file };
  return {
    name: (after ?? before)?.skill.name,
    status:
      before === undefined ? "added" : after === undefined ? "removed" : bump === "none" ? "same" : "changed",
    before: version(before),
    after: version(after),
    verdict: bump,
    allowed: permission.allowed,
    ...(permission.allowed ? {} : { least: permission.least ?? null }),
    changes: changes.map((change) => {
      const { file, line } = placeOf(change.diagnostic.span);
      return {
        kind: change.diagnostic.code.replace(/^diff\//, ""),
        verdict: change.bump,
        message: change.diagnostic.message,
        ...(change.witness === undefined ? {} : { witness: change.witness.value }),
        file,
        line,
      };
    }),
  };
}

function diffText(diffs: readonly SkillDiff[], quiet: boolean): string {
  const changed = diffs.filter(({ bump }) => bump !== "none");
  const blocks = changed.map(({ before, after, changes, bump, permission }) => {
    const name = (after ?? before)?.skill.name ?? "";
    const versions = [before, after].map((one) => one?.skill.version ?? "no version");
    const step = before === undefined || after === undefined ? "" : ` (${versions.join(" to ")})`;
    const refused = permission.allowed ? "" : `, ${paint("error", "not allowed")}`;
    const head = `${paint("strong", name)}${step}: ${bump}${refused}\n`;
    const lines = changes
      .filter((change) => !quiet || change.bump === "major")
      .map((change) => {
        const { file, line } = placeOf(change.diagnostic.span);
        const style = change.bump === "major" ? "warning" : "info";
        return `  ${paint(style, change.bump)} ${change.diagnostic.message}\n    ${paint("place", "-->")} ${file}:${line}\n`;
      });
    return head + lines.join("");
  });
  const verdict = largest(diffs.map(({ bump }) => bump));
  const count = `${diffs.length} ${diffs.length === 1 ? "skill" : "skills"}, ${changed.length} changed: ${verdict}\n`;
  return [...blocks, count].join(blocks.length === 0 ? "" : "\n");
}
