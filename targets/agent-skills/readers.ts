/** Clients that act on a key only where it stands at the top of the front matter. */
const ofTopKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["agent", ["Claude Code"]],
  ["advertise", ["Mux"]],
  ["argument-hint", ["Claude Code", "VS Code", "Mux"]],
  ["arguments", ["Claude Code"]],
  ["background", ["Claude Code"]],
  ["command-arg-mode", ["OpenClaw"]],
  ["command-dispatch", ["OpenClaw"]],
  ["command-tool", ["OpenClaw"]],
  ["context", ["Claude Code"]],
  ["disable-model-invocation", ["Claude Code", "VS Code", "Cursor", "OpenClaw", "pi", "Mux"]],
  ["disallowed-tools", ["Claude Code"]],
  ["effort", ["Claude Code"]],
  ["homepage", ["OpenClaw"]],
  ["hooks", ["Claude Code"]],
  ["interface", ["skillc"]],
  ["mode", ["Roo"]],
  ["modeSlugs", ["Roo"]],
  ["model", ["Claude Code"]],
  ["paths", ["Claude Code"]],
  ["shell", ["Claude Code"]],
  ["user-invocable", ["Claude Code", "VS Code", "OpenClaw", "Mux", "Vibe"]],
  ["when_to_use", ["Claude Code", "Mux"]],
  ["when-to-use", ["Mux"]],
]);

/** Clients that act on a key of `metadata` only where it holds a mapping. */
const ofMetadata: ReadonlyMap<string, readonly string[]> = new Map([
  ["clawdbot", ["OpenClaw"]],
  ["openclaw", ["OpenClaw"]],
]);

/** `Claude Code and Mux`; undefined where no client acts on the key. */
export function readersOfKey(key: string): string | undefined {
  return listed(ofTopKeys.get(key));
}

/** As `readersOfKey`, for a key of `metadata`. */
export function readersOfMetadata(key: string): string | undefined {
  return listed(ofMetadata.get(key));
}

function listed(names: readonly string[] | undefined): string | undefined {
  if (names === undefined) return undefined;
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
