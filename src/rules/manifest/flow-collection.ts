import type { Node } from "../../manifest/node.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import { span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "manifest/flow-collection": {
    severity: "info",
    message: (p: { key: string; form: string }) =>
      `The value of \`${p.key}\` is written in ${p.form}, which the reference validator refuses.`,
    help: (p: { example: string }) =>
      `Write it as a block: \`${p.example}\`, each part on a line of its own.`,
    docs: `
The front matter has a list in brackets or a mapping in braces.

It is legal YAML and every client that was measured reads it. StrictYAML, with which the reference library of Agent Skills
reads front matter, refuses the file, so a pipeline that runs \`skills-ref validate\` fails; readers that work line by line
take it for text. That is why it is a note. With \`--client reference\` it is an error. Source: the reference library of
Agent Skills.

Wrong, for that validator:

\`\`\`yaml
metadata: {team: core}
\`\`\`

Right:

\`\`\`yaml
metadata:
  team: core
\`\`\`

To fix it, write one part on each line; \`skillc fmt\` does so.
`,
  },
});

/** Lists and mappings are written as blocks, which every reader takes. */
export const manifestFlowCollection: Rule = {
  id: "manifest/flow-collection",
  summary: "Lists and mappings of the front matter are written as blocks.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter } }, { clients }) {
    const found: { readonly at: Span; readonly key: string; readonly node: Node }[] = [];
    for (const { key, value } of frontMatter?.entries ?? []) {
      // A list of tools is reported by itself, and mended to a text.
      if (key.text === "allowed-tools" && !clients.has("reference")) continue;
      const node = flowIn(value);
      if (node !== undefined) {
        const { file, start } = node.span;
        found.push({ at: span(file, start, start + 1), key: key.text, node });
      }
    }
    const [first, ...others] = found;
    if (first === undefined) return;
    const isMap = first.node.kind === "map";
    yield diagnostics.create(
      "manifest/flow-collection",
      first.at,
      {
        key: first.key,
        form: isMap ? "braces" : "brackets",
        example: isMap ? "key: value" : "- value",
      },
      {
        severity: clients.has("reference") ? "error" : "info",
        related: others
          .slice(0, 8)
          .map(({ at, key }) => ({ message: `The value of \`${key}\` is written so too.`, span: at })),
      },
    );
  },
};

/** The first node in brackets or braces; an empty one has no other form. */
function flowIn(node: Node): Node | undefined {
  if (node.kind === "scalar") return undefined;
  const children = node.kind === "list" ? node.items : node.entries.map(({ value }) => value);
  if (node.flow) return children.length === 0 ? undefined : node;
  for (const child of children) {
    const found = flowIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
