import type { Effect } from "../ir/effect.ts";
import { finite, pure } from "../ir/lattice.ts";
import type { CostHint } from "../ir/grade.ts";
import type {
  Contract,
  Evidence,
  OpaqueHook,
  Prompt,
  Restrict,
  Script,
  Skill,
  SkillSpans,
  Step,
} from "../ir/skill.ts";
import type { JsonSchema, Type } from "../ir/type.ts";
import { str } from "../ir/type.ts";
import type { SkillManifest } from "../manifest/manifest.ts";
import type { MapNode } from "../manifest/node.ts";
import { dataOf, find, get } from "../manifest/node.ts";
import type { Checked, Diagnostic } from "../report/diagnostic.ts";
import type { SourceFile, Span } from "../report/source.ts";
import { firstLine } from "../report/source.ts";
import { lowerAbout } from "./about.ts";
import { featuresOf } from "./features.ts";
import { lowerGrants } from "./grants.ts";
import type { GuardLanguage } from "./guard.ts";
import { lowerGuard } from "./guard.ts";
import { lowerHint } from "./hint.ts";
import type { LoweredHooks } from "./hooks.ts";
import { describeHook, lowerHooks } from "./hooks.ts";
import { booleanAt, listAt, mapAt, namesAt, numberAt, scalarAt, textAt } from "./parts.ts";
import { lowerRestrict } from "./restrict.ts";
import { lowerType } from "./type.ts";

/**
 * Resolves one skill: the carriers merged, names and types bound, guards typed. Where both files give a value the
 * contract is taken; a clash has been reported.
 */
export function lowerSkill(
  manifest: SkillManifest,
  language: GuardLanguage,
  read: (file: SourceFile) => SourceFile | undefined = () => undefined,
): Checked<Skill> {
  const { frontMatter, contract, source, file } = manifest;
  const either = (key: string): MapNode | undefined =>
    get(contract, key) === undefined ? frontMatter : contract;
  const form = mapAt(contract, "interface") ?? mapAt(frontMatter, "interface");
  const hooks = lowerHooks(manifest, read);
  const restrict = withHooks(lowerRestrict(mapAt(form, "restrict")), hooks);
  const prompt = lowerPrompt(manifest);
  const contractData = lowerContract(contract);
  const input = lowerSide(form, "input_type", contractData.inputSchema);
  const output = lowerSide(form, "output_type", contractData.outputSchema);
  const guard = lowerGuard(mapAt(form, "guard"), output, language);
  const steps = lowerSteps(contract, language);
  const spans = spansOf(manifest, form);
  const scripts = scriptsOf(manifest, spans.whole);
  const skill: Omit<Skill, "features"> = {
    kind: restrict !== undefined && isEmpty(prompt) && steps.value.length === 0 ? "restrict" : "skill",
    id: source.id,
    name: nameOf(manifest),
    description: textAt(either("description"), "description")?.trim() ?? "",
    version: textAt(either("version"), "version") ?? textAt(frontMatter, "metadata", "version"),
    file: file.path,
    files: filesOf(manifest),
    enabled: booleanAt(either("enabled"), "enabled") ?? true,
    prompt,
    input,
    output,
    tools: namesAt(contract, "requires", "tools"),
    optionalTools: namesAt(contract, "requires", "optional_tools"),
    mcpScopes: namesAt(contract, "requires", "mcp_scopes"),
    allowedTools: lowerGrants(find(either("allowed-tools"), "allowed-tools")),
    stateKeys: namesAt(form, "state_keys"),
    effectHint: lowerHint(find(form, "effect_hint")),
    guard: guard.value,
    costHint: lowerCostHint(mapAt(form, "cost_hint")),
    restrict,
    hooks: hooks.opaque,
    steps: steps.value,
    scripts,
    evidence: [...scripts.map(evidenceOf), ...hooks.opaque.map(evidenceOfHook)],
    contract: contractData,
    about: lowerAbout(manifest),
    spans,
  };
  return {
    value: { ...skill, features: featuresOf(skill) },
    diagnostics: [...guard.diagnostics, ...steps.diagnostics],
  };
}

function nameOf({ frontMatter, contract, source, file }: SkillManifest): string {
  const name = textAt(frontMatter, "name")?.trim() ?? textAt(contract, "name")?.trim();
  if (name !== undefined && name !== "") return name;
  const folder = source.folder.slice(source.folder.lastIndexOf("/") + 1);
  return folder === "." ? file.path.replace(/\.[^.]*$/, "").toLowerCase() : folder;
}

function lowerPrompt({ body, contract }: SkillManifest): Prompt {
  const parts = mapAt(contract, "prompt");
  if (parts !== undefined) {
    const [action, purpose, expectation] = ["action", "purpose", "expectation"].map(
      (key) => textAt(parts, key) ?? "",
    );
    return { kind: "ape", action: action ?? "", purpose: purpose ?? "", expectation: expectation ?? "" };
  }
  const written = body?.text ?? "";
  const text = written.trim() === "" ? (textAt(contract, "prompt") ?? written) : written;
  return { kind: "text", text };
}

