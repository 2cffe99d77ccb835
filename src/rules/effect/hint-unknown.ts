import { capabilities, levels } from "../../ir/effect.ts";
import type { EffectHint } from "../../ir/skill.ts";
import type { Diagnostic, Fix } from "../../report/diagnostic.ts";
import { defineDiagnostics } from "../../report/diagnostic.ts";
import { nearest, nearestOf, suggestion } from "../../report/near.ts";
import type { Span } from "../../report/source.ts";
import type { Rule } from "../rule.ts";

const diagnostics = defineDiagnostics({
  "effect/hint-unknown": {
    severity: "error",
    message: (p: { written: string }) =>
      `\`${p.written}\` is not an effect: it is one of the levels ${levels.join(", ")}, or a record of names.`,
    help: (p: { written: string }) =>
      suggestion(p.written, levels) ??
      "Write a level such as `io`, or a record such as `{io: [fs.read, net]}`.",
    docs: `
An effect is written as a level or as a record.

The levels are \`pure\` (nothing), \`state\` (the agent's memory), \`io\` (also files, network, processes, …) and \`llm\`
(anything). A record names what is used: \`{io: [fs.read, net], state: [history], llm: [judge-model]}\`. It is an upper
bound that is checked against the tools of the skill, so a word that nobody can read would bound nothing.

Wrong:

\`\`\`yaml
interface: {effect_hint: readonly}
\`\`\`

Right:

\`\`\`yaml
interface: {effect_hint: {io: [fs.read]}}
\`\`\`

To fix it, choose a level, or name the capabilities.
`,
  },
  "effect/capability-unknown": {
    severity: "error",
    message: (p: { name: string }) =>
      `There is no capability \`${p.name}\`, so nothing is allowed by naming it.`,
    help: (p: { name: string }) => {
      const near = nearest(p.name, capabilities);
      return near === undefined
        ? `Use one of ${capabilities.map((name) => `\`${name}\``).join(", ")}, or \`tool:<name>\`.`
        : `Write \`${near}\`.`;
    },
    docs: `
The list \`io\` of an effect holds a name that is no capability.

The capabilities are \`fs.read\`, \`fs.write\`, \`net\`, \`exec\`, \`kb.read\`, \`kb.write\`, \`ui\`, \`device\` and \`env\`, and
\`tool:<name>\` for a tool whose catalogue entry declares none. A misspelt one would allow nothing in a declaration and
forbid nothing in a ceiling.

Wrong:

\`\`\`yaml
interface: {effect_hint: {io: [network]}}
\`\`\`

Right:

\`\`\`yaml
interface: {effect_hint: {io: [net]}}
\`\`\`

To fix it, write one of the names above.
`,
  },
});

/** An effect is a level, or a record of known capabilities. */
export const effectHintUnknown: Rule = {
  id: "effect/hint-unknown",
  summary: "A declared effect is a level or a record of known capabilities.",
  declared: diagnostics.declared,
  *check({ skill }) {
    for (const hint of [skill.effectHint, skill.restrict?.ceiling]) {
      if (hint !== undefined) yield* unknownIn(hint);
    }
  },
};

function* unknownIn(hint: EffectHint): Iterable<Diagnostic> {
  if (hint.kind === "invalid") {
    const fix = renaming(hint.written, levels, hint.span);
    yield diagnostics.create("effect/hint-unknown", hint.span, { written: hint.written }, { fix });
  }
  if (hint.kind !== "record") return;
  for (const { name, span } of hint.io) {
    if (isCapability(name)) continue;
    yield diagnostics.create(
      "effect/capability-unknown",
      span,
      { name },
      { fix: renaming(name, capabilities, span) },
    );
  }
}

/** Unsafe: a declaration that bounded nothing bounds something afterwards. */
function renaming(written: string, known: readonly string[], span: Span): Fix | undefined {
  const near = nearestOf(written, known);
  if (near?.certain !== true) return undefined;
  return { title: `Write \`${near.name}\``, safety: "unsafe", edits: [{ span, replacement: near.name }] };
}

/** True of the capabilities of the language, and of `tool:<name>`. */
export function isCapability(name: string): boolean {
  return (capabilities as readonly string[]).includes(name) || /^tool:./.test(name);
}
