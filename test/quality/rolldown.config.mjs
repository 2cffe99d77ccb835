// The command: one small entry, and a chunk for each command and each heavy package, loaded when it is needed.
export default {
  input: { main: "src/cli/main.ts" },
  platform: "node",
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
