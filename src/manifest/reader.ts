import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import { span } from "../report/source.ts";
import type { SourceFile } from "../report/source.ts";
import { checkCharacters } from "./characters.ts";
import { checkFile } from "./file.ts";
import { splitFrontMatter } from "./front-matter.ts";
import type { DataManifest, SkillManifest, SkillSource } from "./manifest.ts";
import type { MapNode, Node } from "./node.ts";
import { readPlain } from "./plain.ts";
import type { DataKind } from "./shape.ts";
import { checkDataShape, notAMapping } from "./shape.ts";
import { clashes } from "./clash.ts";

/** Reads a range of a file as one YAML document. */
export type YamlParser = (file: SourceFile, start: number, end: number) => Checked<Node | undefined>;

/** `readSkill` with a parser. */
export function readSkillBy(parse: YamlParser, source: SkillSource): Checked<SkillManifest> {
  const file = source.skillMd ?? source.contract;
  if (file === undefined) throw new Error(`skillc: ${source.folder} was grouped as a skill without a file`);
  const body = source.skillMd === undefined ? nothing : readSkillMd(parse, source.skillMd);
  const contract = source.contract === undefined ? noMap : readMap(parse, source.contract);
  const value: SkillManifest = {
    source,
    file,
    frontMatter: body.value.frontMatter,
    body: body.value.body,
    contract: contract.value,
  };
  return { value, diagnostics: [...body.diagnostics, ...contract.diagnostics, ...clashes(value)] };
}

/** `readData` with a parser. */
export function readDataBy(parse: YamlParser, file: SourceFile, kind: DataKind): Checked<DataManifest> {
  const { value, diagnostics } = readMap(parse, file);
  const shape = value === undefined ? [] : checkDataShape(value, kind);
  return { value: { file, root: value }, diagnostics: [...diagnostics, ...shape] };
}

/** What `readSkill` answers where all YAML is written plainly; undefined where it takes the full parser. */
export function readSkillPlainly(source: SkillSource): Checked<SkillManifest> | undefined {
  return plainly((parse) => readSkillBy(parse, source));
}

/** What `readData` answers where all YAML is written plainly; undefined where it takes the full parser. */
export function readDataPlainly(file: SourceFile, kind: DataKind): Checked<DataManifest> | undefined {
  return plainly((parse) => readDataBy(parse, file, kind));
}

function plainly<T>(read: (parse: YamlParser) => T): T | undefined {
  let isPlain = true;
  const value = read((file, start, end) => {
    const node = readPlain(file, start, end);
    isPlain &&= node !== undefined;
    return { value: node, diagnostics: [] };
  });
  return isPlain ? value : undefined;
}

const noMap: Checked<MapNode | undefined> = { value: undefined, diagnostics: [] };
const nothing: Checked<Pick<SkillManifest, "frontMatter" | "body">> = {
  value: { frontMatter: undefined, body: undefined },
  diagnostics: [],
};

function readSkillMd(
  parse: YamlParser,
  file: SourceFile,
): Checked<Pick<SkillManifest, "frontMatter" | "body">> {
  const own = checkFile(file);
  if (file.kind !== "file") return { ...nothing, diagnostics: own };
  const { value: parts, diagnostics } = splitFrontMatter(file);
  const problems = [...own, ...checkCharacters(file, parts.yaml)];
  const { start, end } = parts.body;
  const body = { text: file.text.slice(start, end), span: span(file, start, end) };
  if (parts.yaml === undefined) {
    return { value: { frontMatter: undefined, body }, diagnostics: [...problems, ...diagnostics] };
  }
  const yaml = parse(file, parts.yaml.start, parts.yaml.end);
  const frontMatter = mapping(file, yaml, parts.yaml.start);
  return {
    value: { frontMatter: frontMatter.value, body },
    // A control character stops the YAML parser too; it has been reported.
    diagnostics: [
      ...problems,
      ...diagnostics,
      ...(blocked(problems) ? [] : yaml.diagnostics.map(inFrontMatter)),
      ...frontMatter.diagnostics,
    ],
  };
}

/** Loaders of skills read front matter with stricter readers than other manifests are read with. */
function inFrontMatter(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.code === "manifest/not-portable-yaml" ? { ...diagnostic, severity: "error" } : diagnostic;
}

function readMap(parse: YamlParser, file: SourceFile): Checked<MapNode | undefined> {
  const problems = checkFile(file);
  if (file.kind !== "file") return { value: undefined, diagnostics: problems };
  const start = file.text.startsWith("\ufeff") ? 1 : 0;
  const yaml = parse(file, start, file.text.length);
  const map = mapping(file, yaml, start);
  const own = blocked(problems) ? [] : yaml.diagnostics;
  return { value: map.value, diagnostics: [...problems, ...own, ...map.diagnostics] };
}

function blocked(problems: readonly { readonly code: string }[]): boolean {
  return problems.some(({ code }) => code === "manifest/control-character" || code === "manifest/encoding");
}

/** Nothing between the fences is a mapping without keys: what it lacks is reported key by key. */
function mapping(
  file: SourceFile,
  { value: node, diagnostics }: Checked<Node | undefined>,
  start: number,
): Checked<MapNode | undefined> {
  if (node?.kind === "map") return { value: node, diagnostics: [] };
  if (node === undefined) {
    const nothing: MapNode = { kind: "map", entries: [], flow: false, span: span(file, start, start) };
    return { value: diagnostics.length === 0 ? nothing : undefined, diagnostics: [] };
  }
  const at = node.span.end > node.span.start ? node.span : span(file, start, start);
  return { value: undefined, diagnostics: [notAMapping(at)] };
}
