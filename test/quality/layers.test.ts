import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { root, withFolder } from "../helpers/command.ts";

/** Rules that a tree of files breaks: `from -> to: rule`. A file is named with what it imports. */
function broken(imports: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return withFolder((folder) => {
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("package.json", JSON.stringify({ type: "module" }));
    write(
      "tsconfig.json",
      JSON.stringify({
        compilerOptions: { module: "NodeNext", allowImportingTsExtensions: true, noEmit: true },
      }),
    );
    for (const layer of ["src", "grammar", "targets"]) mkdirSync(join(folder, layer), { recursive: true });
    const written = new Set(Object.keys(imports));
    for (const [file, wanted] of Object.entries(imports)) {
      write(file, wanted.map((to, i) => statement(file, to, i)).join("") || "export {};\n");
      for (const to of wanted) {
        if (isPackage(to)) {
          write(`node_modules/${to}/package.json`, JSON.stringify({ name: to, main: "index.js" }));
          write(`node_modules/${to}/index.js`, "");
        } else if (to.endsWith(".ts") && !written.has(to)) {
          write(to, "export {};\n");
          written.add(to);
        }
      }
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
        ...[
          "--config",
          join(root, "test/quality/layers.cjs"),
          "--output-type",
          "json",
          "src",
          "grammar",
          "targets",
        ],
      ],
      { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 },
    );
    if (!stdout.startsWith("{")) throw new Error(stderr);
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: readonly { from: string; to: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, to, rule }) => `${from} -> ${to}: ${rule.name}`).toSorted();
  });
}

function isPackage(to: string): boolean {
  return !to.startsWith("node:") && !to.endsWith(".ts");
}

/** Types count as much as values: every other import is one of types. */
function statement(file: string, to: string, i: number): string {
  const path = to.endsWith(".ts") ? relative(dirname(file), to) : to;
  const from = path.startsWith(".") || !to.endsWith(".ts") ? path : `./${path}`;
  return i % 2 === 0 ? `import type * as n${i} from "${from}";\n` : `import * as n${i} from "${from}";\n`;
}

test("what the layers allow passes", () => {
  expect(
    broken({
      "src/report/a.ts": [],
      "grammar/a.ts": ["src/report/a.ts", "chevrotain"],
      "src/ir/a.ts": ["src/report/a.ts", "grammar/a.ts"],
      "src/guard/a.ts": ["src/ir/a.ts", "src/types/a.ts", "src/regex/a.ts", "src/language/a.ts"],
      "src/types/a.ts": ["src/regex/a.ts", "src/ir/a.ts"],
      "src/regex/a.ts": ["src/ir/a.ts"],
      "src/manifest/a.ts": ["yaml", "grammar/a.ts"],
      "src/lower/a.ts": ["src/manifest/a.ts", "src/guard/a.ts"],
      "src/rules/name/a.ts": [
        "src/lower/a.ts",
        "src/portability/a.ts",
        "src/clients/a.ts",
        "src/target/a.ts",
      ],
      "src/target/a.ts": ["prettier", "src/ir/a.ts", "src/language/a.ts", "src/guard/a.ts"],
      "targets/one/a.ts": ["src/target/a.ts", "src/ir/a.ts", "targets/one/b.ts"],
      "targets/index.ts": ["targets/one/a.ts", "targets/two/a.ts"],
      "src/compile.ts": ["src/rules/rule.ts", "src/lower/a.ts", "src/target/a.ts", "src/portability/a.ts"],
      "src/index.ts": ["src/compile.ts", "targets/index.ts", "src/rules/index.ts"],
      "src/cli/a.ts": [
        "node:fs",
        "commander",
        "picocolors",
        "gpt-tokenizer",
        "src/index.ts",
        "targets/index.ts",
      ],
      "src/plugin/a.ts": ["node:path"],
      "src/testing/a.ts": ["node:path"],
    }),
  ).toEqual([]);
});

const order = [
  ...["src/report", "grammar", "src/ir", "src/regex", "src/types", "src/guard", "src/manifest", "src/lower"],
  ...["src/portability", "src/rules"],
];

