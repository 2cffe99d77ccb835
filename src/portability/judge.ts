import type { Device } from "../ir/device.ts";
import type { Effect } from "../ir/effect.ts";
import type { Host } from "../ir/feature.ts";
import { supportOf } from "../ir/feature.ts";
import { finite, has, join, leq, meet, top } from "../ir/lattice.ts";
import type { Program } from "../ir/program.ts";
import type { NameUse, Restrict } from "../ir/skill.ts";
import { capabilitiesOf, ceilingOf, effectOfHint, requiredTools } from "../lower/effect.ts";
import type { Cause } from "./causes.ts";
import { causesOf, causesOfAgent, namesIn } from "./causes.ts";
import { costGaps } from "./cost.ts";
import type { Gap, Judgement } from "./judgement.ts";

export interface Question {
  readonly target?: Host | undefined;
  /** Tools that run in the cloud and not on the device. */
  readonly cloud?: ReadonlySet<string> | undefined;
}

const nowhere: ReadonlySet<string> = new Set();

/**
 * portable(s, d) ⟺ ε_s ≤ ε_d ∧ tools_s ⊆ tools_d ∧ bound_s ≤ budget ∧ permissions ⊆ permissions_d ∧ every feature of s
 * is full on the target. The device's models are the hosts. Without a target, features are not judged.
 */
export function judge(program: Program, device: Device, options: Question): Judgement {
  const { target, cloud = nowhere } = options;
  const causes = causesUnder(program, device, target, cloud);
  const features =
    target === undefined
      ? none
      : supportOf(
          program.skills.flatMap((skill) => skill.features),
          target.supports,
        );
  const gaps: Gap[] = [
    ...effectGaps(causes, device),
    ...missingTools(program, device, { target, cloud }).map(({ name, span }): Gap => ({
      kind: "tool",
      detail: `The device has no \`${name}\`.`,
      span,
    })),
    ...costGaps(program, device, cloud.size),
    ...permissionGaps(causes, device, target),
    ...features.unsupported.map(({ feature, span }): Gap => {
      return {
        kind: "feature",
        detail: `${target?.name ?? ""} does not carry \`${feature}\`, because ${reason(target, feature)}.`,
        span,
      };
    }),
  ];
  return {
    skill: program.name,
    device: device.name,
    target: target?.name ?? device.target,
    portable: gaps.length === 0,
    notes: [
      ...features.advisory.map(
        ({ feature }) =>
          `${target?.name ?? ""} carries \`${feature}\` as advice only, because ${reason(target, feature)}.`,
      ),
      ...withoutOptional(program, device),
    ],
    gaps,
    repairs: [],
  };
}

const none: ReturnType<typeof supportOf> = { unsupported: [], advisory: [] };

function reason(target: Host | undefined, feature: keyof Host["supports"]): string {
  const support = target?.supports[feature];
  return support === undefined || support.level === "full" ? "" : support.because;
}

/**
 * What the program's skills may do, and an agent with all of them by itself, cut by the restricts among them. A target that does not carry restricts in full
 * runs the skill unrestricted, so there they cut nothing.
 */
function causesUnder(
  program: Program,
  device: Device,
  target: Host | undefined,
  cloud: ReadonlySet<string>,
): readonly Cause[] {
  const cut = restrictionOf(program, device, target);
  return [
    ...program.skills.flatMap((skill) => causesOf(skill, program.catalogue, hostsOf(device), cloud)),
    ...(program.whole === true ? causesOfAgent(program.agent, program.catalogue, cloud) : []),
  ].map((cause) => ({ ...cause, effect: meet(cause.effect, cut) }));
}

function restrictionOf(program: Program, device: Device, target: Host | undefined): Effect {
  if (!carriesRestrict(target)) return top;
  const ceilings = outermostRestricts(program).map((restrict) =>
    ceilingOf(restrict, program.catalogue, hostsOf(device)),
  );
  return meet(...ceilings);
}

/**
 * The restricts around everything. One that stays inside cuts only what was mounted before it, so it is not counted on:
 * the judgement may ask for more than is needed, and never for less.
 */
