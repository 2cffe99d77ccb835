import { ts } from "ts-morph";
import type { Act, Finding, Notebook, ReadEmbedded } from "./finding.ts";
import { isSecretFile, isSecretName, notebook, shown } from "./finding.ts";
import { actsOfMethod, actsOfName, globals, isRead, passedOn } from "./javascript-names.ts";

/** What one script is read with. */
interface Script {
  readonly source: ts.SourceFile;
  readonly book: Notebook;
  readonly embedded: ReadEmbedded;
  readonly depth: number;
  /** What a name stands for: `read` → `fs.readFileSync`. */
  readonly names: Map<string, string>;
  /** Names that the script declares and that we do not follow. */
  readonly own: Set<string>;
}

/** Reads JavaScript or TypeScript for what its calls do: imports, aliases and destructuring are followed, types are not asked for. */
export function readJavaScript(text: string, embedded: ReadEmbedded, depth: number): readonly Finding[] {
  // Where nothing closes a tag, `<T>x` is an assertion of a type.
  const name = /<\/|\/>/.test(text) ? "script.tsx" : "script.ts";
  // A Project of ts-morph would forget its nodes in quadratic time.
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const script: Script = {
    source,
    book: notebook(),
    embedded,
    depth,
    names: new Map(),
    own: new Set(),
  };
  const nodes = nodesOf(script.source);
  for (const node of nodes) bind(script, node);
  for (const node of nodes) visit(script, node);
  return script.book.findings;
}

/** In source order, without recursion. */
function nodesOf(root: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const stack: ts.Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    found.push(node);
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    // An array may be longer than a call may have arguments.
    for (let child = children.pop(); child !== undefined; child = children.pop()) stack.push(child);
  }
  return found;
}

function moduleName(specifier: string): string {
  const plain = specifier.replace(/^node:/, "");
  return plain === "fs/promises" ? "fs" : plain;
}

function bind(script: Script, node: ts.Node): void {
  if (ts.isImportDeclaration(node)) bindImport(script, node);
  else if (ts.isImportEqualsDeclaration(node)) bindRequire(script, node);
  else if (ts.isVariableDeclaration(node) || ts.isParameter(node)) {
    const { name, initializer } = node;
    bindPattern(script, name, initializer === undefined ? undefined : resolve(script, initializer, 0));
  } else if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) {
    if (node.name !== undefined) script.own.add(node.name.text);
  } else if (ts.isBinaryExpression(node)) bindAssignment(script, node);
}

function bindRequire(script: Script, { name, moduleReference }: ts.ImportEqualsDeclaration): void {
  if (!ts.isExternalModuleReference(moduleReference)) return;
  const { expression } = moduleReference;
  if (ts.isStringLiteralLike(expression)) script.names.set(name.text, moduleName(expression.text));
}

function bindAssignment(script: Script, { left, right, operatorToken }: ts.BinaryExpression): void {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isIdentifier(left)) return;
  const resolved = resolve(script, right, 0);
  if (resolved !== undefined) script.names.set(left.text, resolved);
}

function bindImport(script: Script, { importClause, moduleSpecifier }: ts.ImportDeclaration): void {
  if (importClause === undefined || !ts.isStringLiteral(moduleSpecifier)) return;
  // A type does nothing.
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
  const module = moduleName(moduleSpecifier.text);
  if (importClause.name !== undefined) script.names.set(importClause.name.text, module);
  const bindings = importClause.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) script.names.set(bindings.name.text, module);
  else {
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      if (!isTypeOnly) script.names.set(name.text, member(module, (propertyName ?? name).text));
    }
  }
}

/** `promises` and `default` are other ways to the same functions. */
function member(base: string, name: string): string {
  if (name === "default" || (name === "promises" && base === "fs")) return base;
  if (/^(?:globalThis|global|window|self)$/.test(base)) return name;
  return `${base}.${name}`;
}

