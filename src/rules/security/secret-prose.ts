import type { Finding } from "./finding.ts";
import { opening, openingsIn } from "./prose-words.ts";
import { shortened } from "./secrets.ts";
import { isExample, sentenceAt } from "./sentence.ts";
import type { ProseText } from "./texts.ts";

const secret =
  /\b(?:environment variables?|env(?:ironment)? vars?|api[ -]keys?|credentials?|passwords?|secrets?|(?:access|auth|session|bearer) tokens?|ssh keys?|private keys?|seed phrases?|wallet keys?|cookies|\.env\b|(?:conversation|chat) (?:history|transcript|log)|system prompt|id_rsa)|~\/\.(?:ssh|aws|netrc|env)\b/i;
const destination =
  /\b(?:to|at|via|through|into)\b[^.!?\n]{0,60}?(?:https?:\/\/\S|\b(?:[\w-]+\.)+(?:com|net|org|io|site|dev|xyz|ru|cn|sh|me|top|example)\b|\bwebhook\b|\b(?:our|my|this|the following|an? (?:remote|external)) (?:server|endpoint|url|address|host)\b|[\w.]+@[\w.]+)/i;

/** Sentences that tell the agent to send secrets to an address. */
export function sentencesSendingSecrets(prose: ProseText): readonly Finding[] {
  const { text } = prose;
  const { mask, hits } = openingsIn(prose);
  if ((mask & opening.sending) === 0 || (mask & opening.secret) === 0) return [];
  const found: Finding[] = [];
  let done = 0;
  for (let at = 0; at < hits.length; at += 2) {
    const start = hits[at] ?? 0;
    if (((hits[at + 1] ?? 0) & opening.sending) === 0 || start < done) continue;
    const sentence = sentenceAt(text, start);
    const rest = text.slice(start, sentence.end);
    const said = secret.exec(rest);
    if (said === null || said.index > 100 || !destination.test(rest.slice(said.index))) continue;
    done = sentence.end;
    if (isExample(prose, start, start + 4)) continue;
    found.push({ span: prose.at(start, sentence.end), what: shortened(rest), text: rest });
  }
  return found;
}
