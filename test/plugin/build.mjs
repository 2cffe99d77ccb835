// Builds one file of an application with one bundler: node build.mjs <bundler> <entry> <out>. The working directory is the application's.
import { resolve } from "node:path";

const [bundler, entry, out] = process.argv.slice(2);
const options = { targets: ["openai"], sources: ["skills"] };
const input = resolve(entry);
const outDir = resolve(out);
const { default: skillc } = await import(`skillc/${bundler}`);
const plugins = [skillc(options)];

function webpackLike(compile) {
  const settings = {
    mode: "production",
    target: "node",
    context: process.cwd(),
    entry: input,
    output: {
      path: outDir,
      filename: "main.mjs",
      chunkFormat: "module",
      module: true,
      library: { type: "module" },
    },
    experiments: { outputModule: true },
    devtool: "source-map",
    plugins,
  };
  return new Promise((done, fail) => {
    compile(settings, (error, stats) => {
      if (error) return fail(error);
      const { errors, warnings } = stats.toJson();
      for (const { message } of warnings) process.stderr.write(`${message}\n`);
      if (errors.length > 0) return fail(new Error(errors.map(({ message }) => message).join("\n")));
      return done();
    });
  });
}

async function rollupLike(bundle) {
  const built = await bundle({ input, plugins });
  await built.write({
    dir: outDir,
    format: "esm",
    entryFileNames: "main.mjs",
    chunkFileNames: "[name].mjs",
    sourcemap: true,
  });
  await built.close?.();
}

const builders = {
  async vite() {
    const { build } = await import("vite");
    const rolldownOptions = { output: { entryFileNames: "main.mjs" } };
    await build({
      configFile: false,
      logLevel: "warn",
      plugins,
      build: { ssr: input, outDir, sourcemap: true, minify: false, rolldownOptions },
    });
  },
  rollup: async () => rollupLike((await import("rollup")).rollup),
  rolldown: async () => rollupLike((await import("rolldown")).rolldown),
  webpack: async () => webpackLike((await import("webpack")).default),
  rspack: async () => webpackLike((await import("@rspack/core")).rspack),
  async esbuild() {
    const { build } = await import("esbuild");
    await build({
      entryPoints: { main: input },
      bundle: true,
      format: "esm",
      platform: "node",
      outdir: outDir,
      outExtension: { ".js": ".mjs" },
      sourcemap: true,
      treeShaking: true,
      plugins,
    });
  },
  async farm() {
    const { build } = await import("@farmfe/core");
    await build({
      root: process.cwd(),
      compilation: {
        input: { main: input },
        output: { path: outDir, entryFilename: "main.mjs", targetEnv: "node", format: "esm" },
        sourcemap: true,
        minify: false,
        persistentCache: false,
        progress: false,
      },
      plugins,
    });
  },
};

try {
  await builders[bundler]();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
