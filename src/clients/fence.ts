/** What a client takes for front matter. */
export type Front =
  | {
      readonly kind: "front";
      readonly text: string;
      readonly body: string;
      /** Front matter that was cut off because `---` was searched for inside a line. */
      readonly cut?: string;
      /** A language after the opening fence, which gray-matter obeys. */
      readonly language?: string;
    }
  | { readonly kind: "none"; readonly reason: string };

export type Fence = (text: string) => Front;

const notStarted: Front = { kind: "none", reason: "The file does not start with a `---` line." };
const notClosed: Front = { kind: "none", reason: "The front matter is not closed by a `---` line." };

/** Lines that are exactly `---` after trimming what `trim` trims; the first must open the file. */
export function lineFence(trim: (line: string) => string = (line) => line.trimEnd()): Fence {
  return (text) => {
    const lines = text.split(/\r\n|\n/);
    if (trim(lines[0] ?? "") !== "---") return notStarted;
    const end = lines.findIndex((line, index) => index > 0 && trim(line) === "---");
    if (end === -1) return notClosed;
    return { kind: "front", text: lines.slice(1, end).join("\n"), body: lines.slice(end + 1).join("\n") };
  };
}

/** A regular expression whose first group is the front matter and whose second, if any, the body. */
export function patternFence(pattern: RegExp): Fence {
  return (text) => {
    const match = pattern.exec(text);
    if (match === null) return text.startsWith("---") ? notClosed : notStarted;
    return {
      kind: "front",
      text: match[1] ?? "",
      body: match[2] ?? text.slice(match.index + match[0].length),
    };
  };
}

/** Splits at the first two `---` anywhere, also inside a value; `anywhere`: text before the first is passed over. */
export function substringFence(anywhere: boolean): Fence {
  return (text) => {
    if (!anywhere && !text.startsWith("---")) return notStarted;
    const open = text.indexOf("---");
    const close = open === -1 ? -1 : text.indexOf("---", open + 3);
    if (close === -1) return text.startsWith("---") ? notClosed : notStarted;
    const front = text.slice(open + 3, close);
    return { kind: "front", text: front, body: text.slice(close + 3), ...cutAfter(text, close) };
  };
}

function cutAfter(text: string, close: number): { readonly cut?: string } {
  const before = text[close - 1];
  if (before === "\n" || before === "\r" || before === undefined) return {};
  const real = /(?:\r\n|\r|\n)---[ \t]*(?:\r|\n|$)/.exec(text.slice(close));
  return { cut: real === null ? "" : text.slice(close, close + real.index) };
}

/** gray-matter 4: the rest of the first line names a language; without a closing fence all is front matter. */
export function grayMatterFence(raw: string): Front {
  const text = raw.replace(/^\uFEFF/, "");
  if (!text.startsWith("---") || text[3] === "-") return notStarted;
  const behind = text.slice(3);
  const line = behind.slice(0, behind.search(/\r?\n/));
  const language = line.trim();
  const content = language === "" ? behind : behind.slice(line.length);
  const found = content.indexOf("\n---");
  const front = found === -1 ? content : content.slice(0, found);
  if (front.split("\n").every((one) => one.trim() === "" || /^\s*#./s.test(one))) {
    return { kind: "none", reason: "The front matter is empty." };
  }
  const body = found === -1 ? "" : content.slice(found + 4);
  return { kind: "front", text: front, body, ...(language === "" ? {} : { language }) };
}

/** Mistral Vibe: lines of three and more hyphens, blank lines before the first allowed. */
export function hyphenFence(text: string): Front {
  const fences = [...text.matchAll(/^-{3,}\s*$/gm)];
  const [open, close] = fences;
  if (open === undefined || close === undefined || text.slice(0, open.index).trim() !== "") return notStarted;
  return {
    kind: "front",
    text: text.slice(open.index + open[0].length, close.index),
    body: text.slice(close.index + close[0].length),
  };
}

/** pi: white space may stand before the first fence; the second needs only to start a line. */
export function piFence(raw: string): Front {
  const text = raw.replace(/\r\n?/g, "\n").replace(/^\uFEFF/, "");
  const open = /^\s*---(?:\n|$)/.exec(text);
  if (open === null) return notStarted;
  const end = text.indexOf("\n---", open[0].length);
  if (end === -1) return notClosed;
  return { kind: "front", text: text.slice(open[0].length, end), body: text.slice(end + 4) };
}

/** OpenClaw: the fourth character is passed over unseen, and the second fence needs only to start a line. */
export function openClawFence(raw: string): Front {
  const text = raw.replace(/\r\n?/g, "\n");
  if (!text.startsWith("---")) return notStarted;
  const end = text.indexOf("\n---", 3);
  if (end === -1) return notClosed;
  return { kind: "front", text: text.slice(4, end), body: text.slice(end + 4) };
}

/** VS Code: an unclosed header runs to the end of the file. */
export function vscodeFence(text: string): Front {
  const lines = text.split(/\r\n|\r|\n/);
  if (!/^---\s*$/.test(lines[0] ?? "")) return notStarted;
  const found = lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line));
  const end = found === -1 ? lines.length : found;
  return { kind: "front", text: lines.slice(1, end).join("\n"), body: lines.slice(end + 1).join("\n") };
}

/** UCToo: the first two lines `---` anywhere in the file. */
export function firstTwoLinesFence(text: string): Front {
  const lines = text.split("\n");
  const open = lines.findIndex((line) => line.trim() === "---");
  const close = lines.findIndex((line, index) => index > open && line.trim() === "---");
  if (open === -1 || close === -1) return notStarted;
  return {
    kind: "front",
    text: lines.slice(open + 1, close).join("\n"),
    body: lines.slice(close + 1).join("\n"),
  };
}
