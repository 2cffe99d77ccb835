// The command: one small entry, and a chunk for each command and each heavy package, loaded when it is needed.
import { chmodSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

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

/** `npx skillc` in a checkout runs the file itself; only an install would make it executable. */
const executable = {
  name: "executable",
  writeBundle({ dir }) {
    chmodSync(join(dir, "main.js"), 0o755);
  },
};

export default {
  input: { main: "src/cli/main.ts" },
  platform: "node",
  plugins: [licences, executable],
  output: {
    dir: "dist/cli",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    minify: { mangle: false, compress: true, codegen: true },
    codeSplitting: {
      groups: [
        { name: "yaml", test: /node_modules[\\/]yaml[\\/]/ },
        { name: "chevrotain", test: /node_modules[\\/](?:@chevrotain|chevrotain|lodash-es)[\\/]/ },
        { name: "prettier", test: /node_modules[\\/]prettier[\\/]/ },
        { name: "re2js", test: /node_modules[\\/]re2js[\\/]/ },
        { name: "tokenizer", test: /node_modules[\\/]gpt-tokenizer[\\/]/ },
      ],
    },
  },
};
