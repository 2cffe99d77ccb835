import type { Agent } from "../ir/agent.ts";
import { defaultAgent } from "../ir/agent.ts";
import type { Device } from "../ir/device.ts";
import type { Catalogue } from "../ir/tool.ts";
import type { DataManifest } from "../manifest/manifest.ts";
import { readDataFile } from "../manifest/on-demand.ts";
import type { Checked } from "../report/diagnostic.ts";
import type { SourceFile } from "../report/source.ts";
import { lowerAgent } from "./agent.ts";
import { builtinCatalogue } from "./builtin.ts";
import { lowerCatalogue } from "./catalogue.ts";
import { lowerDevice } from "./device.ts";
import type { Policy, Reach } from "./policy.ts";
import { lowerPolicy, noPolicy } from "./policy.ts";

/** The files that a run names beside its skills. */
export interface DataFiles {
  readonly agent?: SourceFile | undefined;
  readonly devices?: readonly SourceFile[] | undefined;
  readonly tools?: SourceFile | undefined;
  /** `skillc.config.yaml`, for its policy; the files that it names are given beside it. */
  readonly config?: SourceFile | undefined;
  /** What of the configuration's paths this run has read. */
  readonly reach?: Reach | undefined;
}

interface LoweredData {
  readonly agent: Agent;
  readonly catalogue: Catalogue;
  readonly devices: readonly Device[];
  readonly policy: Policy;
}

/** Reads and lowers them; what is not named is the default. */
export async function lowerData({
  agent,
  devices = [],
  tools,
  config,
  reach,
}: DataFiles): Promise<Checked<LoweredData>> {
  const loweredAgent = agent === undefined ? undefined : await lower(agent, "agent", lowerAgent);
  const loweredTools = tools === undefined ? undefined : await lower(tools, "tools", lowerCatalogue);
  const loweredDevices = await Promise.all(devices.map(async (file) => lower(file, "device", lowerDevice)));
  const loweredPolicy =
    config === undefined
      ? undefined
      : await lower(config, "config", (manifest) => lowerPolicy(manifest, reach));
  return {
    value: {
      agent: loweredAgent?.value ?? defaultAgent,
      catalogue: new Map([...builtinCatalogue, ...(loweredTools?.value ?? [])]),
      devices: loweredDevices.map(({ value }) => value),
      policy: loweredPolicy?.value ?? noPolicy,
    },
    diagnostics: [loweredAgent, loweredTools, loweredPolicy, ...loweredDevices].flatMap(
      (part) => part?.diagnostics ?? [],
    ),
  };
}

async function lower<T>(
  file: SourceFile,
  kind: "agent" | "device" | "tools" | "config",
  pass: (manifest: DataManifest) => Checked<T>,
): Promise<Checked<T>> {
  const manifest = await readDataFile(file, kind);
  const { value, diagnostics } = pass(manifest.value);
  return { value, diagnostics: [...manifest.diagnostics, ...diagnostics] };
}
