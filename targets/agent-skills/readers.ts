/** Clients that act on a key only where it stands at the top of the front matter. */
const ofTopKeys: Readonly<Record<string, string>> = {
  agent: "claude-code",
  advertise: "mux",
  "argument-hint": "claude-code vscode mux",
  arguments: "claude-code",
  background: "claude-code",
  "command-arg-mode": "openclaw",
  "command-dispatch": "openclaw",
  "command-tool": "openclaw",
  context: "claude-code",
  "disable-model-invocation": "claude-code vscode cursor openclaw pi mux",
  "disallowed-tools": "claude-code",
  effort: "claude-code",
  homepage: "openclaw",
  hooks: "claude-code",
  interface: "skillc",
  mode: "roo",
  modeSlugs: "roo",
  model: "claude-code",
  paths: "claude-code",
  shell: "claude-code",
  "user-invocable": "claude-code vscode openclaw mux vibe",
  when_to_use: "claude-code mux",
  "when-to-use": "mux",
};

/** Clients that act on a key of `metadata` only where it holds a mapping. */
const ofMetadata: Readonly<Record<string, string>> = { clawdbot: "openclaw", openclaw: "openclaw" };

/** As messages call them. */
const titles: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  cursor: "Cursor",
  mux: "Mux",
  openclaw: "OpenClaw",
  pi: "pi",
  roo: "Roo",
  vibe: "Vibe",
  vscode: "VS Code",
};

/** `Claude Code and Mux`; undefined where no client acts on the key. */
export function readersOfKey(key: string): string | undefined {
  return titled(readersIn(ofTopKeys, key));
}

/** As `readersOfKey`, for a key of `metadata`. */
export function readersOfMetadata(key: string): string | undefined {
  return titled(readersIn(ofMetadata, key));
}

/** The keys that a client acts on beside those of the open format. */
export function topKeysOf(client: string): ReadonlySet<string> {
  return keysOf(ofTopKeys, client);
}

/** The keys of `metadata` in which a client wants a mapping. */
export function mappingsOf(client: string): ReadonlySet<string> {
  return keysOf(ofMetadata, client);
}

function keysOf(table: Readonly<Record<string, string>>, client: string): ReadonlySet<string> {
  return new Set(Object.keys(table).filter((key) => readersIn(table, key).includes(client)));
}

function readersIn(table: Readonly<Record<string, string>>, key: string): readonly string[] {
  return Object.hasOwn(table, key) ? (table[key]?.split(" ") ?? []) : [];
}

function titled(clients: readonly string[]): string | undefined {
  return clients.length === 0 ? undefined : listed(clients.map((client) => titles[client] ?? client));
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
