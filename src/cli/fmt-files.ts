import { isDeepStrictEqual } from "node:util";
import { frontMatter as portableFrontMatter } from "../target/skill-md.ts";
import { notesOfForm } from "../../targets/agent-skills/notes.ts";
import { yaml2 } from "../clients/yaml/yaml2.ts";
import type { Analysis } from "../compile.ts";
import { lowerAbout } from "../lower/about.ts";
import { needsGuardLanguage } from "../lower/guard.ts";
import { textAt } from "../lower/parts.ts";
import { splitFrontMatter } from "../manifest/front-matter.ts";
import { layoutDiagnostics, layOutSkillMd } from "../manifest/layout.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { MapNode } from "../manifest/node.ts";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { firstLine, sourceFile } from "../report/source.ts";
import type { Rule, Subject } from "../rules/rule.ts";
import type { Mended } from "./fix.ts";

/** How front matter is written: as its author has it, in order, or in the one form that every loader reads alike. */
export type FmtDialect = "plain" | "portable";

type Changed = Mended["changed"][number];

/** The rules on what front matter is; nothing else keeps it from being laid out. */
export function formRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(({ id }) => /^(?:manifest|name|description)\//.test(id));
}

/** The errors that keep a file as it is: what stands in the body is not touched, and so does not matter. */
export function errorsOfLayout(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code, severity, span }) => {
    // Metadata that is no text is clear enough to lay out, and text in the portable form.
    if (severity !== "error" || code === "manifest/metadata") return false;
    const { yaml, body } = splitFrontMatter(span.file).value;
    return code === "manifest/encoding" || yaml === undefined || span.start < body.start;
  });
}

/** The files that are laid out otherwise than they stand. */
export function formatAll(
  { subjects }: Pick<Analysis, "subjects">,
  errors: readonly Diagnostic[],
  dialect: FmtDialect,
): Checked<readonly Changed[]> {
  const broken = new Set(errors.map(({ span }) => span.file.path));
  const diagnostics: Diagnostic[] = [];
  const changed = subjects.flatMap((subject): Changed[] => {
    const before = subject.manifest.source.skillMd;
    if (before === undefined || broken.has(before.path)) return [];
    const formatted = formatOne(before, subject, dialect);
    diagnostics.push(...formatted.diagnostics);
    return formatted.value === before.text ? [] : [{ before, after: rewritten(before, formatted.value) }];
  });
  return { value: changed, diagnostics };
}

/** Contracts whose guards are written otherwise. The guard language is loaded only where there is one. */
export async function formatGuards(
  { subjects }: Pick<Analysis, "subjects">,
  errors: readonly Diagnostic[],
): Promise<readonly Changed[]> {
  const broken = new Set(errors.map(({ span }) => span.file.path));
  const guarded = subjects.filter(({ manifest }) => needsGuardLanguage(manifest));
  if (guarded.length === 0) return [];
  const { layOutGuards } = await import("./fmt-guards.ts");
  return guarded.flatMap(({ manifest }): Changed[] => {
    const before = manifest.source.contract;
    if (before === undefined || broken.has(before.path)) return [];
    const text = layOutGuards(before, manifest);
    return text === before.text ? [] : [{ before, after: rewritten(before, text) }];
  });
}

function formatOne(file: SourceFile, { manifest }: Subject, dialect: FmtDialect): Checked<string> {
  const { frontMatter } = manifest;
  if (frontMatter === undefined) return { value: file.text, diagnostics: [] };
  if (dialect === "portable") return portableSkillMd(file, manifest);
  const laidOut = layOutSkillMd(file, frontMatter);
  if (laidOut.value === file.text || saysTheSame(file, rewritten(file, laidOut.value))) return laidOut;
  return asItIs(file);
}

/** What loaders refuse, or read otherwise than their author meant, is for `check --fix` to mend first. */
function asItIs(file: SourceFile): Checked<string> {
  const because = "YAML readers take it for different values";
  const kept = layoutDiagnostics.create("manifest/layout-kept", firstLine(file), { because });
  return { value: file.text, diagnostics: [kept] };
}

/** The contract beside the file stays where it is; only what the file itself says is written anew. */
function portableSkillMd(file: SourceFile, manifest: SkillManifest): Checked<string> {
  const name = textAt(manifest.frontMatter, "name");
  const description = textAt(manifest.frontMatter, "description");
  const { body } = manifest;
  if (name === undefined || description === undefined || body === undefined) {
    return { value: file.text, diagnostics: [] };
  }
  if (!isReadAlike(file, manifest.frontMatter)) return asItIs(file);
  const about = lowerAbout({ ...manifest, contract: undefined });
  return {
    value: portableFrontMatter({ name, description, about }) + body.text,
    diagnostics: [...notesOfForm(about, body.text, body.span)],
  };
}

/** By a YAML library that knows nothing of our own reading. */
function saysTheSame(before: SourceFile, after: SourceFile): boolean {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return old !== undefined && isDeepStrictEqual(old, now) && bodyOf(before) === bodyOf(after);
}

/** Whether that library reads the texts at the top as we do. */
function isReadAlike(file: SourceFile, frontMatter: MapNode | undefined): boolean {
  const fields = fieldsOf(file);
  const texts = (frontMatter?.entries ?? []).filter(
    ({ value }) => value.kind === "scalar" && typeof value.value === "string",
  );
  return texts.every(({ key, value }) => value.kind === "scalar" && fields?.get(key.text) === value.value);
}

function fieldsOf(file: SourceFile): ReadonlyMap<unknown, unknown> | undefined {
  const { yaml } = splitFrontMatter(file).value;
  const reading = yaml2(yaml === undefined ? "" : file.text.slice(yaml.start, yaml.end));
  return reading.kind === "fields" ? reading.fields : undefined;
}

function bodyOf(file: SourceFile): string {
  return file.text.slice(splitFrontMatter(file).value.body.start);
}

function rewritten(file: SourceFile, text: string): SourceFile {
  const { path, mode } = file;
  return sourceFile({ path, bytes: new TextEncoder().encode(text), ...(mode === undefined ? {} : { mode }) });
}