function bindPattern(script: Script, name: ts.BindingName, value: string | undefined): void {
  if (ts.isIdentifier(name)) {
    if (value !== undefined) script.names.set(name.text, value);
    else if (!script.names.has(name.text)) script.own.add(name.text);
    return;
  }
  if (ts.isArrayBindingPattern(name)) {
    for (const element of name.elements)
      if (ts.isBindingElement(element)) bindPattern(script, element.name, undefined);
    return;
  }
  for (const { name: local, propertyName } of name.elements) {
    const key = propertyName ?? local;
    const known =
      value !== undefined && (ts.isIdentifier(key) || ts.isStringLiteral(key))
        ? member(value, key.text)
        : undefined;
    bindPattern(script, local, known);
  }
}

// Longer chains of members than anyone writes are not followed.
const deepest = 40;

/** The dotted name that an expression stands for, calls as `()`. */
function resolve(script: Script, node: ts.Expression, depth: number): string | undefined {
  if (depth > deepest) return undefined;
  if (ts.isIdentifier(node)) {
    const isGlobal = globals.has(node.text) && !script.own.has(node.text);
    return script.names.get(node.text) ?? (isGlobal ? node.text : undefined);
  }
  if (ts.isPropertyAccessExpression(node)) return resolveMember(script, node.expression, node.name, depth);
  if (ts.isElementAccessExpression(node)) {
    return resolveMember(script, node.expression, node.argumentExpression, depth);
  }
  if (ts.isCallExpression(node)) return resolveCall(script, node, depth);
  if (ts.isNewExpression(node)) {
    const callee = resolve(script, node.expression, depth + 1);
    return callee === undefined ? undefined : `${callee}()`;
  }
  if (ts.isBinaryExpression(node)) return resolveEither(script, node, depth);
  return isWrapped(node) ? resolve(script, node.expression, depth + 1) : undefined;
}

function isWrapped(
  node: ts.Expression,
): node is ts.AwaitExpression | ts.ParenthesizedExpression | ts.NonNullExpression | ts.AsExpression {
  return (
    ts.isAwaitExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node)
  );
}

function resolveMember(
  script: Script,
  object: ts.Expression,
  name: ts.Node,
  depth: number,
): string | undefined {
  if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return undefined;
  // `fs[name]` is not `fs.name`.
  if (ts.isIdentifier(name) && ts.isElementAccessExpression(name.parent)) return undefined;
  const base = resolve(script, object, depth + 1);
  return base === undefined ? undefined : member(base, name.text);
}

/** `a || b`, `a ?? b` and `(0, b)`. */
function resolveEither(
  script: Script,
  { left, right, operatorToken }: ts.BinaryExpression,
  depth: number,
): string | undefined {
  if (!/^(?:\|\||\?\?|,)$/.test(operatorToken.getText(script.source))) return undefined;
  return resolve(script, right, depth + 1) ?? resolve(script, left, depth + 1);
}

function resolveCall(script: Script, node: ts.CallExpression, depth: number): string | undefined {
  const [first] = node.arguments;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return first !== undefined && ts.isStringLiteralLike(first) ? moduleName(first.text) : undefined;
  const callee = resolve(script, node.expression, depth + 1);
  if (callee === "require")
    return first !== undefined && ts.isStringLiteralLike(first) ? moduleName(first.text) : undefined;
  if (callee === "module.createRequire") return "require";
  if (callee === "util.promisify" && first !== undefined) return resolve(script, first, depth + 1);
  if (callee !== undefined && /\.(?:bind|extend|create|defaults)$/.test(callee))
    return callee.replace(/\.\w+$/, "");
  return callee === undefined ? undefined : `${callee}()`;
}

function visit(script: Script, node: ts.Node): void {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(script, node);
  else if (ts.isTaggedTemplateExpression(node)) visitTag(script, node);
  else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isIdentifier(node))
    visitName(script, node);
  else if (
    ts.isImportDeclaration(node) &&
    ts.isStringLiteral(node.moduleSpecifier) &&
    node.moduleSpecifier.text === "dotenv/config"
  )
    act(script, node, "dotenv/config", ["env", "fs.read"]);
}

