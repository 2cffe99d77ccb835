import type { FunctionTool } from "./function.ts";
import type { SchemaProblem } from "./schema/node.ts";
import type { Change } from "./schema/run.ts";

/** The first of some reasons, its place, and how many more there are: what a message says of them. */
export interface Reasons {
  readonly name: string;
  readonly reason: string;
  readonly place: string;
  readonly more: number;
}

/** Undefined: there is nothing to say. */
export function reasonsOf(tool: FunctionTool, problems: readonly SchemaProblem[]): Reasons | undefined {
  const [first, ...more] = problems;
  if (first === undefined) return undefined;
  return { name: tool.skill.name, reason: first.reason, place: first.path, more: more.length };
}

/** The end of a sentence that gives reasons. */
export function because({ reason, place, more }: Omit<Reasons, "name">): string {
  const at = place === "" ? "" : ` at \`${place}\``;
  return `because ${reason}${at}${more === 0 ? "" : ` (and ${more} more)`}`;
}

/** What of the input a function says in another way than its author. */
export function changesOf(tool: FunctionTool, kind: Change["kind"]): Reasons | undefined {
  return reasonsOf(
    tool,
    tool.input.changes.filter((change) => change.kind === kind),
  );
}
