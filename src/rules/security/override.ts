import type { ProseText } from "./texts.ts";
import { opening, openingsIn } from "./prose-words.ts";
import { isExample } from "./sentence.ts";

/** A sentence that turns the agent against its instructions or its user. */
export interface Override {
  readonly kind: "instructions" | "user" | "limits" | "role";
  readonly start: number;
  readonly end: number;
}

// Words are joined by white space and Markdown emphasis.
const g = String.raw`[\s*_~,]{1,6}`;

/**
 * One pattern a kind. Each starts with fixed words and has bounded repeats only. `forbids` says that the sentence itself
 * is a prohibition, so that a "never" in front of it belongs to it.
 */
const patterns: readonly {
  readonly kind: Override["kind"];
  readonly forbids: boolean;
  readonly pattern: RegExp;
}[] = [
  {
    kind: "instructions",
    forbids: false,
    pattern: new RegExp(
      String.raw`\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass|discard|stop${g}following|pay${g}no${g}attention${g}to)${g}(?:(?:all|any|every|everything|the|your|these|those|of|my|other|and)${g}){0,4}(?:(?:previous|prior|above|earlier|preceding|existing|original|initial|system|developer|safety|former|foregoing|higher-priority|built-in)${g}){1,3}(?:and${g}\w{2,12}${g})?(?:instructions?|prompts?|rules?|guidelines?|directives?|messages?|commands?|constraints?|polic(?:y|ies)|training|restrictions?|safeguards?)\b`,
      "iy",
    ),
  },
  {
    kind: "instructions",
    forbids: false,
    pattern: new RegExp(
      String.raw`\b(?:ignore|disregard|forget)${g}(?:everything|all|anything)${g}(?:(?:that${g})?(?:you${g}(?:were|have${g}been|are)${g}(?:told|given|instructed|taught)|(?:above|before)(?:${g}this)?(?=[\s.!,;:]|$)|you${g}know))|\b(?:do${g}not|don'?t)${g}(?:follow|obey|comply${g}with)${g}(?:(?:any|the|your|of|all)${g}){0,3}(?:previous|prior|system|earlier|original|safety|developer)${g}(?:instructions?|prompts?|rules?|guidelines?|polic(?:y|ies))\b|ignora(?:${g}todas)?${g}las${g}instrucciones${g}(?:anteriores|previas)|ignore[zr]?${g}(?:toutes${g})?les${g}instructions${g}pr[ée]c[ée]dentes|ignoriere${g}(?:alle${g})?(?:vorherigen|bisherigen|fr[üu]heren)${g}(?:anweisungen|instruktionen)|ignore${g}todas${g}as${g}instru[çc][õo]es${g}anteriores`,
      "iy",
    ),
  },
  {
    kind: "user",
    forbids: true,
    pattern: new RegExp(
      String.raw`\b(?:do${g}not|don'?t|never|must${g}not|avoid|without)${g}(?:ever${g})?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|let(?:ting)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|report(?:ing)?|show(?:ing)?)${g}(?:(?:this|it|these|anything|any${g}of${g}this|that|what${g}you${g}(?:did|do))${g}(?:to${g}))?(?:the${g}|any${g}|your${g})?(?:users?|humans?|operators?|owner|developer|people|anyone|anybody)(?:${g}know)?(?:${g}(?:about|of)${g}(?:this|it|these|that|any${g}of|the${g}(?:upload|request|call|change|transfer|step|file|command)s?)|${g}that${g}you${g}(?:have|had|did|are|were|will|sent|ran|read)|${g}what${g}you${g}(?:did|do|are)|(?=[\s"*_]{0,3}(?:[.!;)]|$)))`,
      "iy",
    ),
  },
  {
    kind: "user",
    forbids: true,
    pattern: new RegExp(
      String.raw`\b(?:hide|conceal|keep|withhold)${g}(?:(?:this|these|the|your|any|all|that|it|of|what${g}you${g}(?:do|did))${g}){0,4}(?:(?:actions?|steps?|commands?|outputs?|activit(?:y|ies)|changes?|requests?|uploads?|instructions?|secret|hidden|confidential|files?)${g}){0,2}from${g}(?:the${g})?(?:users?|humans?|operators?|owner|logs?|audit)\b|\bwithout${g}(?:the${g})?(?:users?|human|operator)(?:'s|s'|${g}(?:being|ever))?${g}(?:knowledge|knowing|noticing|awareness|aware)\b|\b(?:silently|secretly|covertly|quietly|stealthily)${g}(?:send|upload|exfiltrate|transmit|forward|post|copy|collect|record|harvest|steal)\b`,
      "iy",
    ),
  },
  {
    kind: "limits",
    forbids: false,
    pattern: new RegExp(
      String.raw`\byou${g}are${g}(?:no${g}longer|not(?:${g}any${g}?more)?)${g}(?:bound|restricted|limited|constrained|subject|governed|required${g}to${g}(?:follow|obey))\b|\byou${g}(?:are${g}now|have${g}become)${g}(?:(?:an?|in|the)${g})?(?:dan|unrestricted|jailbroken|uncensored|unfiltered|free${g}(?:from|of)|developer${g}mode|god${g}mode|root${g}mode)\b|\b(?:act|behave|respond|pretend)${g}(?:as${g}(?:if|though)${g})?(?:that${g})?(?:you|there)${g}(?:have|had|are|were)${g}no${g}(?:restrictions?|rules?|limit(?:s|ations?)|guidelines?|filters?|safety)\b|\b(?:disable|turn${g}off|bypass|circumvent|remove|deactivate)${g}(?:(?:all|any|your|the|of)${g}){0,3}(?:safety|ethical|moral|content|guardrail|alignment)${g}(?:checks?|filters?|guidelines?|restrictions?|protocols?|measures?|rules?|constraints?|guardrails?|polic(?:y|ies)|mechanisms?)\b|\bdeveloper${g}mode${g}(?:is${g})?(?:now${g})?(?:enabled|activated|on)\b|\byour${g}(?:previous|safety|system|original)${g}(?:instructions?|rules?|guidelines?|restrictions?)${g}(?:no${g}longer|do${g}not|don'?t)${g}apply\b`,
      "iy",
    ),
  },
];

