import { defineDiagnostics } from "../../report/diagnostic.ts";
import { mostTokensIn, recommendedTokens } from "../../lower/token-bound.ts";
import type { SourceFile, Span } from "../../report/source.ts";
import { lineStarts, lineText, positionAt } from "../../report/source.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "cost/body-length": {
    severity: "warning",
    message: (p: { lines: number; limit: string }) =>
      `The text has ${p.lines} lines; from this line on it is longer than ${p.limit}.`,
    help: "Move what is needed only sometimes into files such as `references/details.md`, and say when to read each.",
    docs: `
The format recommends that \`SKILL.md\` has fewer than 500 lines and its body fewer than 5,000 tokens. The whole text enters
the context as soon as the skill is used, and stays there for the rest of the conversation. Some clients keep no more than
5,000 tokens of a skill when they shorten a long conversation: what stands behind is lost in the middle of the work.

Tokens are counted with the tokenizer \`o200k_base\`; other models count a little more or less. The place is the first line
beyond a limit, whichever of the two comes first.

Right: the steps that every use needs stand in \`SKILL.md\`, and the rest in files that it names:

\`\`\`markdown
For forms with signatures, read \`references/signatures.md\` first.
\`\`\`

Source: Agent Skills specification, rule S18; Claude Code documentation, “Skills”.
`,
  },
});

// Agent Skills specification, S18.
const mostLines = 500;

/** The text of a skill stays below 500 lines and 5,000 tokens. */
export const costBodyLength: Rule = {
  id: "cost/body-length",
  summary: "The text of a skill stays below 500 lines and 5,000 tokens.",
  declared: diagnostics.declared,
  *check({ manifest }, { countTokens }) {
    const { body } = manifest;
    if (body === undefined) return;
    const { file } = body.span;
    const lines = positionAt(file, file.text.trimEnd().length).line;
    const lineByTokens = (countTokens && lineOfTokens(body.span, countTokens)) ?? Infinity;
    const lineByLines = lines > mostLines ? mostLines + 1 : Infinity;
    const line = Math.min(lineByTokens, lineByLines);
    if (line === Infinity) return;
    const start = lineStarts(file)[line - 1] ?? body.span.start;
    const limit = lineByLines <= lineByTokens ? "500 lines" : "5,000 tokens";
    const end = start + lineText(file, line).length;
    yield diagnostics.create("cost/body-length", { file, start, end }, { lines, limit });
  },
};

// In UTF-16 units: small enough to find the place within a few lines.
const stretch = 1500;

/** The line in which a text passes the limit. Counts until it is passed, or what is left cannot pass it. */
function lineOfTokens(span: Span, countTokens: (text: string) => number): number | undefined {
  const { file, start, end } = span;
  // A longer text is hardly ever decided by its bytes.
  const isShort = end - start < 2 * recommendedTokens;
  if (isShort && mostTokensIn(file, start, end, recommendedTokens) <= recommendedTokens) return undefined;
  const stretches = stretchesOf(span);
  let tokens = 0;
  let rest = stretches.reduce((sum, { most }) => sum + most, 0);
  for (const { from, after, most } of stretches) {
    if (tokens + rest <= recommendedTokens) return undefined;
    const more = countTokens(file.text.slice(from, after));
    if (tokens + more > recommendedTokens) {
      return lineBeyond(file, from, recommendedTokens - tokens, countTokens);
    }
    tokens += more;
    rest -= most;
  }
  return undefined;
}

interface Stretch {
  readonly from: number;
  readonly after: number;
  /** Tokens in it at most. */
  readonly most: number;
}

/** Stretches of whole lines whose tokens add up to those of the text. */
function stretchesOf({ file, start, end }: Span): readonly Stretch[] {
  const starts = lineStarts(file);
  const found: Stretch[] = [];
  let from = start;
  for (let line = positionAt(file, start).line; line <= starts.length && from < end; line++) {
    const after = Math.min(starts[line] ?? end, end);
    if (after < end && (after - from < stretch || !startsToken(file.text, after))) continue;
    found.push({ from, after, most: mostTokensIn(file, from, after) });
    from = after;
  }
  return found;
}

/** Tokenizers join a line end with white space and slashes behind it; elsewhere the parts add up to the whole. */
function startsToken(text: string, at: number): boolean {
  return !/[\s/]/.test(text.charAt(at));
}

/** The line in which the tokens from a place on pass a number. */
function lineBeyond(
  file: SourceFile,
  from: number,
  most: number,
  countTokens: (text: string) => number,
): number {
  const starts = lineStarts(file);
  let tokens = 0;
  let line = positionAt(file, from).line;
  for (; line < starts.length; line++) {
    tokens += countTokens(file.text.slice(Math.max(from, starts[line - 1] ?? 0), starts[line]));
    if (tokens > most) break;
  }
  return line;
}
