import { spawnSync } from "node:child_process";
import ts from "typescript";
import { parseDocument } from "yaml";
import { lexCangjie } from "./cangjie.ts";

/** A file as a target emits it. */
interface Emitted {
  readonly path: string;
  readonly text: string;
}

/** What is wrong with a text in its own language; empty where nothing is. */
type Parse = (text: string, path: string) => readonly string[];

/** By the ending of the path. A target with files of another kind adds its own. */
const parsers: Readonly<Record<string, Parse>> = {
  cj: (text) => lexCangjie(text).problems,
  cjs: parseScript,
  js: parseScript,
  json: parseJson,
  // Its values are expressions of JavaScript.
  json5: (text, path) => parseScript(`(${text})`, `${path}.js`),
  md: parseFrontMatter,
  mjs: parseScript,
  ts: parseScript,
  yaml: parseYaml,
  yml: parseYaml,
};

/** Languages that Python reads, many files in one process. */
const byPython = new Set(["py", "toml", "xml"]);

/** Every file that is no text of its own language, with the reason. */
export function mistakesOfSyntax(files: readonly Emitted[]): readonly string[] {
  const here = files.filter(({ path }) => !byPython.has(endingOf(path)));
  const mistakes = here.flatMap(({ path, text }) => {
    const parse = parsers[endingOf(path)];
    const found = parse === undefined ? ["no parser is known for it"] : parse(text, path);
    return found.map((reason) => `${path}: ${reason}`);
  });
  return [...mistakes, ...parsePython(files.filter(({ path }) => byPython.has(endingOf(path))))];
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function parseJson(text: string): readonly string[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function parseYaml(text: string): readonly string[] {
  const { errors, warnings } = parseDocument(text, { strict: true, uniqueKeys: true });
  return [...errors, ...warnings].map(({ message }) => message);
}

function parseFrontMatter(text: string): readonly string[] {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(text);
  return match === null ? ["no front matter"] : parseYaml(match[1] ?? "");
}

function parseScript(text: string, path: string): readonly string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, allowJs: true },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

const pythonScript = `
import ast, json, sys
import xml.etree.ElementTree
try:
    import tomllib
except ImportError:
    tomllib = None
mistakes = []
for file in json.load(sys.stdin):
    try:
        if file["path"].endswith(".py"):
            ast.parse(file["text"], file["path"])
        elif file["path"].endswith(".xml"):
            xml.etree.ElementTree.fromstring(file["text"])
        elif tomllib is not None:
            tomllib.loads(file["text"])
    except (SyntaxError, ValueError) as error:
        mistakes.append(f"{file['path']}: {error}")
print(json.dumps(mistakes))
`;

function parsePython(files: readonly Emitted[]): readonly string[] {
  if (files.length === 0) return [];
  const { status, stdout, stderr } = spawnSync("python3", ["-I", "-c", pythonScript], {
    input: JSON.stringify(files.map(({ path, text }) => ({ path, text }))),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`python3: ${stderr}`);
  return JSON.parse(stdout) as string[];
}