const imitation =
  /(?:SYSTEM\]?[ \t]{0,3}(?:OVERRIDE|PROMPT UPDATE|NOTICE|MESSAGE|INSTRUCTION)S?|(?:[Nn]ew|NEW|[Uu]pdated|[Rr]eal|[Aa]ctual)[ \t]{1,3}(?:system|SYSTEM)[ \t]{1,3}(?:prompt|PROMPT|instructions?|INSTRUCTIONS?))[ \t]{0,3}:/y;
const marks = /<\|(?:im_start|system|assistant|endoftext|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/g;

/** What the first two patterns and the ones about the user are in other scripts. */
const elsewhere =
  /(?<instructions>忽略(?:掉)?(?:之前|以上|先前|前面|所有|上述|一切)[^。\n]{0,10}(?:指令|指示|提示词?|规则|要求)|(?:これまで|以前|上記)の(?:すべての)?指示を(?:すべて)?無視|이전(?:의)?\s?(?:모든\s?)?(?:지시|명령|지침)(?:를|을|사항을)?\s?(?:모두\s?)?무시|игнорируй(?:те)?\s(?:все\s)?(?:предыдущие|прежние)\s(?:инструкции|указания))|不要(?:告诉|通知)用户|ユーザーに(?:は)?(?:伝え|知らせ|教え)ない/gi;
const otherScripts = /[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;

/** The overrides of a text, examples and quotations left out. */
export function overridesIn(prose: ProseText, isComment = false): readonly Override[] {
  const found = [...atOpenings(prose), ...atMarks(prose.text)];
  if (found.length === 0) return found;
  return found
    .filter(({ start, end, forbids }) => isComment || !isExample(prose, start, end, forbids))
    .toSorted((a, b) => a.start - b.start);
}

interface Candidate extends Override {
  readonly forbids: boolean;
}

function* atOpenings(prose: ProseText): Iterable<Candidate> {
  const { text } = prose;
  const { hits } = openingsIn(prose);
  for (let at = 0; at < hits.length; at += 2) {
    const start = hits[at] ?? 0;
    const bits = hits[at + 1] ?? 0;
    for (const [number, { kind, pattern, forbids }] of patterns.entries()) {
      const length = (bits & (1 << number)) === 0 ? 0 : lengthAt(pattern, text, start);
      if (length > 0 && (number !== 1 || isTold(text, start)))
        yield { kind, start, end: start + length, forbids };
    }
    const length = (bits & opening.imitation) === 0 ? 0 : lengthAt(imitation, text, start);
    if (length > 0) yield { kind: "role", start, end: start + length, forbids: false };
  }
}

function* atMarks(text: string): Iterable<Candidate> {
  if (text.includes("<|") || text.includes("INST]") || text.includes("SYS>>")) {
    for (const { index, 0: mark } of text.matchAll(marks)) {
      yield { kind: "role", start: index, end: index + mark.length, forbids: false };
    }
  }
  if (!otherScripts.test(text)) return;
  for (const { index, 0: words, groups } of text.matchAll(elsewhere)) {
    const kind = groups?.["instructions"] === undefined ? "user" : "instructions";
    yield { kind, start: index, end: index + words.length, forbids: true };
  }
}

function lengthAt(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** "Some models don't follow system instructions" tells nobody anything; an imperative starts its clause. */
function isTold(text: string, start: number): boolean {
  if (!/^do/i.test(text.slice(start, start + 2))) return true;
  return /(?:^|[.!?:;,\n*_-]|\b(?:and|then|please|you|must|should))\s*$/i.test(
    text.slice(Math.max(0, start - 30), start),
  );
}
