import type { Finding } from "./finding.ts";
import { shown } from "./finding.ts";

/** Sentences that tell to do something: conservative, for people to read. */
const orders: readonly { readonly act: Finding["act"]; readonly verb: string; readonly pattern: RegExp }[] = [
  {
    act: "fs.write",
    verb: "asks to delete files",
    pattern:
      /\b(?:delete|remove|erase|wipe)\s+(?:all\s+)?(?:the\s+|any\s+|every\s+|your\s+)?(?:\w+\s+){0,2}(?:files?|folders?|director(?:y|ies)|cache|repository)\b/gi,
  },
  {
    act: "fs.write",
    verb: "asks to write files",
    pattern:
      /\b(?:save|write|store|export)\s+(?:\w+\s+){1,4}(?:to|into|as)\s+(?:a\s+|the\s+)?(?:file\b|`[^`\n]{1,80}\.\w{1,5}`)/gi,
  },
  {
    act: "net",
    verb: "asks to use the network",
    pattern:
      /\b(?:send|post|upload|submit|fetch|download|publish)\s[^\n.]{0,80}?https?:\/\/[^\s)>"'`]{1,200}/gi,
  },
  {
    act: "env",
    verb: "asks for a credential",
    pattern:
      /\b(?:read|use|get|load|set)\s+(?:the\s+)?`?\$?([A-Z][A-Z0-9_]*(?:API_KEY|TOKEN|SECRET|PASSWORD))\b/g,
  },
];
const negated = /\b(?:never|not|don'?t|avoid|without|instead of)\b[^.\n]{0,40}$/i;

/** What a paragraph asks for. A sentence that forbids it asks for nothing. */
export function readProse(text: string): readonly Finding[] {
  if (!/delet|remov|eras|wipe|https?:|sav|writ|stor|export|KEY|TOKEN|SECRET|PASSWORD/i.test(text)) return [];
  return orders.flatMap(({ act, verb, pattern }) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !negated.test(text.slice(Math.max(0, index - 60), index)))
      .map((match) => ({
        act,
        why: `${verb} (“${shown(match[0])}”)`,
        start: match.index,
        end: match.index + match[0].length,
      })),
  );
}
