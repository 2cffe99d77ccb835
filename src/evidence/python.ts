import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import type { Act, Finding, Notebook, ReadEmbedded } from "./finding.ts";
import { isSecretFile, isSecretName, notebook, shown } from "./finding.ts";
import { actsOfMethod, actsOfName, commandRunners, isRead, openers } from "./python-names.ts";

/** What one script is read with. */
interface Python {
  readonly text: string;
  readonly book: Notebook;
  readonly embedded: ReadEmbedded;
  readonly depth: number;
  /** What a name stands for: `np` → `numpy`, `session` → `requests.Session()`. */
  readonly names: Map<string, string>;
  /** Names that the script gives a meaning that we do not follow; they are not the builtins of that name. */
  readonly own: Set<string>;
}

/** Reads a Python script for what its calls do, imports and simple variables followed. */
export function readPython(text: string, embedded: ReadEmbedded, depth: number): readonly Finding[] {
  const tree = parser.parse(text);
  const python: Python = { text, book: notebook(), embedded, depth, names: new Map(), own: new Set() };
  // Names first: a function may be called above the line that imports what it uses.
  walk(tree, imports, (node) => bind(python, node));
  walk(tree, bound, (node) => bind(python, node));
  walk(tree, visited, (node) => visit(python, node));
  return python.book.findings;
}

const bound = new Set([
  "FunctionDefinition",
  "ClassDefinition",
  "AssignStatement",
  "WithStatement",
  "ForStatement",
  "ParamList",
]);
const visited = new Set(["CallExpression", "MemberExpression", "VariableName"]);
const imports = new Set(["ImportStatement"]);

function walk(tree: Tree, kinds: ReadonlySet<string>, each: (node: SyntaxNode) => void): void {
  tree.iterate({
    enter(ref) {
      if (kinds.has(ref.name)) each(ref.node);
    },
  });
}

function textOf({ text }: Python, { from, to }: SyntaxNode): string {
  return text.slice(from, to);
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
}

function bind(python: Python, node: SyntaxNode): void {
  switch (node.name) {
    case "ImportStatement":
      bindImport(python, node);
      break;
    case "FunctionDefinition":
    case "ClassDefinition":
      if (node.parent?.name !== "Body" || node.parent.parent?.name !== "ClassDefinition") {
        const name = node.getChild("VariableName");
        if (name !== null) python.own.add(textOf(python, name));
      }
      break;
    case "AssignStatement":
      bindAssignment(python, node);
      break;
    case "WithStatement":
      bindPairs(python, childrenOf(node), "as");
      break;
    case "ForStatement":
      bindLoop(python, node);
      break;
    case "ParamList":
      bindParameters(python, node);
      break;
  }
}

/** `import a.b as c, d` and `from a import (b as c, d)`. */
function bindImport(python: Python, node: SyntaxNode): void {
  const parts = childrenOf(node)
    .map((child) => textOf(python, child))
    .filter((part) => part !== "(" && part !== ")");
  const at = parts[0] === "from" ? parts.indexOf("import") : 0;
  const module = parts[0] === "from" ? parts.slice(1, at).join("") : undefined;
  for (const clause of parts
    .slice(at + 1)
    .join(" ")
    .split(" , ")) {
    const [path = "", alias] = clause.split(" as ");
    const name = path.replaceAll(" ", "");
    if (name === "") continue;
    if (module !== undefined) python.names.set(alias ?? name, `${module}.${name}`);
    else if (alias !== undefined) python.names.set(alias, name);
    else python.names.set(name.split(".")[0] ?? name, name.split(".")[0] ?? name);
  }
}

function bindAssignment(python: Python, node: SyntaxNode): void {
  const parts = childrenOf(node);
  const target = parts[0];
  const value = parts.at(-1);
  if (target === undefined || value === undefined || target === value) return;
  if (parts.some(({ name }) => name === ",")) {
    for (const part of parts) if (part.name === "VariableName") python.own.add(textOf(python, part));
    return;
  }
  bindName(python, target, value);
}

function bindName(python: Python, target: SyntaxNode, value: SyntaxNode): void {
  if (target.name !== "VariableName" && target.name !== "MemberExpression") return;
  const key = textOf(python, target);
  if (key.length > 80) return;
  const resolved = resolve(python, value, 0);
  if (resolved === undefined) {
    if (target.name === "VariableName" && !python.names.has(key)) python.own.add(key);
  } else if (resolved !== key) python.names.set(key, resolved);
}