test("an import upwards is refused from every layer to the next", () => {
  // One file a layer that imports the layer above, by type alone.
  const upward = order
    .slice(0, -1)
    .map((layer, i) => [`${layer}/low.ts`, `${order[i + 1]}/high.ts`] as const);
  expect(broken(Object.fromEntries(upward.map(([from, to]) => [from, [to]])))).toEqual(
    upward
      .map(([from, to]) => `${from} -> ${to}: ${dirname(from).replace("src/", "")}-imports-downwards`)
      .toSorted(),
  );
});

const forbidden = [
  ["layers side by side", "src/language/a.ts", "src/regex/b.ts", "language-stands-beside"],
  ["layers side by side, the other way", "src/regex/a.ts", "src/language/b.ts", "regex-stands-beside"],
  ["portability and clients", "src/portability/a.ts", "src/clients/b.ts", "portability-stands-beside"],
  ["a sibling target", "targets/one/a.ts", "targets/two/b.ts", "targets-are-strangers"],
  ["a target and the rules", "targets/one/c.ts", "src/rules/b.ts", "targets-see-the-form"],
  ["a target and a manifest", "targets/one/d.ts", "src/manifest/b.ts", "targets-see-the-form"],
  ["the form of targets and lowering", "src/target/a.ts", "src/lower/b.ts", "target-sees-the-form"],
  ["compile and the list of targets", "src/compile.ts", "targets/index.ts", "compile-knows-no-list"],
  ["compile and the list of rules", "src/compile.ts", "src/rules/index.ts", "compile-knows-no-list"],
  ["compile and a client", "src/compile.ts", "src/clients/index.ts", "compile-knows-no-list"],
  ["a rule and the command", "src/rules/a.ts", "src/cli/b.ts", "only-the-outside-knows-all"],
  ["node in the compiler", "src/manifest/a.ts", "node:fs", "node-stays-outside"],
  ["node in a target", "targets/one/e.ts", "node:path", "node-stays-outside"],
  ["chevrotain outside grammar", "src/guard/a.ts", "chevrotain", "chevrotain-has-one-owner"],
  ["yaml outside manifest and clients", "src/lower/a.ts", "yaml", "yaml-has-one-owner"],
  ["re2js outside the tests", "src/regex/c.ts", "re2js", "re2js-has-one-owner"],
  ["prettier outside target", "targets/one/f.ts", "prettier", "prettier-has-one-owner"],
  ["ts-morph outside evidence", "src/lower/m.ts", "ts-morph", "ts-morph-has-one-owner"],
  ["unbash outside evidence", "src/rules/s.ts", "unbash", "unbash-has-one-owner"],
  ["commander outside cli", "src/report/a.ts", "commander", "commander-has-one-owner"],
  ["picocolors outside cli", "src/report/c.ts", "picocolors", "picocolors-has-one-owner"],
  ["gpt-tokenizer outside cli", "src/ir/a.ts", "gpt-tokenizer", "gpt-tokenizer-has-one-owner"],
] as const;

describe("refused", () => {
  let found: readonly string[] = [];
  // One run of the tool for all, since starting it takes most of the time.
  beforeAll(() => {
    const sources = [...new Set(forbidden.map(([, from]) => from))];
    found = broken(
      Object.fromEntries(
        sources.map((source) => [source, forbidden.flatMap(([, from, to]) => (from === source ? [to] : []))]),
      ),
    );
  });

  test.each(forbidden)("%s", (_, from, to, rule) => {
    const path = isPackage(to) ? `node_modules/${to}/index.js` : to.replace("node:", "");
    expect(found).toContain(`${from} -> ${path}: ${rule}`);
  });
});

test("a circle of type imports is a circle", () => {
  const found = broken({ "src/ir/a.ts": ["src/ir/b.ts"], "src/ir/b.ts": ["src/ir/a.ts"] });
  expect(found.filter((line) => line.endsWith(": no-cycles"))).not.toEqual([]);
});
