import type { Fence } from "../../manifest/markdown-form.ts";
import { markdownOf } from "../../manifest/markdown.ts";
import type { Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "manifest/unclosed-fence": {
    severity: "warning",
    message: (p: { fence: string; empty: boolean }) =>
      p.empty
        ? "The last line opens a code block with nothing in it, and closes none that was open."
        : "The code block that opens here is closed by nothing, so the rest of the text is code.",
    help: (p: { fence: string; empty: boolean }) =>
      p.empty
        ? "Delete the line, or look for the block above that it was meant to close."
        : `Close the block where the code ends, with a line of ${markerOf(p.fence)} alone.`,
    docs: `
A fence of three or more backticks or tildes opens a code block, and no line closes it. What follows is code up to the end
of the file: headings are none, links lead nowhere, and instructions read like an example.

Often the cause is an example in Markdown that itself holds a fence: the inner fence closes the outer one. Then give the
outer fence more backticks than the inner one.

Wrong:

\`\`\`\`markdown
\`\`\`sh
make test

Then read the report.
\`\`\`\`

Right:

\`\`\`\`markdown
\`\`\`sh
make test
\`\`\`

Then read the report.
\`\`\`\`

\`--fix\` closes the block at the end of the file, where every reader of Markdown has it end, and deletes a fence that
has nothing below it. Source: CommonMark, “Fenced code blocks”; the body of a skill is Markdown (Agent Skills
specification, rule S3).
`,
  },
});

/** Every code block of the body is closed. */
export const manifestUnclosedFence: Rule = {
  id: "manifest/unclosed-fence",
  summary: "Every code block of the body is closed.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    const fence = markdownOf(manifest).fences.at(-1);
    if (fence === undefined || fence.closed) return;
    const written = textOf(fence.opening).trim();
    const start = fence.opening.end - textOf(fence.opening).trimStart().length;
    const span = { ...fence.opening, start, end: start + written.length };
    const empty = textOf(fence.content).trim() === "";
    const fix = empty ? deletion(fence) : closing(fence);
    yield diagnostics.create("manifest/unclosed-fence", span, { fence: written, empty }, { fix });
  },
};

function markerOf(opening: string): string {
  return /`{3,}|~{3,}/.exec(opening)?.[0] ?? "```";
}

function deletion({ opening }: Fence): Fix {
  const { text } = opening.file;
  let start = opening.start;
  while (start > 0 && /[\r\n]/.test(text.charAt(start - 1))) start -= 1;
  const edit = { span: { ...opening, start }, replacement: "" };
  return { title: "Delete the fence", safety: "safe", edits: [edit] };
}

/** None for a block in a quote, or on the line of a list marker: where that ends only the author knows. */
function closing({ opening, content }: Fence): Fix | undefined {
  const line = textOf(opening);
  const indent = /^ *(?=`|~)/.exec(line)?.[0];
  if (indent === undefined) return undefined;
  const lineEnd = opening.file.text.includes("\r\n") ? "\r\n" : "\n";
  const at = content.start + textOf(content).trimEnd().length;
  const edit = { span: { ...content, start: at, end: at }, replacement: lineEnd + indent + markerOf(line) };
  return { title: "Close the code block at the end", safety: "safe", edits: [edit] };
}
