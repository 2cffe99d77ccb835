import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "../../src/cli/tokens.ts";
import type { Analysis, Options } from "../../src/compile.ts";
import { check } from "../../src/compile.ts";
import type { Supports } from "../../src/ir/feature.ts";
import { features } from "../../src/ir/feature.ts";
import type { SourceFile } from "../../src/report/source.ts";
import { sourceFile } from "../../src/report/source.ts";
import type { Rule } from "../../src/rules/rule.ts";
import type { Target } from "../../src/target/target.ts";
import type { Expected } from "./diagnostics.ts";

/** A folder of one case: skills, and where it has them `agent.yml`, `tools.yml`, `device*.yml`, `skillc.config.yaml`, `expected.json`. */
export interface Fixture {
  readonly name: string;
  readonly skills: readonly SourceFile[];
  readonly inputs: Pick<Options, "agent" | "devices" | "tools" | "config">;
  readonly targets: readonly Target[];
  readonly expected: readonly Expected[];
}

/** A back end that carries no restriction, takes judges as advice, and carries the rest. */
const stubTarget: Target = {
  name: "stub",
  summary: "Stands in for a target in tests.",
  supports: Object.fromEntries(
    features.map((feature) => [feature, supportOfStub(feature)]),
  ) as unknown as Supports,
  permissions: { net: ["stub.permission.INTERNET"] },
  emit: () => [],
};

function supportOfStub(feature: string): Supports["prompt"] {
  if (feature.startsWith("restrict.")) return { level: "none", because: "it has nothing to restrict" };
  if (feature === "guard.judge") return { level: "advisory", because: "it asks no model by itself" };
  return { level: "full" };
}

/** Every file below a folder, with paths relative to it, in sorted order. */
export function filesBelow(folder: string, below = ""): readonly string[] {
  return readdirSync(join(folder, below))
    .toSorted()
    .flatMap((entry) => {
      const path = below === "" ? entry : `${below}/${entry}`;
      return statSync(join(folder, path)).isDirectory() ? filesBelow(folder, path) : [path];
    });
}

export function readFixture(folder: string, name: string): Fixture {
  const root = join(folder, name);
  const read = (path: string): SourceFile => {
    const { mode } = statSync(join(root, path));
    return sourceFile({ path, bytes: readFileSync(join(root, path)), mode: mode & 0o7777 });
  };
  const paths = filesBelow(root);
  const json = (path: string): readonly unknown[] =>
    existsSync(join(root, path)) ? (JSON.parse(readFileSync(join(root, path), "utf8")) as unknown[]) : [];
  const devices = paths.filter((path) => /^device[^/]*\.yml$/.test(path)).map(read);
  return {
    name,
    skills: paths.filter((path) => !isInput(path)).map(read),
    inputs: {
      agent: paths.includes("agent.yml") ? read("agent.yml") : undefined,
      tools: paths.includes("tools.yml") ? read("tools.yml") : undefined,
      config: paths.includes("skillc.config.yaml") ? read("skillc.config.yaml") : undefined,
      devices,
    },
    targets: json("targets.json").includes("stub") ? [stubTarget] : [],
    expected: json("expected.json") as readonly Expected[],
  };
}

/** Runs the whole front of the compiler with one rule, or with none. */
export function checkFixture(
  fixture: Fixture,
  rule: Rule | undefined,
  skills: readonly SourceFile[] = fixture.skills,
): Promise<Analysis> {
  return check(skills, {
    ...fixture.inputs,
    tokenizer: () => Promise.resolve(countTokens),
    rules: rule === undefined ? [] : [rule],
    knownTargets: [stubTarget],
    targets: fixture.targets,
  });
}

/** What of a fixture is no file of a skill. */
function isInput(path: string): boolean {
  return (
    /^(?:(?:agent|tools|device[^/]*)\.yml|skillc\.config\.yaml)$/.test(path) ||
    /^(?:expected|targets)\.json$/.test(path)
  );
}
