import type { ClientName } from "../../clients/client.ts";
import { reach } from "../../clients/facts.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule, Setting } from "../rule.ts";
import { listed, placeOfAbsent } from "../written.ts";

const diagnostics = defineDiagnostics({
  "client/depth": {
    severity: "warning",
    message: (p: { folder: string; root: string; depth: number; clients: string; many: boolean }) =>
      `The skill lies ${p.depth} folders below \`${p.root}\`, deeper than ${p.clients} ${p.many ? "look" : "looks"}, so it is not found there.`,
    help: (p: { folder: string; root: string }) =>
      `Move the folder to \`${p.root}/${p.folder.slice(p.folder.lastIndexOf("/") + 1)}\`.`,
    docs: `
The skill lies in a folder of a folder, and a client that searches there does not look so deep.

Claude Code, Gemini CLI, VS Code and the UCToo runtime look into the folders directly below their skills folder; Codex and
OpenClaw look six folders deep. A skill in \`skills/data/sql/tune\` is therefore found by some and not by others, without a
message. It is reported for a folder that belongs to a client, such as \`.claude/skills\`, and for any folder \`skills\` where
the run is asked about a client with \`--client\`. Source: the Claude Code documentation on skills; the sources of Codex,
Gemini CLI, VS Code, OpenClaw and agentskills-runtime; Agent Skills client guide (rule G2).

Wrong: \`.claude/skills/data/sql/SKILL.md\`.

Right: \`.claude/skills/sql/SKILL.md\`.

To fix it, move the folder up, or let the installer flatten the tree.
`,
  },
});

/** A skill lies where the clients that search its root find it. */
export const clientDepth: Rule = {
  id: "client/depth",
  summary: "A skill lies no deeper than the clients of its folder look.",
  declared: diagnostics.declared,
  *check({ manifest }, { clients }) {
    const { folder } = manifest.source;
    if (manifest.source.skillMd === undefined || !folder.includes("/")) return;
    const root = rootOf(folder, clients);
    if (root === undefined) return;
    const depth = folder.slice(root.path.length + 1).split("/").length;
    const blind = root.searchers.filter((client) => depth > (reach[client]?.depth ?? depth));
    if (blind.length === 0) return;
    const asked = blind.some((client) => clients.has(client));
    yield diagnostics.create(
      "client/depth",
      placeOfAbsent(manifest),
      { folder, root: root.path, depth, clients: listed(blind), many: blind.length > 1 },
      { severity: asked ? "error" : "warning" },
    );
  },
};

interface Root {
  readonly path: string;
  readonly searchers: readonly ClientName[];
}

/** The outermost skills folder above a skill, and the clients that search it. */
function rootOf(folder: string, asked: Setting["clients"]): Root | undefined {
  const names = Object.keys(reach) as ClientName[];
  const own = /(?:^|\/)\.(?:claude|codex|agents|gemini|github)\/skills(?=\/)/.exec(folder);
  if (own !== null) {
    const end = own.index + own[0].length;
    const path = folder.slice(0, end);
    return { path, searchers: names.filter((name) => isRootOf(name, path)) };
  }
  const plain = /(?:^|\/)skills(?=\/)/.exec(folder);
  if (plain === null) return undefined;
  const end = plain.index + plain[0].length;
  return { path: folder.slice(0, end), searchers: names.filter((name) => asked.has(name)) };
}

function isRootOf(client: ClientName, path: string): boolean {
  const roots = reach[client]?.roots.filter((root) => root.startsWith(".")) ?? [];
  return roots.some((root) => path === root || path.endsWith(`/${root}`));
}