function visitName(
  script: Script,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.Identifier,
): void {
  if ((ts.isIdentifier(node) && !isUse(node)) || isCallee(node)) return;
  const text = isMetaEnv(node) ? "process.env" : resolve(script, node, 0);
  if (text === undefined) {
    if (ts.isElementAccessExpression(node)) computedMember(script, node);
    return;
  }
  if (isRead(text)) act(script, isMember(node.parent) ? node.parent : node, text, ["env"]);
  else if (!ts.isIdentifier(node) && /^process\.env\.\w+$/.test(text)) act(script, node, text, ["env"]);
  else if (passedOn.test(text) && ts.isCallExpression(node.parent)) act(script, node, text, actsOfName(text));
}

/** `import.meta.env`. */
function isMetaEnv(node: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(node) && ts.isMetaProperty(node.expression) && node.name.text === "env"
  );
}

function isMember(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

/** True of an identifier that is a value, and not the name of a member, a key or a declaration. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node;
  return ts.isCallExpression(parent) || ts.isSpreadAssignment(parent) || ts.isElementAccessExpression(parent);
}

function isCallee(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isCallExpression(parent) || ts.isNewExpression(parent) || isMember(parent)) &&
    "expression" in parent &&
    parent.expression === node &&
    !(isMember(parent) && isEnv(node, parent))
  );
}

function isEnv(node: ts.Node, parent: ts.Node): boolean {
  return parent !== undefined && /\benv$/.test(node.getText().slice(-4));
}

/** `fs[name]`: whatever the module can do. */
function computedMember(script: Script, node: ts.ElementAccessExpression): void {
  const base = resolve(script, node.expression, 0);
  if (base === undefined || !/^(?:fs|child_process|globalThis|global|window|https?|process)$/.test(base))
    return;
  act(script, node, base, ["unanalysable"]);
}

function visitTag(script: Script, node: ts.TaggedTemplateExpression): void {
  const name =
    resolve(script, node.tag, 0) ??
    (ts.isIdentifier(node.tag) && node.tag.text === "$" && !script.own.has("$") ? "zx.$" : undefined);
  if (name === undefined || !/^(?:zx|bun|Bun|execa)\.(?:\$|execa)(?:\(\))?$/.test(name)) return;
  act(script, node, name, ["exec"]);
  embed(script, node, "shell", template(node.template) ?? "");
}

function visitCall(script: Script, node: ts.CallExpression | ts.NewExpression): void {
  const args = node.arguments ?? [];
  const [first] = args;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    if (first === undefined || !ts.isStringLiteralLike(first)) act(script, node, "import", ["unanalysable"]);
    return;
  }
  const name = resolve(script, node.expression, 0);
  if (ts.isElementAccessExpression(node.expression) && name === undefined)
    computedMember(script, node.expression);
  if (name === undefined || actsOfName(name).length === 0) byMethod(script, node, name);
  else visitKnownCall(script, node, name, args);
}