function bindPairs(python: Python, parts: readonly SyntaxNode[], word: string): void {
  for (const [index, part] of parts.entries()) {
    const [before, after] = [parts[index - 1], parts[index + 1]];
    if (textOf(python, part).slice(0, 4) === word && before !== undefined && after !== undefined)
      bindName(python, after, before);
  }
}

/** `for p in folder.glob("*")`: each `p` is a path. */
function bindLoop(python: Python, node: SyntaxNode): void {
  const parts = childrenOf(node);
  const at = parts.findIndex((part) => part.name === "in");
  const [target, value] = [parts[at - 1], parts[at + 1]];
  if (at !== 2 || target?.name !== "VariableName" || value === undefined) return;
  const resolved =
    resolve(python, value, 0) ??
    resolve(python, value.getChild("ArgList")?.firstChild?.nextSibling ?? value, 0);
  if (/\.(?:r?glob|iterdir)\(\)$/.test(resolved ?? ""))
    python.names.set(textOf(python, target), "pathlib.Path()");
}

function bindParameters(python: Python, node: SyntaxNode): void {
  for (const [index, part] of childrenOf(node).entries()) {
    if (part.name !== "VariableName") continue;
    const name = textOf(python, part);
    const annotation = childrenOf(node)[index + 1];
    const type = annotation?.name === "TypeDef" ? annotation.lastChild : null;
    const resolved = type === null || type === undefined ? undefined : resolve(python, type, 0);
    if (
      resolved !== undefined &&
      /^(?:pathlib\.Path|requests\.Session|httpx\.(?:Async)?Client)$/.test(resolved)
    )
      python.names.set(name, `${resolved}()`);
    else if (!python.names.has(name)) python.own.add(name);
  }
}

const builtins = new Set(["open", "eval", "exec", "__import__", "compile", "getattr"]);
// Longer chains of members than anyone writes are not followed.
const deepest = 40;

/** The dotted name that an expression stands for, calls as `()`. */
function resolve(python: Python, node: SyntaxNode, depth: number): string | undefined {
  if (depth > deepest) return undefined;
  switch (node.name) {
    case "VariableName": {
      const name = textOf(python, node);
      return python.names.get(name) ?? (builtins.has(name) && !python.own.has(name) ? name : undefined);
    }
    case "MemberExpression":
      return resolveMember(python, node, depth);
    case "CallExpression": {
      const callee = resolvePart(python, node.firstChild, depth);
      return callee === undefined ? undefined : callOf(callee);
    }
    case "BinaryExpression": {
      const left = resolvePart(python, node.firstChild, depth);
      return left !== undefined && isPath(left) ? "pathlib.Path()" : undefined;
    }
    case "ParenthesizedExpression":
      return resolvePart(python, node.firstChild?.nextSibling, depth);
    case "AwaitExpression":
      return resolvePart(python, node.lastChild, depth);
    default:
      return undefined;
  }
}

function resolvePart(python: Python, node: SyntaxNode | null | undefined, depth: number): string | undefined {
  return node === null || node === undefined ? undefined : resolve(python, node, depth + 1);
}

function resolveMember(python: Python, node: SyntaxNode, depth: number): string | undefined {
  const known = node.to - node.from <= 80 ? python.names.get(textOf(python, node)) : undefined;
  if (known !== undefined) return known;
  const [object, , property] = childrenOf(node);
  if (object === undefined || property?.name !== "PropertyName") return undefined;
  const base = resolve(python, object, depth + 1);
  if (base === undefined) return undefined;
  const name = textOf(python, property);
  if (isPath(base) && /^(?:parent|resolve|absolute|expanduser)$/.test(name))
    return name === "parent" ? "pathlib.Path()" : `pathlib.Path.${name}`;
  return `${base}.${name}`;
}

function callOf(callee: string): string {
  return /^pathlib\.Path(?:\(\))?\.(?:resolve|absolute|expanduser|with_suffix|with_name|joinpath|cwd|home|relative_to)$/.test(
    callee,
  )
    ? "pathlib.Path()"
    : `${callee}()`;
}

function isPath(name: string): boolean {
  return name === "pathlib.Path()";
}

