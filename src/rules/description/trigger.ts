/** Words by which an English description says when a skill is to be used. */
const trigger =
  /\b(?:when|whenever|while|if|before|after|once|during|trigger\w*|invoke[ds]?|activat\w+|use (?:this|it|for|to|with|on|in|proactively|as|by)|used? (?:for|to|by|in|on|with|as)|useful|ask(?:s|ed|ing)?|mention(?:s|ed|ing)?|requests?|says?|wants?|needs?|covers|keywords?|scenarios?|cases?|ideal for|best for|suited|suitable|intended for|designed for|helps? (?:with|you|users?)|for (?:\w+ ){0,3}\w+ing)\b/i;

/** The sentences that clients are searched for when a description is cut: “Use when …”. */
const clause =
  /\b(?:use (?:this|it|when|whenever|for|proactively|if)|when (?:the|a|an|you|asked|working)|trigger(?:s|ed)?\b|should be used)/i;

/** A whole description that names a subject and no more. */
const vague = /^\s*(?:helps?|assists?)(?: (?:you|users?))? with [\w ,-]{1,40}\.?\s*$/i;

const beyondAscii = /[\u0080-\uffff]/;

const smallWords = /\b(?:the|and|of|to|with|for|a|an|in|from|your)\b/i;

/** True where nothing in an English text says when; a text in another language is not judged. */
export function saysNoTrigger(text: string): boolean {
  return vague.test(text) || (!trigger.test(text) && isEnglish(text));
}

/** Where the first clause that says when starts, or undefined. */
export function triggerClauseAt(text: string): number | undefined {
  const at = text.search(clause);
  return at === -1 ? undefined : at;
}

function isEnglish(text: string): boolean {
  if (!smallWords.test(text)) return false;
  if (!beyondAscii.test(text)) return true;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0;
  return latin > 0.9 * letters;
}
