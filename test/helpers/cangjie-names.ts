import { lexCangjie } from "./cangjie.ts";

/** What emitted guards may call of the libraries of Cangjie 1.0.5 and stdx 1.0.5.1; everything else is a slip. */
const functions = new Set(
  (
    "String StringBuilder Rune Int64 UInt32 Float64 Array Exception Some " +
    "HashMap JsonArray JsonObject JsonString JsonFloat JsonBool JsonNull"
  ).split(" "),
);
const members = new Set(
  // String, Array, StringBuilder
  (
    "runes toRuneArray contains isEmpty startsWith endsWith split replace size toAsciiLower toAsciiUpper append reset toString " +
    // Option, Float64
    "isNone isSome getOrThrow parse " +
    // HashMap, JsonArray, JsonObject and the other values
    "add get getFields asString asArray asObject asBool asFloat getValue"
  ).split(" "),
);
const imports = new Set(["std.collection.HashMap", "std.convert.Parsable", "stdx.encoding.json.*"]);

/** Calls of what is neither declared nor of the libraries, and uses of library names that are not imported. */
export function nameProblems(source: string): readonly string[] {
  const declared = new Set([...source.matchAll(/^func (\w+)/gm)].map(([, name]) => name ?? ""));
  const imported = new Set([...source.matchAll(/^import (.+)$/gm)].map(([, name]) => name ?? ""));
  const body = source.replaceAll(/^(?:import|package) .*$/gm, "");
  const tokens = lexCangjie(body).tokens.filter(({ kind }) => kind !== "comment" && kind !== "newline");
  const problems = [...imported].filter((name) => !imports.has(name)).map((name) => `an import of ${name}`);
  tokens.forEach(({ kind, text }, i) => {
    const [before, after] = [tokens[i - 1]?.text, tokens[i + 1]?.text];
    if (kind !== "identifier" && !functions.has(text)) return;
    if (before === ".") {
      if (!members.has(text)) problems.push(`a member .${text}`);
      if (text === "parse" && !imported.has("std.convert.Parsable"))
        problems.push("Parsable is not imported");
    } else if (before === "func") return;
    else if (after === "(" && !declared.has(text) && !functions.has(text))
      problems.push(`a function ${text}`);
    if (text.startsWith("Json") && !imported.has("stdx.encoding.json.*"))
      problems.push(`${text} is not imported`);
    if (text === "HashMap" && !imported.has("std.collection.HashMap"))
      problems.push("HashMap is not imported");
  });
  const locals = new Set(
    [
      ...body.matchAll(/\b(?:let|var) (\w+)|[(,] ?(\w+): [A-Z]|for \((\w+) in|for \(\((\w+), (\w+)\) in/g),
    ].flatMap(([, ...names]) => names),
  );
  tokens.forEach(({ kind, text }, i) => {
    if (kind !== "identifier" || tokens[i - 1]?.text === "." || declared.has(text) || locals.has(text))
      return;
    if (functions.has(text) || ["_", "None", "Option", "JsonValue"].includes(text)) return;
    problems.push(`${text} is not declared`);
  });
  return [...new Set(problems)];
}
