/** Characters of a text that nobody sees, with no honest use at their place. */
export interface HiddenRun {
  readonly start: number;
  readonly end: number;
  /** `U+200B`, as often as they stand there. */
  readonly codePoints: readonly string[];
  /** What tag characters or variation selectors spell, where they spell anything. */
  readonly spells: string;
}

// One class for all candidates: what is not in it costs nothing more.
const candidate =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]+/gu;

// The same by UTF-16 unit, which is faster to look for.
const unit =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud834\udb40-\udb43]/;

const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Thai}\p{Script=Lao}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const picture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const breaksWords =
  /[\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Lao}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The runs of hidden characters of a text. In code, characters that turn the direction of text are never allowed. */
export function hiddenRuns(text: string, isCode: boolean): readonly HiddenRun[] {
  const found: HiddenRun[] = [];
  if (!unit.test(text)) return found;
  for (const match of text.matchAll(candidate)) {
    const run = match[0];
    const start = match.index;
    const end = start + run.length;
    // A byte order mark at the start says how the file is encoded.
    const from = start === 0 && run.startsWith("\ufeff") ? 1 : 0;
    const points = Array.from(run.slice(from));
    if (points.length === 0 || isHonest(points, text, start + from, end, isCode)) continue;
    found.push({
      start: start + from,
      end,
      codePoints: points.map(nameOf),
      spells: spelled(points),
    });
  }
  return found;
}

function nameOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function isHonest(
  points: readonly string[],
  text: string,
  start: number,
  end: number,
  isCode: boolean,
): boolean {
  const before = charBefore(text, start);
  const after = charAfter(text, end);
  if (isFlag(points, before)) return true;
  const own = points.filter((point) => !isMark(point));
  // A variation selector picks the look of the character before it; two in a row pick nothing.
  const selectors = points.filter(isSelector);
  if (selectors.length > 1 || (selectors.length === 1 && !isSelector(points[0] ?? ""))) return false;
  if (selectors.length === 1 && !picksLook(selectors[0] ?? "", before)) return false;
  return own.every((point) => isHonestPoint(point, before, after, lineAround(text, start, end), isCode));
}

function isSelector(point: string): boolean {
  return /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u.test(point);
}

/** Marks that belong to the writing of Mongolian. */
function isMark(point: string): boolean {
  return isSelector(point) || /^[\u180b-\u180f]$/.test(point);
}

function picksLook(selector: string, before: string): boolean {
  if (before === "" || /\s/u.test(before)) return false;
  if (/^[\ufe0e\ufe0f]$/.test(selector)) return true;
  return /[\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}\p{Sm}\p{Script=Phags_Pa}]/u.test(before);
}

function isHonestPoint(point: string, before: string, after: string, line: string, isCode: boolean): boolean {
  switch (point) {
    case "\u200d":
      return (
        joined.test(before) ||
        (isPictureEnd(before) && picture.test(after)) ||
        /[\u2640\u2642\u2695-\u27bf]/.test(after)
      );
    case "\u200c":
      return joined.test(before) || joined.test(after);
    case "\u200b":
      return breaksWords.test(before) && breaksWords.test(after) && !isCode;
    case "\u200e":
    case "\u200f":
    case "\u061c":
    case "\u202a":
    case "\u202b":
    case "\u202c":
    case "\u2066":
    case "\u2067":
    case "\u2068":
    case "\u2069":
      return !isCode && rightToLeft.test(line);
    case "\u17b4":
    case "\u17b5":
      return /\p{Script=Khmer}/u.test(before);
    case "\u00ad":
      return !isCode && /\p{L}{2}/u.test(before + after);
    case "\u115f":
    case "\u1160":
      return /\p{Script=Hangul}/u.test(before + after);
    default:
      return false;
  }
}

function isPictureEnd(before: string): boolean {
  return picture.test(before) || before === "\ufe0f";
}

// The flags of England, Scotland and Wales are a black flag and up to six tags.
const longestFlag = 6;

function isFlag(points: readonly string[], before: string): boolean {
  if (before !== "\u{1f3f4}" || points.length > longestFlag + 1) return false;
  return (
    points.at(-1) === "\u{e007f}" &&
    points.slice(0, -1).every((point) => /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]$/u.test(point))
  );
}

function charBefore(text: string, at: number): string {
  const low = text[at - 1] ?? "";
  return /[\udc00-\udfff]/.test(low) ? text.slice(Math.max(0, at - 2), at) : low;
}

function charAfter(text: string, at: number): string {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : "";
}

// Long enough for a sentence, short enough that a file of one line costs no more than its length.
const reach = 200;

function lineAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(end, end + reach);
  return before.slice(before.lastIndexOf("\n") + 1) + (after.split("\n", 1)[0] ?? "");
}

/** Tag characters are ASCII moved up; a run of variation selectors can hold bytes. */
function spelled(points: readonly string[]): string {
  const codes = points.map((point) => point.codePointAt(0) ?? 0);
  const tags = codes.filter((code) => code >= 0xe0020 && code <= 0xe007e).map((code) => code - 0xe0000);
  const bytes = codes.flatMap((code) =>
    code >= 0xfe00 && code <= 0xfe0f
      ? [code - 0xfe00]
      : code >= 0xe0100 && code <= 0xe01ef
        ? [code - 0xe0100 + 16]
        : [],
  );
  const letters = (tags.length > 0 ? tags : bytes).filter((code) => code >= 0x20 && code < 0x7f);
  return letters.length < 2 ? "" : letters.map((code) => String.fromCharCode(code)).join("");
}
