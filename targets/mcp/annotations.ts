import type { Effect, NameSet } from "../../src/ir/effect.ts";
import { effectOfTool } from "../../src/ir/infer.ts";
import { allBut, ceiling, finite, isSubset, join, pure, top } from "../../src/ir/lattice.ts";
import type { EffectHint, NameUse, Skill } from "../../src/ir/skill.ts";
import type { Catalogue } from "../../src/ir/tool.ts";
import { toolNamed } from "../../src/ir/tool.ts";

/** The hints of MCP, always all four: what is absent means the worst to a client. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Capabilities that leave everything as it is. */
const reading = finite(["fs.read", "kb.read", "env", "ui"]);
/** Capabilities that stay on the machine and in what the agent was given. */
const closed = finite(["fs.read", "fs.write", "kb.read", "kb.write", "env", "ui", "device"]);

const worst: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/**
 * What following a skill may do, as hints. A skill that declares neither effect nor tools may do whatever the agent can:
 * nothing better than the worst is known of it.
 */
export function annotationsOf(skill: Skill, catalogue: Catalogue): ToolAnnotations {
  const effect = declaredEffect(skill, catalogue);
  if (effect === undefined) return worst;
  const sideEffects = sideEffectsOf(skill);
  // The network carries reading and writing alike; only the contract says that nothing is written.
  const harmless = sideEffects?.every(({ isRead }) => isRead) === true ? withName(reading, "net") : reading;
  const changesFiles = !isSubset(effect.io, harmless);
  const readOnlyHint = !changesFiles && isEmpty(effect.state);
  return {
    readOnlyHint,
    // Memory keys are the skill's own; to write them destroys nothing.
    destructiveHint: changesFiles,
    idempotentHint: readOnlyHint || isIdempotent(skill, sideEffects),
    openWorldHint: !isSubset(effect.io, closed),
  };
}

/** The hint, or what tools and grants may do, with what scripts were seen to do; undefined: nothing is declared. */
function declaredEffect(skill: Skill, catalogue: Catalogue): Effect | undefined {
  const uses = [
    ...skill.tools,
    ...skill.optionalTools,
    ...skill.steps.flatMap(({ tools }) => tools),
    ...skill.mcpScopes,
    ...(skill.allowedTools ?? []),
  ];
  if (skill.effectHint === undefined && skill.allowedTools === undefined && uses.length === 0)
    return undefined;
  return join(
    skill.effectHint === undefined ? pure : hinted(skill.effectHint),
    ...uses.map(({ name }) => effectOfTool(toolNamed(name, catalogue))),
    { ...pure, state: finite(skill.stateKeys.map(({ name }) => name)) },
    ...skill.evidence.map(({ effect }) => effect),
  );
}

function hinted(hint: EffectHint): Effect {
  const names = (uses: readonly NameUse[]): NameSet => finite(uses.map(({ name }) => name));
  switch (hint.kind) {
    case "level":
      return ceiling(hint.level, allBut([]));
    case "record":
      return { llm: names(hint.llm), io: names(hint.io), state: names(hint.state) };
    case "invalid":
      return top;
  }
}

interface SideEffect {
  readonly isRead: boolean;
  readonly isIdempotent: boolean;
}

/** `side_effects` of the contract, as `{type: external_api_write, idempotent: false}`. Undefined: nothing is said. */
function sideEffectsOf({ contract }: Skill): readonly SideEffect[] | undefined {
  const written = contract.rest["side_effects"];
  if (!Array.isArray(written)) return undefined;
  return written.map((entry: unknown) => {
    const { type, idempotent } = (entry ?? {}) as { readonly type?: unknown; readonly idempotent?: unknown };
    return { isRead: /(?:^|_)read$/.test(String(type)), isIdempotent: idempotent === true };
  });
}

function isIdempotent({ contract }: Skill, sideEffects: readonly SideEffect[] | undefined): boolean {
  const { idempotency } = contract.rest as { readonly idempotency?: unknown };
  if (idempotency === true) return true;
  if (typeof idempotency === "object" && idempotency !== null && "idempotent" in idempotency) {
    return idempotency.idempotent === true;
  }
  return sideEffects?.every((entry) => entry.isIdempotent) === true && sideEffects.length > 0;
}

function isEmpty(set: NameSet): boolean {
  return set.kind === "finite" && set.names.length === 0;
}

function withName(set: NameSet, name: string): NameSet {
  return finite([...set.names, name]);
}
