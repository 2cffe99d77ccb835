import type { Device } from "../ir/device.ts";
import type { Effect, NameSet } from "../ir/effect.ts";
import { capabilities } from "../ir/effect.ts";
import type { Host } from "../ir/feature.ts";
import { allBut, complementOf, everything, finite, intersect, join } from "../ir/lattice.ts";
import type { Program } from "../ir/program.ts";
import type { EffectHint, NameUse, Restrict, Skill } from "../ir/skill.ts";
import { capabilitiesOf, effectOfHint, effectOfScope, requiredTools } from "../lower/effect.ts";
import { featuresOf } from "../lower/features.ts";
import { causesOfAgent, network } from "./causes.ts";
import { carriesRestrict, hostsOf } from "./judge.ts";
import type { Candidate, Variant } from "./moves.ts";
import { remounted } from "./variant.ts";

/**
 * A restrict around everything that takes away what scripts and hooks may do and the device does not allow. What a
 * required tool needs stays, and so do memory and judges. Undefined where the target would not keep it.
 */
export function restrictMove(
  program: Program,
  device: Device,
  target: Host | undefined,
): Candidate | undefined {
  const [evidence] = program.skills.flatMap((skill) => skill.evidence);
  if (evidence === undefined || !carriesRestrict(target)) return undefined;
  const { catalogue } = program;
  // No list of capabilities leaves a tool that may do anything.
  if (requiredIo({ program, cloud: new Set() }).io.kind === "cofinite") return undefined;
  return {
    subject: "restrict",
    change: "ceiling",
    strength: 0,
    apply: (before) => {
      const seen = join(
        ...before.program.skills.flatMap((skill) => skill.evidence.map(({ effect }) => effect)),
      );
      const required = requiredIo(before);
      // What the agent brings itself is not taken away for the sake of a script.
      const used = join(seen, ...causesOfAgent(before.program.agent, catalogue).map(({ effect }) => effect));
      const kept = join(required, { ...required, io: intersect(used.io, allowedIo(device, target)) });
      const io = kept.io.kind === "finite" ? kept.io : intersect(finite(capabilities), kept.io);
      const removed = namesOf(intersect(seen.io, complementOf(io)));
      const restricted = restrictedTo(before.program, io);
      const lost = restricted.permissionDiff
        .filter(({ change, skill }) => change === "removed" && skill === restrictName)
        .map(({ name }) => `, and the agent loses \`${name}\``);
      return {
        ...before,
        program: restricted,
        moves: [
          ...before.moves,
          {
            kind: "restrict",
            from: removed,
            to: `effect_ceiling: {io: [${io.names.join(", ")}]}`,
            loses: `the skill's scripts and hooks can no longer use ${removed}${lost.join("")}`,
            span: evidence.span,
          },
        ],
      };
    },
  };
}

// No skill has such a name, so no restrict of the program is taken for it.
const restrictName = "(restrict)";

function namesOf({ kind, names }: NameSet): string {
  const list = names.map((name) => `\`${name}\``).join(", ");
  if (kind === "finite") return list;
  return names.length === 0 ? "anything" : `anything but ${list}`;
}

/** What the required tools and scopes may use, and what an agent with skills brings itself. */
function requiredIo({ program, cloud }: Variant): Effect {
  return join(
    ...(cloud.size === 0 ? [] : [network]),
    ...(program.whole === true
      ? causesOfAgent(program.agent, program.catalogue).map(({ effect }) => effect)
      : []),
    ...program.skills
      .filter(({ kind }) => kind === "skill")
      .flatMap((skill) => [
        ...requiredTools(skill).map(({ name }) => capabilitiesOf(name, program.catalogue)),
        ...skill.mcpScopes.map(({ name }) => effectOfScope(name, program.catalogue)),
      ]),
  );
}

/** The capabilities that the device allows and grants the permissions for. */
function allowedIo(device: Device, target: Host | undefined): NameSet {
  const allowed = device.effect === undefined ? everything : effectOfHint(device.effect, hostsOf(device)).io;
  const { permissions } = device;
  if (permissions === undefined || target?.permissions === undefined) return allowed;
  const refused = Object.entries(target.permissions)
    .filter(([, needed]) => needed.some((permission) => !permissions.includes(permission)))
    .map(([capability]) => capability);
  return intersect(allowed, allBut(refused));
}

function restrictedTo(program: Program, io: NameSet): Program {
  const [model] = program.skills;
  if (model === undefined) return program;
  const { whole } = model.spans;
  const named = (names: Iterable<string>): readonly NameUse[] =>
    finite(names).names.map((name) => ({ name, span: whole }));
  const ceiling: EffectHint = {
    kind: "record",
    llm: named(program.skills.flatMap(judgesOf)),
    io: named(io.names),
    state: named([
      ...program.agent.memoryKeys,
      ...program.skills.flatMap(({ stateKeys }) => stateKeys.map(({ name }) => name)),
    ]),
    span: whole,
  };
  const restrict: Restrict = { ceiling, allowTools: undefined, denyPatterns: [], span: whole };
  const around: Skill = {
    ...model,
    kind: "restrict",
    name: restrictName,
    prompt: { kind: "text", text: "" },
    tools: [],
    optionalTools: [],
    mcpScopes: [],
    stateKeys: [],
    guard: undefined,
    restrict,
    hooks: [],
    steps: [],
    scripts: [],
    evidence: [],
  };
  const skill = {
    ...around,
    features: featuresOf(around).filter(({ feature }) => feature === "restrict.effect"),
  };
  return remounted(program, { skills: [...program.skills, skill] });
}

function judgesOf({ guard, steps }: Skill): readonly string[] {
  return [guard, ...steps.map((step) => step.guard)].flatMap((found) =>
    found?.kind === "judge" && found.model !== undefined ? [found.model] : [],
  );
}
