// The import rules of ARCHITECTURE.md. `a ← b`: b may import a.
const order = [
  ["report", "^src/report/"],
  ["grammar", "^grammar/"],
  ["ir", "^src/ir/"],
  ["language", "^src/language/"],
  ["regex", "^src/regex/"],
  ["types", "^src/types/"],
  ["guard", "^src/guard/"],
  ["manifest", "^src/manifest/"],
  ["lower", "^src/lower/"],
  ["evidence", "^src/evidence/"],
  ["portability", "^src/portability/"],
  ["diff", "^src/diff/"],
  ["clients", "^src/clients/"],
  ["rules", "^src/rules/"],
];

/** Layers that stand side by side and may not import each other. */
const besides = [
  ["language", "regex"],
  ["evidence", "portability", "diff", "clients"],
];

const every = (names) => names.map((name) => order.find(([known]) => known === name)[1]).join("|");

const upward = order.map(([name, path], i) => ({
  name: `${name}-imports-downwards`,
  severity: "error",
  from: { path },
  to: {
    path: `^(src|grammar|targets)/`,
    pathNot: `${every(order.slice(0, i + 1).map(([known]) => known))}${name === "rules" ? "|^src/target/" : ""}`,
  },
}));

const sideways = besides.flatMap((group) =>
  group.map((name) => ({
    name: `${name}-stands-beside`,
    severity: "error",
    from: { path: every([name]) },
    to: { path: every(group.filter((other) => other !== name)) },
  })),
);

const owners = [
  ["chevrotain", "^grammar/"],
  // The models of clients read YAML as those clients do, with their libraries.
  ["yaml", "^src/(manifest|clients)/"],
  ["js-yaml", "^src/clients/"],
  ["js-yaml-3", "^src/clients/"],
  // Oracles of the tests.
  ["re2js", "^test/"],
  ["jsoncompat", "^test/"],
  ["prettier", "^src/target/"],
  // Also builds the TypeScript that one target emits.
  ["ts-morph", "^src/evidence/|^targets/typescript/"],
  ["unbash", "^src/evidence/"],
  ["@lezer", "^src/evidence/"],
  ["unplugin", "^src/plugin/"],
  ["@jridgewell", "^src/plugin/"],
  ["fast-check", "^(?:src/testing|test)/"],
  ["commander", "^src/cli/"],
  ["picocolors", "^src/cli/"],
  ["gpt-tokenizer", "^src/cli/"],
  ["diff", "^src/cli/"],
];

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "node-stays-outside",
      comment: "Everything but the command, the plugin and the harness also runs in a browser.",
      severity: "error",
      from: { pathNot: "^src/(cli|plugin|testing)/" },
      to: { dependencyTypes: ["core"] },
    },
    ...upward,
    ...sideways,
    {
      name: "target-sees-the-form",
      severity: "error",
      from: { path: "^src/target/" },
      // Schemas are written anew in the words of an API: what they mean stands below guard.
      to: { path: "^(src|grammar|targets)/", pathNot: "^src/(report|ir|language|types|guard|target)/" },
    },
    {
      // Tool guards translate patterns, and guards are walked as trees: regex and grammar stand below guard.
      name: "targets-see-the-form",
      severity: "error",
      from: { path: "^targets/[^/]+/" },
      to: {
        path: "^(src|targets)/",
        pathNot: "^src/(report|ir|language|regex|guard|target)/|^targets/$1/|^targets/[^/]+/",
      },
    },
    {
      name: "targets-are-strangers",
      severity: "error",
      from: { path: "^targets/([^/]+)/" },
      to: { path: "^targets/[^/]+/", pathNot: "^targets/$1/" },
    },
    {
      name: "compile-knows-no-list",
      severity: "error",
      from: { path: "^src/compile\\.ts$" },
      to: { path: "^targets/|^src/rules/(?!rule\\.ts)|^src/clients/" },
    },
    {
      name: "only-the-outside-knows-all",
      severity: "error",
      from: { path: "^src/(?!cli/|plugin/|testing/|index\\.ts)" },
      to: { path: "^src/(cli/|plugin/|testing/|index\\.ts)" },
    },
    ...owners.map(([name, path]) => ({
      name: `${name}-has-one-owner`,
      severity: "error",
      from: { pathNot: path },
      to: { path: `^node_modules/${name}/` },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    // The package names itself where the bundled plugin is tried.
    exclude: { path: "^dist/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
