import { GenMapping, addMapping, setSourceContent, toEncodedMap } from "@jridgewell/gen-mapping";
import { emitJavaScript } from "../guard/javascript.ts";
import type { Skill } from "../ir/skill.ts";
import { javascriptString } from "../language/javascript.ts";
import type { Span } from "../report/source.ts";
import { positionAt } from "../report/source.ts";
import type { CompiledProgram } from "./compile-skill.ts";

/** A JavaScript module and where its lines come from. */
export interface ModuleText {
  readonly code: string;
  readonly map: SourceMap;
}

/** The module of a disabled skill, which is checked and never emitted. */
export const noSkill = "export default undefined;\n";

/** A source map of the third revision. Bundlers take it over and change it, so nothing of it is readonly. */
interface SourceMap {
  version: 3;
  file: string;
  names: string[];
  sources: string[];
  sourcesContent: (string | null)[];
  mappings: string;
}

/** One exported name; `from` is the place of the source that it stands for. */
interface Binding {
  readonly name: string;
  readonly text: string;
  readonly from: Span;
}

/**
 * A skill as a module. Each part is a constant of its own that has no effect when it is evaluated, so a bundler leaves
 * out all that nobody imports; the default export holds every part.
 */
export function skillModule({ program, skill: data }: CompiledProgram): ModuleText {
  const [skill] = program.skills;
  if (skill === undefined) throw new Error(`skillc: the program ${program.name} has no skill`);
  const bindings = [...dataBindings(skill, data), guardBinding(skill)];
  const handler = handlerOf(skill);
  const lines: string[] = [];
  const map = new GenMapping({ file: "skill.js" });
  const at = (span: Span): void => {
    const { line, column } = positionAt(span.file, span.start);
    // Beside the module, whichever of the two files it is.
    const source = span.file.path.slice(span.file.path.lastIndexOf("/") + 1);
    setSourceContent(map, source, span.file.text);
    const original = { line, column: column - 1 };
    addMapping(map, { generated: { line: lines.length + 1, column: 0 }, source, original });
  };
  for (const { name, text, from } of bindings) {
    at(from);
    lines.push(...`export const ${name} = ${text};`.split("\n"));
  }
  if (handler !== undefined) {
    at(skill.spans.whole);
    lines.push(`import { ${handler.name} as handler } from ${javascriptString(handler.path)};`);
    lines.push("export { handler };");
  }
  const names = [...bindings.map(({ name }) => name), ...(handler === undefined ? [] : ["handler"])];
  at(skill.spans.whole);
  lines.push(`export default { ${names.join(", ")} };`, "");
  return { code: lines.join("\n"), map: plainMap(map) };
}

function plainMap(map: GenMapping): SourceMap {
  const { names, sources, sourcesContent = [], mappings } = toEncodedMap(map);
  return {
    version: 3,
    file: "skill.js",
    names: [...names],
    sources: sources.map((source) => source ?? ""),
    sourcesContent: [...sourcesContent],
    mappings,
  };
}

function dataBindings(skill: Skill, data: CompiledProgram["skill"]): readonly Binding[] {
  const { spans } = skill;
  const places: Readonly<Record<keyof CompiledProgram["skill"], Span>> = {
    name: spans.name,
    description: spans.description,
    version: spans.whole,
    kind: spans.whole,
    input: spans.input,
    output: spans.output,
    effect: spans.effectHint,
    grade: spans.costHint,
    prompt: spans.prompt,
    tools: spans.tools,
  };
  return keysOf(data).map((name) => ({ name, text: literal(data[name]), from: places[name] }));
}

function keysOf<T extends object>(value: T): readonly (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[];
}

/** JSON is JavaScript, but for a key that would set the prototype. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"__proto__":/g, '["__proto__"]:');
}

/** The guard as a function of the output; `undefined` where the skill has none, or a model is the judge. */
function guardBinding(skill: Skill): Binding {
  const from = skill.spans.guard;
  if (skill.guard?.kind !== "rule") return { name: "guard", text: "undefined", from };
  const { code, runtime } = emitJavaScript(skill.guard.predicate, "guard");
  const text = `/* @__PURE__ */ (() => {\n${runtime}\n${code}return guard;\n})()`;
  return { name: "guard", text, from };
}

/** `handler: ./handler.ts`, or `./handler.ts#search` for a function of another name. */
export function handlerOf({ contract }: Skill): { readonly path: string; readonly name: string } | undefined {
  const written = contract.rest["handler"];
  if (typeof written !== "string" || written === "") return undefined;
  const [path = "", name = "handler"] = written.split("#");
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) return undefined;
  return { path: path.startsWith(".") ? path : `./${path}`, name };
}
