import type { ClientName } from "../../clients/client.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import type { Rule } from "../rule.ts";
import { textOfValue, valueSpan, writtenEntry } from "../written.ts";
import { forgeryIn } from "./forged-entry.ts";

const diagnostics = defineDiagnostics({
  "catalogue/angle-brackets": {
    severity: "info",
    message: (p: { found: string }) =>
      `The \`description\` holds \`${p.found}\`; claude.ai and the Skills API refuse a description with angle brackets.`,
    help: "Write it in words: `a name` for `<name>`, `more than 5` for `> 5`.",
    docs: `
A \`description\` holds \`<\` or \`>\`. An upload to claude.ai or through the Skills API is refused for it, VS Code takes out what
looks like a tag, and a client that writes its list as XML without escaping shows a broken entry.

It is a note, because clients that read skills from a folder load it all the same, and an error where the run is asked about
\`--client claude-api\` or \`quick-validate\`. Source: Claude platform documentation on
Agent Skills (the description may hold no XML tags), and the validator in its skill-creator, which refuses both signs.

Wrong:

\`\`\`yaml
description: Converts <table> markup to CSV. Use when a page holds a table.
\`\`\`

Right:

\`\`\`yaml
description: Converts HTML tables to CSV. Use when a page holds a table.
\`\`\`

To fix it, say the same in words.
`,
  },
});

/** Gates that refuse the signs; where a run is asked about one of them, they are an error. */
const refusing: readonly ClientName[] = ["claude-api", "quick-validate"];

/** No angle brackets in a description: uploads refuse them. */
export const catalogueAngleBrackets: Rule = {
  id: "catalogue/angle-brackets",
  summary: "A description has no angle brackets.",
  declared: diagnostics.declared,
  *check({ manifest }, { clients }) {
    const entry = writtenEntry(manifest, "description");
    const text = textOfValue(entry?.value);
    if (entry?.value.kind !== "scalar" || text === undefined) return;
    const at = text.search(/[<>]/);
    if (at === -1) return;
    // A tag of a client's list is a forged entry, which says more.
    if (forgeryIn(text) !== undefined) return;
    const tag = /^<[^<>\s]{1,40}>/.exec(text.slice(at, at + 42))?.[0];
    const found = tag ?? text.charAt(at);
    const place = entry.value.at(at, at + found.length);
    const severity = refusing.some((client) => clients.has(client)) ? "error" : "info";
    const shown = place.end > place.start ? place : valueSpan(entry);
    yield diagnostics.create("catalogue/angle-brackets", shown, { found }, { severity });
  },
};