function visit(python: Python, node: SyntaxNode): void {
  if (node.name === "CallExpression") visitCall(python, node);
  else if (node.name === "VariableName") {
    // `environ` itself; as an object of a member it has been seen with it.
    const name = python.names.get(textOf(python, node));
    const isUse = node.parent?.name !== "ImportStatement" && !isCallee(node);
    if (name !== undefined && isRead(name) && isUse) act(python, node, node, name, ["env"]);
  } else if (!isCallee(node)) visitMember(python, node);
}

function isCallee({ parent, from }: SyntaxNode): boolean {
  return (parent?.name === "CallExpression" || parent?.name === "MemberExpression") && parent.from === from;
}

/** A name that is passed on, as in `map(os.remove, files)`, is used like one that is called. */
function visitMember(python: Python, node: SyntaxNode): void {
  const object = node.getChild("[") === null ? null : node.firstChild;
  const name = resolve(python, object ?? node, 0);
  if (name === undefined || (object !== null && !isRead(name))) return;
  const subscripted = /^os\.environ\b/.test(name);
  if (subscripted || /^(?:os|shutil|subprocess|requests|glob)\.\w+$/.test(name))
    act(python, node, node, name, subscripted ? ["env"] : actsOfName(name));
}

function visitCall(python: Python, node: SyntaxNode): void {
  const callee = node.firstChild;
  const list = node.getChild("ArgList");
  if (callee === null || list === null) return;
  const name = resolve(python, callee, 0);
  const args = argumentsOf(python, list);
  if (name === undefined || (actsOfName(name).length === 0 && !openers.has(name))) {
    visitUnknownCall(python, node, callee, args, name);
    return;
  }
  if (openers.has(name)) opened(python, node, args, name);
  else if (/^(?:builtins\.)?(?:eval|exec)$/.test(name)) evaluated(python, node, args);
  else if (/import_module$|__import__$/.test(name)) imported(python, node, args, name);
  else act(python, node, node, name, actsOfName(name));
  if (commandRunners.has(name)) command(python, node, args);
}

function visitUnknownCall(
  python: Python,
  node: SyntaxNode,
  callee: SyntaxNode,
  args: Args,
  name: string | undefined,
): void {
  // os.environ.get("X"): the call is of a method of something that is read.
  if (name !== undefined && isRead(name.replace(/\.\w+$/, ""))) act(python, node, node, name, ["env"]);
  if (name === "getattr") computedMember(python, node, args);
  const method = callee.name === "MemberExpression" ? callee.lastChild : null;
  if (method !== null) byMethod(python, node, textOf(python, method), args, name);
}

interface Args {
  readonly positional: readonly SyntaxNode[];
  readonly named: ReadonlyMap<string, SyntaxNode>;
}

function argumentsOf(python: Python, list: SyntaxNode): Args {
  const positional: SyntaxNode[] = [];
  const named = new Map<string, SyntaxNode>();
  const parts = childrenOf(list);
  for (const [index, part] of parts.entries()) {
    if (part.name === "AssignOp") {
      const [key, value] = [parts[index - 1], parts[index + 1]];
      if (key !== undefined && value !== undefined) named.set(textOf(python, key), value);
    } else if (
      !/^[(),*]+$/.test(part.name) &&
      parts[index + 1]?.name !== "AssignOp" &&
      parts[index - 1]?.name !== "AssignOp"
    )
      positional.push(part);
  }
  return { positional, named };
}

const verbs: Readonly<Record<Act, string>> = {
  "fs.read": "reads files",
  "fs.write": "writes files",
  net: "uses the network",
  exec: "starts a process",
  env: "reads the environment",
  unanalysable: "runs code that is computed",
};
const deletes = /(?:\.remove|\.unlink|\.rmdir|\.removedirs|\.rmtree)$/;