function isEmpty(prompt: Prompt): boolean {
  return prompt.kind === "text" && prompt.text.trim() === "";
}

/** `output_type`, else the schema of the contract, else Str. */
function lowerSide(form: MapNode | undefined, key: string, schema: JsonSchema | undefined): Type {
  const node = get(form, key);
  if (node !== undefined && !(node.kind === "scalar" && node.value === null)) {
    const type = lowerType(node);
    // `Json` beside a schema says only that the output is JSON; the schema says which.
    return type.kind === "json" && type.schema === true && schema !== undefined
      ? { kind: "json", schema }
      : type;
  }
  return schema === undefined ? str : { kind: "json", schema };
}

function lowerSteps(contract: MapNode | undefined, language: GuardLanguage): Checked<readonly Step[]> {
  const diagnostics: Diagnostic[] = [];
  const steps = listAt(contract, "steps").flatMap((node, index): Step[] => {
    if (node.kind !== "map") return [];
    const guard = lowerGuard(mapAt(node, "guard"), str, language);
    diagnostics.push(...guard.diagnostics);
    return [
      {
        name: textAt(node, "name") ?? `step-${index + 1}`,
        prompt: textAt(node, "prompt") ?? "",
        tools: namesAt(node, "requires", "tools"),
        guard: guard.value,
        span: scalarAt(node, "name")?.span ?? node.span,
      },
    ];
  });
  return { value: steps, diagnostics };
}

function lowerCostHint(map: MapNode | undefined): CostHint | undefined {
  if (map === undefined) return undefined;
  const keys = ["tokens", "latency", "money", "p_useful", "p_fatal"] as const;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = numberAt(map, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Contract keys that have a field of their own in the skill, or none to keep. */
const resolved = new Set(
  "name version description prompt requires steps examples enabled interface input_schema output_schema".split(
    " ",
  ),
);

function lowerContract(map: MapNode | undefined): Contract {
  const schema = (key: string): JsonSchema | undefined => {
    const node = mapAt(map, key);
    return node === undefined ? undefined : (dataOf(node) as JsonSchema);
  };
  const rest = (map?.entries ?? []).filter(({ key }) => !resolved.has(key.text));
  return {
    inputSchema: schema("input_schema"),
    outputSchema: schema("output_schema"),
    rest: Object.fromEntries(rest.map(({ key, value }) => [key.text, dataOf(value)])),
  };
}

function spansOf(
  { file, body, contract, frontMatter }: SkillManifest,
  form: MapNode | undefined,
): SkillSpans {
  const whole = firstLine(file);
  const place = (map: MapNode | undefined, ...path: readonly string[]): Span | undefined =>
    find(map, ...path)?.span;
  const either = (key: string): Span => place(frontMatter, key) ?? place(contract, key) ?? whole;
  return {
    whole,
    name: either("name"),
    description: either("description"),
    prompt: place(contract, "prompt") ?? body?.span ?? whole,
    input: place(form, "input_type") ?? place(contract, "input_schema") ?? whole,
    output: place(form, "output_type") ?? place(contract, "output_schema") ?? whole,
    tools: place(contract, "requires", "tools") ?? whole,
    effectHint: place(form, "effect_hint") ?? whole,
    guard: place(form, "guard") ?? whole,
    costHint: place(form, "cost_hint") ?? whole,
    stateKeys: place(form, "state_keys") ?? whole,
    restrict: place(form, "restrict") ?? whole,
  };
}

/** Endings of files that are run, in the folders for them or with permission to be executed. */
const runnable = /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|mts|rb|pl|php|ps1|bat|exe)$/;

function scriptsOf({ source }: SkillManifest, whole: Span): readonly Script[] {
  return source.siblings
    .filter(({ path, file }) => {
      const executable = ((file.mode ?? 0) & 0o111) !== 0;
      return runnable.test(path) && (executable || /^(?:scripts|bin)\//.test(path));
    })
    .map(({ path }) => ({ path, span: whole }));
}

/** Until `src/evidence/` has read it, a bundled script may do whatever a process may. */
function evidenceOf({ path, span }: Script): Evidence {
  return { effect: process, why: `bundles the script \`${path}\``, from: "script", span };
}

const process: Effect = { ...pure, io: finite(["exec", "fs.read", "fs.write", "net", "env"]) };

function evidenceOfHook(hook: OpaqueHook): Evidence {
  return { effect: process, why: describeHook(hook), from: "hook", span: hook.span };
}

function withHooks(restrict: Restrict | undefined, { patterns, span }: LoweredHooks): Restrict | undefined {
  if (patterns.length === 0 || span === undefined) return restrict;
  const own = restrict ?? { ceiling: undefined, allowTools: undefined, denyPatterns: [], span };
  return { ...own, denyPatterns: [...own.denyPatterns, ...patterns] };
}

function filesOf({ source }: SkillManifest): readonly string[] {
  return [source.skillMd, source.contract, ...source.siblings.map(({ file }) => file)].flatMap((file) =>
    file === undefined ? [] : [file.path],
  );
}
