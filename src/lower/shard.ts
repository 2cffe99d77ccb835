import type { Diagnostic } from "../report/diagnostic.ts";
import { fnv1a } from "../report/hash.ts";

/** The part of a run that one of several machines takes; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** A skill belongs to the shard that the hash of its folder names, so that a new skill moves no other. */
export function isInShard(id: string, { index, count }: Shard): boolean {
  return Number(BigInt(`0x${fnv1a(id)}`) % BigInt(count)) === index - 1;
}

/** What a shard needs to know of a skill: its folder and the files that it is made of. */
interface Owner {
  readonly id: string;
  readonly files: readonly string[];
}

/** The diagnostics of a shard's skills. What belongs to no skill, such as the configuration, is reported by the first. */
export function diagnosticsOfShard(
  diagnostics: readonly Diagnostic[],
  skills: readonly Owner[],
  shard: Shard,
): readonly Diagnostic[] {
  const owners = new Map(skills.flatMap(({ id, files }) => files.map((path) => [path, id] as const)));
  return diagnostics.filter(({ span }) => {
    const owner = owners.get(span.file.path);
    return owner === undefined ? shard.index === 1 : isInShard(owner, shard);
  });
}