function outermostRestricts({ term, skills }: Program): readonly Restrict[] {
  const names = new Set<string>();
  for (let at = term; at.kind === "restrict"; at = at.term) names.add(at.name);
  return skills.flatMap(({ name, restrict }) =>
    restrict !== undefined && names.has(name) ? [restrict] : [],
  );
}

/** Whether a target keeps what a restrict takes away. */
export function carriesRestrict(target: Host | undefined): boolean {
  if (target === undefined) return true;
  const { supports } = target;
  return supports["restrict.effect"].level === "full" && supports["restrict.tools"].level === "full";
}

/** The models of a device. */
export function hostsOf(device: Device): Effect["llm"] {
  return finite(device.models.map(({ name }) => name));
}

function effectGaps(causes: readonly Cause[], device: Device): readonly Gap[] {
  if (device.effect === undefined) return [];
  const allowed = effectOfHint(device.effect, hostsOf(device));
  return causes
    .filter(({ effect }) => !leq(effect, allowed))
    .map(({ effect, why, span }): Gap => {
      const names = namesIn(effect, allowed);
      const what =
        names.length === 0 ? "may do anything" : `may use ${names.map((name) => `\`${name}\``).join(", ")}`;
      return { kind: "effect", detail: `${why} ${what}, which the device does not allow.`, span };
    });
}

/** Tools and scopes without which a program is not what it says: those its skills require, and an agent's own. */
function toolsOf({ skills, whole, agent }: Program): readonly NameUse[] {
  const required = skills
    .filter(({ kind }) => kind === "skill")
    .flatMap((skill) => [...requiredTools(skill), ...skill.mcpScopes]);
  return whole === true ? [...required, ...agent.tools] : required;
}

/** What the program asks for, no restrict takes away, and the device does not have. A tool in the cloud needs the network. */
export function missingTools(
  program: Program,
  device: Device,
  { target, cloud = nowhere }: Question,
): readonly NameUse[] {
  const { tools } = device;
  if (tools === undefined) return [];
  const cut = restrictionOf(program, device, target);
  const allowLists = carriesRestrict(target)
    ? outermostRestricts(program).flatMap(({ allowTools }) => (allowTools === undefined ? [] : [allowTools]))
    : [];
  const seen = new Set<string>();
  return toolsOf(program).filter(({ name }) => {
    const removed =
      allowLists.some((list) => !list.some((use) => use.name === name)) ||
      !leq(capabilitiesOf(name, program.catalogue), join(cut, { ...top, io: cut.io }));
    const first = !seen.has(name);
    seen.add(name);
    const reached = cloud.has(name) && has(cut.io, "net");
    return first && !isThere(name, program, device) && !reached && !removed;
  });
}

function isThere(name: string, { catalogue }: Program, device: Device): boolean {
  if (device.tools === undefined || device.tools.has(name)) return true;
  return Object.hasOwn(catalogue.get(name)?.devices ?? {}, device.name);
}

/** Optional tools are never asked of a device; what a skill does without one there is worth a word. */
function withoutOptional(program: Program, device: Device): readonly string[] {
  const asked = new Set(toolsOf(program).map(({ name }) => name));
  const names = program.skills.flatMap(({ optionalTools }) => optionalTools.map(({ name }) => name));
  return [...new Set(names)]
    .filter((name) => !asked.has(name) && !isThere(name, program, device))
    .map((name) => `\`${program.name}\` does without its optional tool \`${name}\` on ${device.name}.`);
}

function permissionGaps(causes: readonly Cause[], device: Device, target: Host | undefined): readonly Gap[] {
  const granted = device.permissions;
  const needed = target?.permissions;
  if (granted === undefined || needed === undefined) return [];
  const missing = new Map<string, Gap>();
  for (const { effect, why, span } of causes) {
    for (const [capability, permissions] of Object.entries(needed)) {
      if (!has(effect.io, capability)) continue;
      for (const permission of permissions) {
        if (granted.includes(permission) || missing.has(permission)) continue;
        const detail = `${why} needs the permission \`${permission}\` for \`${capability}\`, which the device does not grant.`;
        missing.set(permission, { kind: "permission", detail, span });
      }
    }
  }
  return [...missing.values()];
}