function visitKnownCall(
  script: Script,
  node: ts.CallExpression | ts.NewExpression,
  name: string,
  args: readonly ts.Expression[],
): void {
  const [first] = args;
  const text = first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
  // A module that is named, or data.
  if (name === "require" && /\.json["'`]|^["'`][^$]*$/.test(first?.getText(script.source) ?? "")) return;
  if (name === "eval" && text !== undefined) return embed(script, node, "javascript", text);
  act(script, node, name, nodeActs(script, name, args));
  if (
    first !== undefined &&
    text !== undefined &&
    isSecretFile(text) &&
    /^fs\.(?:read|createRead)/.test(name)
  ) {
    const why = `reads the credentials in \`${shown(text)}\``;
    script.book.add("fs.read", why, first.getStart(script.source), first.end);
  }
  if (/^(?:child_process|execa|cross-spawn|shelljs|tinyexec|Bun|Deno)\b/.test(name))
    command(script, node, args);
}

/** Flags say how a file is opened. */
function nodeActs(script: Script, name: string, args: readonly ts.Expression[]): readonly Act[] {
  if (!/^fs\.open(?:Sync)?$/.test(name)) return actsOfName(name);
  const flags = args[1];
  if (flags === undefined) return ["fs.read"];
  if (!ts.isStringLiteralLike(flags)) return actsOfName(name);
  return [
    ...(/[r+]/.test(flags.text) ? (["fs.read"] as const) : []),
    ...(/[wa+]/.test(flags.text) ? (["fs.write"] as const) : []),
  ];
}

function byMethod(
  script: Script,
  node: ts.CallExpression | ts.NewExpression,
  name: string | undefined,
): void {
  const { expression } = node;
  if (
    /^(?:setTimeout|setInterval)$/.test(name ?? "") &&
    node.arguments?.[0] !== undefined &&
    ts.isStringLiteralLike(node.arguments[0])
  ) {
    return act(script, node, "eval", ["unanalysable"]);
  }
  if (name === "process.env" || name?.startsWith("process.env.") === true)
    return act(script, node, "process.env", ["env"]);
  if (ts.isPropertyAccessExpression(expression) && expression.expression.kind !== ts.SyntaxKind.ThisKeyword)
    act(script, node, expression.name.text, actsOfMethod(expression.name.text));
}

const verbs: Readonly<Record<Act, string>> = {
  "fs.read": "reads files",
  "fs.write": "writes files",
  net: "uses the network",
  exec: "starts a process",
  env: "reads the environment",
  unanalysable: "runs code that is computed",
};
const deletes = /\.(?:rm|unlink|rmdir|remove|emptyDir)(?:Sync)?$|^(?:rimraf|del)\b/;

function act(script: Script, node: ts.Node, name: string, acts: readonly Act[]): void {
  if (acts.length === 0) return;
  const start = node.getStart(script.source);
  const { text } = script.source;
  const line = text.indexOf("\n", start);
  const end = Math.min(node.end, line === -1 ? text.length : line);
  const secret = acts.includes("env")
    ? /env(?:\.|\[["'])(\w+)/.exec(text.slice(start, start + 200))?.[1]
    : undefined;
  for (const one of acts) {
    const verb = one === "fs.write" && deletes.test(name) ? "deletes files" : verbs[one];
    const why =
      one === "env" && secret !== undefined && isSecretName(secret)
        ? `reads the credential \`${secret}\``
        : `${verb} with \`${shown(text.slice(start, node.end))}\``;
    script.book.add(one, why, start, end);
  }
}

/** The text of a template, its computed parts left open as the variable `$arg` of a shell. */
function template(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `$arg${literal.text}`).join("");
  return undefined;
}

function command(
  script: Script,
  node: ts.CallExpression | ts.NewExpression,
  args: readonly ts.Expression[],
): void {
  const [program, list] = args;
  if (program !== undefined && ts.isArrayLiteralExpression(program))
    return embed(script, node, "shell", wordsOf(program));
  const text = template(program);
  if (text === undefined) return;
  const rest = list !== undefined && ts.isArrayLiteralExpression(list) ? wordsOf(list) : "";
  embed(script, node, "shell", `${text} ${rest}`);
}

function wordsOf({ elements }: ts.ArrayLiteralExpression): string {
  return elements
    .map((element) => {
      const text = template(element);
      if (text === undefined) return '"$arg"';
      return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
    })
    .join(" ");
}

function embed(script: Script, node: ts.Node, language: "shell" | "javascript", code: string): void {
  const start = node.getStart(script.source);
  const line = script.source.text.indexOf("\n", start);
  const end = Math.min(node.end, line === -1 ? script.source.text.length : line);
  for (const found of script.embedded(language, code, script.depth + 1))
    script.book.add(found.act, found.why, start, end);
}
