import { markdownOf } from "../../manifest/markdown.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { textOf } from "../../report/source.ts";
import type { Rule } from "../rule.ts";
import { opening, openingsOf } from "../security/prose-words.ts";

const diagnostics = defineDiagnostics({
  "cost/unbounded-loop": {
    severity: "info",
    message: (p: { text: string }) =>
      `\`${p.text}\` sets no limit, so where it never comes true nothing ends the work.`,
    help: "Add a limit and what to do then: “at most 3 times; after that, report what still fails”.",
    docs: `
The text asks to repeat something until it succeeds, and says neither how often nor what to do when it does not. A model
that cannot reach the goal goes on: it spends tokens and time until something outside stops it.

Wrong:

\`\`\`markdown
Run the tests and fix what fails. Repeat until all tests pass.
\`\`\`

Right:

\`\`\`markdown
Run the tests and fix what fails, at most five times. If a test still fails then, show it and stop.
\`\`\`

A number of attempts, a time, or the user's word near the sentence counts as a limit. Code blocks are not looked at.
`,
  },
});

const loop =
  /\b(?:(?:repeat|loop|iterate|retry|cycle)(?: (?:this|it|these|the|all|steps?|process|loop|above|again|and|test|tests|fix|\d|[-–])+){0,6},? until\b|keep (?:trying|retrying|iterating|fixing|looping|repeating)(?: \w+){0,4} until\b|(?:loop|retry|repeat|iterate) (?:forever|indefinitely|endlessly)\b|(?:retry|repeat) (?:it )?until it (?:works|succeeds|passes))[^.!?\n|]{0,60}/gi;
/** Words near a loop that limit it, or say what ends it. */
const limit =
  /\b(?:max(?:imum)?|at most|up to|no more than|limit(?:s|ed)?|attempts?|times|iterations?|rounds?|cycles|twice|retries|give up|giving up|stop(?:s|ped|ping)?|escalate|budget|time-?out|minutes?|seconds?|hours?|deadline|after \d+|\d+x|cap(?:ped)?|bail)\b/i;
const byUser =
  /\buntil\b[^.\n]{0,30}\b(?:users?|they|human|you(?:'re)?|approv\w*|confirm\w*|satisfied|happy|answer\w*|repl\w+|respon\w+|asked|told|stopped|interrupt\w*|cancel\w*)\b/i;

/** No loop is asked for without a limit. */
export const costUnboundedLoop: Rule = {
  id: "cost/unbounded-loop",
  summary: "No loop is asked for without a limit.",
  declared: diagnostics.declared,
  *check({ manifest }) {
    for (const lines of markdownOf(manifest).prose) {
      if ((openingsOf(lines) & opening.loop) === 0) continue;
      const { span } = lines;
      const text = textOf(span);
      for (const match of text.matchAll(loop)) {
        const around = text.slice(Math.max(0, match.index - 300), match.index + match[0].length + 300);
        if (byUser.test(match[0]) || limit.test(around)) continue;
        const written = match[0].trimEnd();
        const start = span.start + match.index;
        yield diagnostics.create(
          "cost/unbounded-loop",
          { ...span, start, end: start + written.length },
          { text: written },
        );
      }
    }
  },
};
