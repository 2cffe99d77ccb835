// Longer argument lists are read as far as this, so that a text of opening brackets costs no more than its length.
const longestArguments = 1000;

/** The text between the bracket before `open` and its match, or as far as that is read. */
export function argumentsAt(text: string, open: number): string {
  const limit = Math.min(text.length, open + longestArguments);
  let depth = 1;
  for (let at = open; at < limit; at++) {
    const char = text[at] ?? "";
    if (quoteMarks.includes(char)) at = endOfLiteral(text, at, limit);
    else if (openers.includes(char)) depth++;
    else if (closers.includes(char)) {
      depth--;
      if (depth === 0) return text.slice(open, at);
    }
  }
  return text.slice(open, limit);
}

const quoteMarks = "\"'`";
const openers = "([{";
const closers = ")]}";

function endOfLiteral(text: string, start: number, limit: number): number {
  let at = start + 1;
  while (at < limit && text[at] !== text[start]) at += text[at] === "\\" ? 2 : 1;
  return at;
}

const literal = /"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)'|`((?:[^`\\]|\\[^])*)`/g;

/** The contents of the string literals in a short piece of Python or JavaScript, neighbours of one line joined. */
export function literalsIn(text: string): readonly string[] {
  const found: string[] = [];
  let end = -1;
  for (const match of text.matchAll(literal)) {
    const content = unescape(match[1] ?? match[2] ?? match[3] ?? "");
    const between = end === -1 ? "," : text.slice(end, match.index);
    // `"cu" + "rl"` and `"cu" "rl"` are one text; so is `f"""…"""`, whose quotes come in pairs.
    if (/^\s*(?:\+\s*)?[rbfu]{0,2}$/i.test(between)) found.push(`${found.pop() ?? ""}${content}`);
    else found.push(content);
    end = match.index + match[0].length;
  }
  return found;
}

function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|([^]))/gi,
    (_, hex?: string, unit?: string, char?: string) => {
      if (char !== undefined) return char === "n" ? "\n" : char === "t" ? "\t" : char;
      return String.fromCharCode(Number.parseInt(hex ?? unit ?? "0", 16));
    },
  );
}

/** Names of a text that stand for all they hold: `env`, not `env["HOME"]`, `env.get("HOME")` or the `env=` of an argument. */
export function namesIn(text: string): readonly string[] {
  return (
    text.match(
      /(?<![.\w$])[A-Za-z_$][\w$]*(?![\w$])(?!\s{0,3}(?:\[|=(?![=>])|\??\.(?:get\b|[A-Z][A-Z\d_]+\b)))/g,
    ) ?? []
  );
}

const assigned =
  /^[ \t]*(?:(?:export|const|let|var|final|global)[ \t]+)*([A-Za-z_$][\w$]*)(?:\[[^\]\n]{0,80}\]|\.[\w$]+)?(?:[ \t]*:[ \t]*[\w[\], .|<>"']{1,60})?[ \t]*(?:[-+|]?=)(?!=)/;
const added = /\b([A-Za-z_$][\w$]*)\.(?:update|append|push|extend|add|set|write|insert|assign)[ \t]*\(/;
const bound = /\b(?:as|for)[ \t]+([A-Za-z_$][\w$]*)(?:[ \t]*,[ \t]*([A-Za-z_$][\w$]*))?[ \t]*(?::|in\b|of\b)/;
const defined =
  /^[ \t]*(?:(?:export|async|default)[ \t]+)*(?:def|function)[ \t]+([A-Za-z_$][\w$]*)|^[ \t]*(?:(?:export)[ \t]+)?(?:const|let)[ \t]+([A-Za-z_$][\w$]*)[ \t]*=[ \t]*(?:async[ \t]*)?\([^)\n]{0,200}\)[ \t]*=>/;

// Names that carry something from one line to another; more than these are not followed.
const mostNames = 200;
const longestLine = 2000;

/**
 * The names that hold something for which `isSource` is true of a line, or that are made from such a name: assignments,
 * loops, `with … as`, appends, and functions that return it. One pass over the lines.
 */
export function namesHolding(text: string, isSource: (line: string) => boolean): ReadonlySet<string> {
  const names = new Set<string>();
  const place = { inside: "", depth: 0, current: "" };
  for (const whole of text.split("\n")) {
    const line = whole.length > longestLine ? whole.slice(0, longestLine) : whole;
    follow(line, place);
    if (names.size >= mostNames) break;
    if (!isSource(line) && !namesIn(valueOf(line)).some((name) => names.has(name))) continue;
    for (const name of namesTaking(line, place)) names.add(name);
  }
  return names;
}

/** Where a line stands: the name whose value it belongs to, how deep in brackets, and the function. */
interface Place {
  inside: string;
  depth: number;
  current: string;
}

function follow(line: string, place: Place): void {
  const target = assigned.exec(line)?.[1];
  const [, named, arrow] = defined.exec(line) ?? [];
  place.current = named ?? arrow ?? place.current;
  if (place.depth <= 0 || target !== undefined) place.inside = target ?? "";
  place.depth = Math.max(0, place.depth + balanceOf(line));
}

function namesTaking(line: string, { inside, current }: Place): readonly string[] {
  const [, first, second] = bound.exec(line) ?? [];
  const isReturn = /^\s*return\b|=>\s*[^{\s]/.test(line);
  const all = [inside, added.exec(line)?.[1], first, second, isReturn ? current : undefined];
  return all.filter((name) => name !== undefined && name !== "").map((name) => name ?? "");
}

/** What stands behind the assignment, or the whole line. */
function valueOf(line: string): string {
  const match = assigned.exec(line);
  return match === null ? line : line.slice(match[0].length);
}

function balanceOf(line: string): number {
  let balance = 0;
  for (const char of line) {
    if (char === "(" || char === "[" || char === "{") balance++;
    else if (char === ")" || char === "]" || char === "}") balance--;
  }
  return balance;
}