function act(python: Python, node: SyntaxNode, at: SyntaxNode, name: string, acts: readonly Act[]): void {
  const text = textOf(python, node);
  const secret = acts.includes("env") ? /["']([A-Za-z_]\w*)["']/.exec(text.slice(0, 200))?.[1] : undefined;
  for (const one of acts) {
    const verb = one === "fs.write" && deletes.test(name) ? "deletes files" : verbs[one];
    const why =
      one === "env" && secret !== undefined && isSecretName(secret)
        ? `reads the credential \`${secret}\``
        : `${verb} with \`${shown(text)}\``;
    // The place of a call is its line: the arguments may be long.
    python.book.add(one, why, at.from, Math.min(at.to, endOfLine(python.text, at.from)));
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** The text of a literal; `undefined` where parts of it are computed. */
function literal(python: Python, node: SyntaxNode | undefined): string | undefined {
  if (node?.name === "String")
    return /^[rRbBuU]*(?:"""|'''|"|')([^]*?)(?:"""|'''|"|')$/
      .exec(textOf(python, node))?.[1]
      ?.replaceAll("\\n", "\n");
  if (node?.name === "ContinuedString") {
    const parts = childrenOf(node).map((part) => literal(python, part));
    return parts.includes(undefined) ? undefined : parts.join("");
  }
  return undefined;
}

/** A command whose computed parts are left open. */
function template(python: Python, node: SyntaxNode | undefined): string | undefined {
  if (node?.name === "FormatString") {
    let text = "";
    let at = node.from;
    for (const part of childrenOf(node)) {
      text += `${python.text.slice(at, part.from)}"$arg"`;
      at = part.to;
    }
    return (text + python.text.slice(at, node.to))
      .replace(/^[rRfF]*(?:"""|'''|"|')/, "")
      .replace(/(?:"""|'''|"|')$/, "");
  }
  return literal(python, node);
}

function opened(python: Python, node: SyntaxNode, { positional, named }: Args, name: string): void {
  const place = name === "pathlib.Path().open" ? 0 : 1;
  const given = named.get("mode") ?? positional[place];
  const mode = given === undefined ? "r" : literal(python, given);
  const acts: Act[] = [];
  if (mode === undefined || /[r+]/.test(mode) || mode === "b") acts.push("fs.read");
  if (mode === undefined || /[wax+]/.test(mode)) acts.push("fs.write");
  const path = literal(python, positional[0]);
  if (path !== undefined && isSecretFile(path) && acts.includes("fs.read")) {
    python.book.add(
      "fs.read",
      `reads the credentials in \`${shown(path)}\``,
      node.from,
      Math.min(node.to, endOfLine(python.text, node.from)),
    );
  }
  act(python, node, node, name, acts);
}

function evaluated(python: Python, node: SyntaxNode, { positional }: Args): void {
  const code = literal(python, positional[0]);
  if (code === undefined) act(python, node, node, "eval", ["unanalysable"]);
  else embed(python, node, "python", code);
}

function imported(python: Python, node: SyntaxNode, { positional }: Args, name: string): void {
  const module = literal(python, positional[0]);
  if (module === undefined) act(python, node, node, name, ["unanalysable"]);
}

/** `getattr(os, name)`: whatever the module can do. */
function computedMember(python: Python, node: SyntaxNode, { positional: [object, member] }: Args): void {
  const base = object === undefined ? undefined : resolve(python, object, 0);
  if (base === undefined || !/^(?:os|subprocess|shutil|builtins|importlib|socket|requests)$/.test(base))
    return;
  const name = literal(python, member);
  act(
    python,
    node,
    node,
    `${base}.${name ?? ""}`,
    name === undefined ? ["unanalysable"] : actsOfName(`${base}.${name}`),
  );
}

function byMethod(
  python: Python,
  node: SyntaxNode,
  method: string,
  args: Args,
  name: string | undefined,
): void {
  if (
    method === "open" &&
    (name === undefined || !/^(?:webbrowser|PIL|Image)/.test(name)) &&
    /^["'][rwaxbt+]+["']$/.test(args.positional[0] === undefined ? "" : textOf(python, args.positional[0]))
  ) {
    return opened(python, node, args, "pathlib.Path().open");
  }
  act(python, node, node, method, actsOfMethod(method, python.names.values()));
}

function command(python: Python, node: SyntaxNode, { positional, named }: Args): void {
  const given = positional[0] ?? named.get("args");
  if (given === undefined) return;
  if (given.name === "ArrayExpression") {
    const items = childrenOf(given).filter(({ name }) => !/^[[\],]$/.test(name));
    const parts = items.map((item) => template(python, item));
    if (parts[0] === undefined) return;
    embed(
      python,
      node,
      "shell",
      parts.map((part) => (part === undefined ? '"$arg"' : quote(part))).join(" "),
    );
    return;
  }
  const text = template(python, given);
  if (text !== undefined) embed(python, node, "shell", text);
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function embed(python: Python, node: SyntaxNode, language: "shell" | "python", code: string): void {
  const end = Math.min(node.to, endOfLine(python.text, node.from));
  for (const found of python.embedded(language, code, python.depth + 1))
    python.book.add(found.act, found.why, node.from, end);
}
