import type { Span } from "../report/source.ts";
import type { JsonSchema } from "./type.ts";

export type Risk = "low" | "medium" | "high";

/** An entry of a tool catalogue. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** Absent: not declared; the tool may do `tool:<name>` and nothing is known of it. */
  readonly capabilities?: readonly string[];
  readonly risk: Risk;
  /** True: `exec` here does not reach files, network and environment. */
  readonly confined: boolean;
  /** The arguments of a call. */
  readonly parameters?: JsonSchema;
  /** Device name → what implements the tool there. */
  readonly devices: Readonly<Record<string, string>>;
  /** False for a tool that is in no catalogue: it may do anything. */
  readonly catalogued?: false;
  /** Where it is declared; absent for the built-in catalogue. */
  readonly span?: Span;
}

export type Catalogue = ReadonlyMap<string, Tool>;

/** A tool by its name. An MCP scope `server/tool` without an entry is that tool, over the network. */
export function toolNamed(name: string, catalogue: Catalogue): Tool {
  const known = catalogue.get(name);
  if (known !== undefined) return known;
  if (!/^[^/]+\/[^/]+$/.test(name)) return unknownTool(name);
  return { name, capabilities: [`tool:${name}`, "net"], risk: "high", confined: false, devices: {} };
}

/** What stands in for a tool that no catalogue knows. */
export function unknownTool(name: string): Tool {
  return { name, risk: "high", confined: false, devices: {}, catalogued: false };
}
