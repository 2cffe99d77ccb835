import type { SkillManifest } from "../manifest/manifest.ts";
import type { SourceFile } from "../report/source.ts";
import type { CodeLanguage } from "./finding.ts";

/** What a bundled file is to a reader of code. */
export type Kind = CodeLanguage | "other" | "binary" | "unknown";

const languages: Readonly<Record<string, Kind>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  ksh: "shell",
  command: "shell",
  py: "python",
  pyw: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "javascript",
  mts: "javascript",
  cts: "javascript",
  tsx: "javascript",
};
const others = /^(?:rb|pl|php|ps1|psm1|bat|cmd|lua|r|jl|swift|applescript|scpt|fish|vbs|groovy|kts|tcl)$/;
const compiled = /^(?:go|rs|c|cc|cpp|java|cs|zig|kt)$/;
const binaries = /^(?:exe|dll|so|dylib|wasm|jar|class|pyc|pyd|node|msi|appimage|com)$/;
const data =
  /^(?:md|mdx|markdown|txt|json|jsonl|jsonc|json5|ya?ml|toml|ini|cfg|conf|csv|tsv|xml|xsd|xsl|html?|css|scss|less|svg|png|jpe?g|gif|webp|ico|pdf|docx?|xlsx?|pptx?|potx|dotx|ttf|otf|woff2?|eot|zip|gz|tgz|tar|mp[34]|wav|ogg|mov|lock|log|tmpl|template|tpl|j2|hbs|ejs|sql|proto|graphql|rst|adoc|tex|bib|ipynb|env|example|gitignore|sample|prompt|diff|patch|map|pem|dot|mmd|vue|svelte|astro|d|gitkeep|typ|sty|cls)$/;

/** Folders of files that are copied, read or shown, and not run. */
const passiveFolder =
  /^(?:.*\/)?(?:assets?|templates?|examples?|references?|resources?|docs?|tests?|__tests__|fixtures?|samples?|evals?|node_modules|snippets?|themes?)\//;
const runFolder = /^(?:scripts?|bin|hooks)\//;

/** A skill, and whether its fences and prose are asked for as well as its scripts. */
export interface Asked {
  readonly manifest: SkillManifest;
  readonly text: boolean;
}

/** True where a skill has files or fences that may be code: a look at names only. */
export function mayHoldEvidence({ manifest: { source, body }, text }: Asked): boolean {
  return (
    source.siblings.some(({ path, file }) => kindOfName(path, file) !== undefined) ||
    (text && body !== undefined)
  );
}

/** Undefined for what is no code. `unknown` has to be looked into. */
export function kindOfName(path: string, file: SourceFile): Kind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (file.kind !== "file" || name.startsWith(".") || /\.d\.[mc]?ts$|\.min\.js$/.test(name)) return undefined;
  const dot = name.lastIndexOf(".");
  const ending = dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
  const isExecutable = ((file.mode ?? 0) & 0o111) !== 0;
  return kindOfEnding(ending, isExecutable) ?? kindOfUnknown(path, name, ending, isExecutable);
}

function kindOfEnding(ending: string, isExecutable: boolean): Kind | undefined {
  if (Object.hasOwn(languages, ending)) return languages[ending];
  if (binaries.test(ending)) return "binary";
  return others.test(ending) || (isExecutable && compiled.test(ending)) ? "other" : undefined;
}

const documents =
  /^(?:LICEN[CS]E|NOTICE|README|CHANGELOG|COPYING|AUTHORS|VERSION|Makefile|Dockerfile|Gemfile|Procfile)/i;

/** A file without a telling name may be code where it may be executed, or has no ending and lies where scripts lie. */
function kindOfUnknown(path: string, name: string, ending: string, isExecutable: boolean): Kind | undefined {
  if (data.test(ending) || compiled.test(ending) || documents.test(name)) return undefined;
  return isExecutable || (ending === "" && runFolder.test(path)) ? "unknown" : undefined;
}

/** True of a file that the skill brings along to be copied or shown. */
export function isPassive(path: string, file: SourceFile, body: string): boolean {
  if (!passiveFolder.test(path) || runFolder.test(path)) return false;
  return ((file.mode ?? 0) & 0o111) === 0 && !body.includes(path.slice(path.lastIndexOf("/") + 1));
}

/** The language of a file without an ending, by its first line; a text without one is not run. */
export function kindOfText({ text, lossy: isLossy }: SourceFile, isExecutable: boolean): Kind | undefined {
  const line = /^#![^\n]{0,200}/.exec(text)?.[0];
  if (line === undefined) {
    if (isLossy) return "binary";
    return isExecutable && text.trim() !== "" ? "other" : undefined;
  }
  if (/\b(?:python|pypy)[\d.]*|\buv\b/.test(line)) return "python";
  if (/\b(?:node|deno|bun|tsx|ts-node)\b/.test(line)) return "javascript";
  return /\b(?:ba|z|k|da|a)?sh\b/.test(line) ? "shell" : "other";
}
