// The command: one small entry, and a chunk for each command and each heavy package, loaded when it is needed.
import { chmodSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { tokenTable } from "./token-table.mjs";

/** The licences of everything that is bundled go with the bundle, as they ask. */
const licences = {
  name: "licences",
  generateBundle(_options, bundle) {
    const ids = Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []);
    const folders = new Set(ids.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
    const texts = [...folders].toSorted().map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text =
        file === undefined || !existsSync(join(folder, file)) ? "" : readFileSync(join(folder, file), "utf8");
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    });
    this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: texts.join(`\n${"-".repeat(80)}\n\n`) });
  },
};

/** The tokenizer's vocabulary, in a form that costs no more than reading it. */
const tokens = {
  name: "tokens",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "o200k.bin", source: tokenTable() });
  },
};

/** The package is ESM, the bundle is not: a start that loads CommonJS costs a quarter less than one that loads ESM. */
const commonjs = {
  name: "commonjs",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
  },
};

/** commander loads node:child_process, and half of node with it, for commands that are programs. We have none. */
const noChildProcess = {
  name: "no-child-process",
  resolveId(id, importer) {
    return id === "node:child_process" && importer?.includes("commander") ? "\0no-child-process" : undefined;
  },
  load(id) {
    return id === "\0no-child-process" ? "export {};" : undefined;
  },
};

/** The entry loads the program by its name, which changes with every chunk. */
const nameOfProgram = {
  name: "name-of-program",
  generateBundle(_options, bundle) {
    const program = Object.values(bundle).find(({ isEntry, name }) => isEntry && name === "program");
    // The bundler itself would have the entry load the program first, past the loader.
    bundle["main.js"].code = bundle["main.js"].code
      .replace(`require("./${program.fileName}");`, "")
      .replace("./program.js", `./${program.fileName}`);
  },
};

/** `npx skillc` in a checkout runs the file itself; only an install would make it executable. */
const executable = {
  name: "executable",
  writeBundle({ dir }) {
    chmodSync(join(dir, "main.js"), 0o755);
  },
};

const command = {
  input: { main: "src/cli/start.ts", program: "src/cli/main.ts" },
  platform: "node",
  // Its ESM build, which loads faster: a bundler can join its modules into one.
  resolve: { alias: { yaml: resolve("node_modules/yaml/browser/dist/index.js") } },
  plugins: [licences, tokens, commonjs, noChildProcess, nameOfProgram, executable],
  // These say nothing of it themselves, and half of them is never called.
  // Twelve megabytes that few skills need: loaded from the installed package, where a skill has such a script.
  external: ["ts-morph"],
  treeshake: {
    moduleSideEffects: (id) =>
      !/node_modules[\\/](?:@chevrotain|chevrotain|diff|lodash-es|yaml)[\\/]/.test(id),
  },
  output: {
    dir: "dist/cli",
    format: "cjs",
    entryFileNames: ({ name }) => (name === "main" ? "main.js" : "[name]-[hash].js"),
    chunkFileNames: "[name]-[hash].js",
    minify: { mangle: true, compress: true, codegen: true },
    codeSplitting: {
      groups: [
        { name: "yaml", test: /node_modules[\\/]yaml[\\/]/ },
        { name: "chevrotain", test: /node_modules[\\/](?:@chevrotain|chevrotain|lodash-es)[\\/]/ },
        { name: "prettier", test: /node_modules[\\/]prettier[\\/]/ },
        { name: "tokenizer", test: /node_modules[\\/]gpt-tokenizer[\\/]/ },
      ],
    },
  },
};

const bundlers = ["vite", "rollup", "rolldown", "webpack", "rspack", "esbuild", "farm"];
const inNode = ["plugin", "register", "node-hooks"];
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** The plugin: what it takes from the command is bundled with it, and what users have installed anyway is not. */
const plugin = {
  input: {
    ...Object.fromEntries([...bundlers, ...inNode].map((name) => [name, `src/plugin/${name}.ts`])),
    testing: "src/testing/testing.ts",
  },
  platform: "node",
  external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
  treeshake: command.treeshake,
  output: { dir: "dist/plugin", format: "esm", chunkFileNames: "shared-[hash].js" },
};

export default [command, plugin];
