import { dirname, join } from "node:path";
import ts from "typescript";

const options: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts"],
  types: [],
  noEmit: true,
};

/** What the compiler says of files that stand together, with every strict option on: `path:line: message`. */
export function typeErrors(files: Readonly<Record<string, string>>): readonly string[] {
  const root = "/virtual";
  const texts = new Map(Object.entries(files).map(([path, text]) => [join(root, path), text]));
  texts.set(join(root, "package.json"), '{ "type": "module" }');
  const folders = new Set([...texts.keys()].map((path) => dirname(path)));
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.getSourceFile = (path, ...more) => {
    const text = texts.get(path);
    return text === undefined
      ? disk.getSourceFile(path, ...more)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  };
  host.fileExists = (path) => texts.has(path) || disk.fileExists(path);
  host.readFile = (path) => texts.get(path) ?? disk.readFile(path);
  host.directoryExists = (path) => folders.has(path) || ts.sys.directoryExists(path);
  const names = [...texts.keys()].filter((path) => path.endsWith(".ts"));
  return ts.getPreEmitDiagnostics(ts.createProgram(names, options, host)).map((found) => {
    const line =
      found.file === undefined ? 0 : found.file.getLineAndCharacterOfPosition(found.start ?? 0).line + 1;
    const path = found.file?.fileName.slice(root.length + 1) ?? "";
    return `${path}:${line}: ${ts.flattenDiagnosticMessageText(found.messageText, " ")}`;
  });
}
