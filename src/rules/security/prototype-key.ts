import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Entry, Node } from "../../manifest/node.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "security/prototype-key": {
    severity: "error",
    message: (p: { key: string }) =>
      `The key \`${p.key}\` changes every object of a JavaScript program that copies the mapping carelessly.`,
    help: (p: { key: string }) =>
      `Use another name, such as \`${p.key.replaceAll("_", "")}_\`, or remove the entry.`,
    docs: `
A mapping of the manifest has a key named \`__proto__\`, \`constructor\` or \`prototype\`.

Half of all clients are written in JavaScript. Code that copies such a mapping key by key, or merges it with defaults,
writes to the prototype that all objects share, so that the skill sets properties of objects it has nothing to do with:
“prototype pollution”. Readers that are careful drop the key, so its value is lost there. skillc itself never makes an
object of unchecked keys.

Wrong:

\`\`\`yaml
metadata:
  __proto__: {admin: "yes"}
\`\`\`

Right:

\`\`\`yaml
metadata:
  owner: docs-team
\`\`\`

To fix it, rename or remove the key. An error cannot be silenced.
`,
  },
});

const reserved = new Set(["__proto__", "constructor", "prototype"]);

/** Keys that pollute prototypes, in any mapping of the manifest. */
export const securityPrototypeKey: Rule = {
  id: "security/prototype-key",
  summary: "No mapping of a manifest has a key that pollutes prototypes.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter, contract } }) {
    for (const map of [frontMatter, contract]) {
      if (map === undefined) continue;
      for (const { key } of entriesBelow(map)) {
        if (reserved.has(key.text))
          yield diagnostics.create("security/prototype-key", key.span, { key: key.text });
      }
    }
  },
};

/** Without recursion: a mapping may be nested as deep as its author likes. */
function* entriesBelow(root: Node): Iterable<Entry> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === "list") waiting.push(...node.items);
    if (node.kind !== "map") continue;
    yield* node.entries;
    for (const { value } of node.entries) if (value.kind !== "scalar") waiting.push(value);
  }
}
