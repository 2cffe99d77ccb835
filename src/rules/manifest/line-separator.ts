import type { ScalarNode } from "../../manifest/node.ts";
import { get } from "../../manifest/node.ts";
import type { Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Span } from "../../report/source.ts";
import { span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "manifest/line-separator": {
    severity: "error",
    message: (p: { key: string; character: string }) =>
      `The value of \`${p.key}\` holds the line separator ${p.character}, where some readers of YAML end the line and others do not.`,
    help: "Replace the character by a space.",
    docs: `
A field of one line holds U+2028, U+2029 or U+0085, which look like nothing or like a line end.

YAML 1.1 ends a line at these characters and YAML 1.2 does not. So one client reads the whole text, another joins two lines,
and a third refuses the file. They come from text that was copied out of a web page or a word processor. Source: YAML
1.1, section 4.2 (line break characters), and YAML 1.2.2, section 5.4.

Wrong: a U+2028 between the words in

\`\`\`yaml
description: "Fills in PDF\u2028forms."
\`\`\`

Right:

\`\`\`yaml
description: "Fills in PDF forms."
\`\`\`

To fix it, replace the character by a space; \`--fix --unsafe-fixes\` does so. It is unsafe because clients that took it for
text read a space afterwards.
`,
  },
});

const fields = ["name", "description", "license", "compatibility", "allowed-tools"] as const;
const separator = /[\u0085\u2028\u2029]/;

/** Fields of one line hold no character that ends a line in some versions of YAML. */
export const manifestLineSeparator: Rule = {
  id: "manifest/line-separator",
  summary: "Fields of one line hold no line separators that only some readers know.",
  declared: diagnostics.declared,
  *check({ manifest: { frontMatter } }) {
    if (frontMatter === undefined) return;
    for (const key of fields) {
      const node = get(frontMatter, key);
      if (node?.kind !== "scalar") continue;
      const [first, ...others] = separatorsIn(node);
      if (first === undefined) continue;
      const character = `U+${first.file.text.charCodeAt(first.start).toString(16).toUpperCase().padStart(4, "0")}`;
      yield diagnostics.create(
        "manifest/line-separator",
        first,
        { key, character },
        { fix: spaces([first, ...others]) },
      );
    }
  },
};

function separatorsIn({ span: whole }: ScalarNode): readonly Span[] {
  const source = whole.file.text.slice(whole.start, whole.end);
  if (!separator.test(source)) return [];
  return [...source.matchAll(/[\u0085\u2028\u2029]/g)].map(({ index }) =>
    span(whole.file, whole.start + index, whole.start + index + 1),
  );
}

function spaces(places: readonly Span[]): Fix {
  return {
    title: "Replace the line separators by spaces",
    safety: "unsafe",
    edits: places.map((at) => ({ span: at, replacement: " " })),
  };
}
