import { describe, expect, test } from "vitest";
import { loadFile, loadSkills } from "../../../src/cli/load.ts";
import type { EmittedFile } from "../../../src/compile.ts";
import { compile } from "../../../src/compile.ts";
import type { SourceFile } from "../../../src/report/source.ts";
import { textSource } from "../../../src/report/source.ts";
import { cangjie } from "../../../targets/cangjie/index.ts";
import { attributeProblems, structureProblems } from "../../helpers/cangjie.ts";
import { root } from "../../helpers/command.ts";
import { corpusSkills, hasCorpus, unlessCorpus } from "../../helpers/corpus.ts";
import { cardProblems } from "./card-schema.ts";

const configs: Readonly<Record<string, string>> = {
  "the defaults": "targets: {}\n",
  "agentskills-runtime": "targets: {cangjie: {dialect: agentskills-runtime}}\n",
  "magic-2025": "targets: {cangjie: {dialect: magic-2025}}\n",
  "skills in folders": "targets: {cangjie: {skills: folder}}\n",
};

async function emit(
  files: readonly SourceFile[],
  config: string,
  agent?: SourceFile,
): Promise<readonly EmittedFile[]> {
  const { files: emitted } = await compile(files, {
    rules: [],
    knownTargets: [cangjie],
    targets: [cangjie],
    config: textSource("skillc.config.yaml", config),
    agent,
  });
  return emitted;
}

/** What breaks a rule of the language, of the macros, or of the platform. */
function problemsOf(files: readonly EmittedFile[]): readonly string[] {
  const packages = new Map<string, string>();
  const problems = files.flatMap(({ path, text, skill }) => {
    if (path.endsWith(".cj")) {
      packages.set(skill, `${packages.get(skill) ?? ""}\n${text}`);
      return [...structureProblems(text), ...attributeProblems(text)].map((problem) => `${path}: ${problem}`);
    }
    if (path.endsWith("/agent_config.json")) return cardProblems(JSON.parse(text));
    return [];
  });
  // A package is one scope: no two of its files declare the same name.
  const clashes = [...packages].flatMap(([skill, text]) => {
    const names = [...text.matchAll(/^(?:public )?(?:func|class|let|var) (\w+)/gm)].map(([, name]) => name);
    return names
      .filter((name, i) => names.indexOf(name) !== i)
      .map((name) => `${skill}: ${name ?? ""} twice`);
  });
  return [...problems, ...clashes];
}

describe.each(Object.entries(configs))("every package keeps the rules: %s", (_, config) => {
  test("of the examples, alone and on their agent", async () => {
    process.chdir(root);
    const { files } = loadSkills(["examples"]);
    const alone = await emit(files, config);
    const mounted = await emit(files, config, loadFile("examples/agent.yml"));
    expect(problemsOf(alone)).toEqual([]);
    expect(problemsOf(mounted)).toEqual([]);
    expect(alone.filter(({ path }) => path.endsWith("/cjpm.toml")).length).toBeGreaterThan(4);
  });

  test.skipIf(!hasCorpus)(`of skills of the corpus${unlessCorpus}`, async () => {
    const all = corpusSkills();
    const some = all.filter((__, i) => i % Math.max(1, Math.floor(all.length / 300)) === 0);
    const files = await emit(
      some.flatMap((skill) => skill.files),
      config,
    );
    expect(files.filter(({ path }) => path.endsWith("/src/main.cj")).length).toBeGreaterThan(20);
    expect(problemsOf(files)).toEqual([]);
  });
});
