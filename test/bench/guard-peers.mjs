// Other languages of expressions, in the versions that were compared.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { functions } from "./guard-cases.mjs";
import { installPackages } from "./peers.mjs";

/** Installs what is no dependency, and gives each peer a way to compile the guards: name → guard → function. */
export async function guardPeers() {
  const folder = installPackages("BENCH_GUARD_PEERS", ["@marcbachmann/cel-js@8.0.0", "filtrex@3.1.0"]);
  const resolver = createRequire(join(folder, "peers.js"));
  const [bufbuild, marcbachmann, filtrex] = await Promise.all([
    import("@bufbuild/cel"),
    import(pathToFileURL(resolver.resolve("@marcbachmann/cel-js")).href),
    import(pathToFileURL(resolver.resolve("filtrex")).href),
  ]);
  return {
    "@bufbuild/cel 0.6.1": bufbuildCel(bufbuild),
    "@marcbachmann/cel-js 8.0.0": marcbachmannCel(marcbachmann),
    "filtrex 3.1.0": ({ filtrex: source, parses }) => {
      const run = filtrex.compileExpression(source, { extraFunctions: functions });
      return parses ? (text) => run({ x: JSON.parse(text) }) : (text) => run({ x: text });
    },
  };
}

function bufbuildCel({ CelScalar, celEnv, celFunc, parse, plan }) {
  const { STRING, INT } = CelScalar;
  const count = celFunc("count", [STRING, STRING], INT, (a, b) => BigInt(functions.count(a, b)));
  const environment = celEnv({ funcs: [count] });
  return ({ cel, parses }) => {
    const run = plan(environment, parse(cel));
    return parses ? (text) => run({ x: JSON.parse(text) }) : (text) => run({ x: text });
  };
}

function marcbachmannCel({ Environment }) {
  const environment = (type) =>
    new Environment()
      .registerVariable("x", type)
      .registerFunction("count(string, string): int", (a, b) => BigInt(functions.count(a, b)));
  return ({ cel, parses }) => {
    const run = environment(parses ? "map" : "string").parse(cel);
    return parses ? (text) => run({ x: JSON.parse(text) }) : (text) => run({ x: text });
  };
}
