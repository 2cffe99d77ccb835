/**
 * JavaScript that says in which texts of a simple command a pattern is searched: as it is written and in each way that it can
 * come out, with and without redirections, and behind whatever runs its arguments as a command. Held as `shellReader` is.
 */
export const commandReader = String.raw`const words = (text) => new Set(text.split(" "));
const RESERVED = words("{ } ! if then elif else while until do time case for select function coproc fi done esac");
/** Run their arguments as a command. The number of words that come first beside options. */
const WRAPPERS = new Map([
  ...["sudo", "doas", "env", "nohup", "nice", "ionice", "stdbuf", "setsid", "time", "command", "builtin", "exec"],
  ...["xargs", "parallel", "noglob", "nocorrect", "watch", "unshare", "systemd-run", "busybox", "npx", "catchsegv"],
].map((name) => [name, 0]));
for (const name of ["timeout", "flock", "chroot", "nsenter", "repeat", "taskset", "chrt", "proot"]) WRAPPERS.set(name, 1);
/** Where one of these stands, the texts of the command may be read as shell once more. */
const INTERPRETERS = words(
  "sh bash dash ksh mksh ash zsh fish csh tcsh busybox eval source . su runuser ssh watch script trap alias parallel " +
    "xargs env at batch crontab expect entr docker podman kubectl lxc nsenter chroot tmux screen wsl systemd-run " +
    "python python2 python3 perl ruby node php lua awk gawk osascript make find fd setpriv flock",
);
const RUN_OPTIONS = words("-exec -execdir -ok -okdir -x -X --exec --exec-batch");

function unmarked(text) {
  return text.replace(MARK, (mark) => MARKS[mark]);
}

/** The text of a quotation with escapes, or of an argument of printf. */
function unescaped(text) {
  const code = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|c([^])|([^]))/g;
  return text.replace(code, (_, hex, short, long, octal, control, other) => {
    if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 31);
    if (other !== undefined) return ESCAPES[other] ?? other;
    const point = octal === undefined ? parseInt(hex ?? short ?? long, 16) : parseInt(octal, 8) & 255;
    return point > 0x10ffff || (point > 0xd7ff && point < 0xe000) ? "\ufffd" : String.fromCodePoint(point);
  });
}

/** The words of a simple command as they are written, or in each way that they can come out. */
function wordLists(parts, isFilled) {
  let lists = [way([])];
  for (const part of parts) {
    const ways = isFilled ? part.filled : [way(part.plain)];
    const added = ways.map(({ text, chosen }) => way(wordsOf(text).filter((word) => word !== "" || !isFilled), chosen));
    if (lists.length === 1 && added.length === 1) {
      lists[0].text.push(...added[0].text);
      Object.assign(lists[0].chosen, added[0].chosen);
    } else lists = each(lists, added, (list, more) => [...list, ...more]);
  }
  return lists.map(({ text }) => text);
}

/** A word with its braces expanded and its values split: before{a,b}after is two words. */
function wordsOf(text) {
  const results = [];
  const pending = [text];
  while (pending.length > 0) {
    const next = pending.pop();
    const choices = firstChoices(next);
    if (choices === undefined) results.push(...next.split(SPLIT));
    else pending.push(...choices.toReversed());
    if (results.length + pending.length > WAYS_LIMIT) throw new TooMuch("the command names too many words");
  }
  return results.map(unmarked);
}

/** What the first braces with a comma in them give; what is left of them is a text. */
function firstChoices(text) {
  if (!text.includes(OPEN)) return undefined;
  const open = [];
  let first;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === OPEN) open.push({ start: i, ends: [i] });
    else if (text[i] === COMMA) open.at(-1)?.ends.push(i);
    else if (text[i] === CLOSE) {
      const group = open.pop();
      if (group?.ends.length > 1 && !(group.start > first?.start)) first = { ...group, ends: [...group.ends, i] };
    }
  }
  if (first === undefined) return undefined;
  const { start, ends } = first;
  const after = text.slice(ends.at(-1) + 1);
  return ends.slice(1).map((end, k) => text.slice(0, start) + text.slice(ends[k] + 1, end) + after);
}

/** Keeps the texts of a simple command, and what of it may be shell itself. */
function simpleCommand(parts, before, found, depth) {
  for (const kept of [parts, parts.filter(({ redirection }) => !redirection)]) {
    for (const list of [...wordLists(kept, false), ...wordLists(kept, true)]) {
      keep(list, found);
      unwrap(list, before, found, 0);
      readNested(list, before, found, depth);
      if (list[0] === "for" && list[2] === "in") for (const value of list.slice(3)) set(list[1], value, found);
    }
  }
  for (const { filled, quoted } of parts) {
    for (const { text } of filled) {
      assign(unmarked(text), found, depth);
      if (quoted && /[\s;&|<>()$\x60'"\\{]/.test(text)) nest(unmarked(text), found, depth);
    }
  }
}

function keep(list, found) {
  const text = list.join(" ");
  if (text === "" || found.texts.has(text)) return;
  spend(found, text.length, 0);
  found.texts.add(text);
}

/** What a text sets a variable to is one of its values for all of the text: which one counts, only a run shows. */
function assign(word, found, depth) {
  const [whole, name, operator] = /^(\w+)(\+?=)/.exec(word) ?? [];
  if (whole === undefined) return;
  const value = word.slice(whole.length);
  if (operator === "+=") for (const old of found.variables.get(name) ?? [""]) set(name, old + value, found);
  else set(name, value, found);
  if (/\s/.test(value)) nest(value, found, depth);
}

function set(name, value, found) {
  const values = found.variables.get(name) ?? [];
  if (!values.includes(value)) found.variables.set(name, [...values, value]);
}

const baseName = (word) => word.slice(word.lastIndexOf("/") + 1);
const isAssignment = (word) => /^\w+\+?=/.test(word);

/** The command without what stands before it: reserved words, assignments, and programs that run their arguments. */
function unwrap(list, before, found, depth) {
  let at = 0;
  const isBefore = (word) => RESERVED.has(word) || isAssignment(word) || (depth > 0 && word.startsWith("-"));
  while (at < list.length && isBefore(list[at])) at += 1;
  const rest = list.slice(at);
  if (rest.length === 0 || depth > 8) return;
  const key = rest.join(" ");
  if (found.unwrapped.has(key)) return;
  spend(found, key.length, 0);
  found.unwrapped.add(key);
  const name = baseName(rest[0]);
  keep(rest, found);
  keep([name, ...rest.slice(1)], found);
  for (const start of startsOf(rest, name)) {
    unwrap(rest.slice(start), undefined, found, depth + 1);
    if (name !== "xargs" || before === undefined) continue;
    for (const text of printed([before])) unwrap([...rest.slice(start), ...text.split(/\s+/)], undefined, found, depth + 1);
  }
}

/** Where in a command another command may begin. */
function startsOf(list, name) {
  const starts = new Set();
  list.forEach((word, i) => {
    if (RUN_OPTIONS.has(word) && starts.size < 16) starts.add(i + 1);
  });
  const positional = WRAPPERS.get(name);
  if (positional === undefined) return starts;
  let at = 1;
  while (at < list.length && (list[at].startsWith("-") || isAssignment(list[at]))) {
    // The option may take the next word; whether it does, each program decides for itself.
    const takesWord = /^-(?:[A-Za-z]|-[\w-]+)$/.test(list[at]);
    at += 1;
    if (takesWord && list[at] !== undefined && !list[at].startsWith("-") && starts.size < 16) starts.add(at + 1);
  }
  for (let i = 0; i <= positional; i++) starts.add(at + i);
  return starts;
}

/** Where a shell stands among the words, what it is given may be shell. */
function readNested(list, before, found, depth) {
  const at = list.findIndex((word) => INTERPRETERS.has(baseName(word)));
  if (at < 0) return;
  found.interprets = true;
  if (list.length > at + 1) nest(list.slice(at + 1).join(" "), found, depth);
  if (before !== undefined) for (const text of printed([before])) nest(text, found, depth);
}

/** What the commands can print, where they are one echo or printf; else nothing. */
function printed(commands) {
  if (commands.length !== 1) return [""];
  return wordLists(commands[0].filter(({ redirection }) => !redirection), true).map(([first = "", ...rest]) => {
    const name = baseName(first);
    if (name === "echo") {
      while (rest.length > 0 && /^-[neE]+$/.test(rest[0])) rest.shift();
      return unescaped(rest.join(" "));
    }
    if (name !== "printf") return "";
    const [format = "", ...values] = rest;
    return unescaped(format.replace(/%[-+ #0-9.]*[sbcdqixX]/g, () => values.shift() ?? ""));
  });
}

/** PowerShell, where a backtick escapes: quotes and escapes are taken out, and the text is cut at what ends a command. */
function powershellTexts(text) {
  const plain = text.replace(/[\x60'"^]/g, "");
  return new Set([plain, ...plain.split(/[;|&\r\n(){}]+/).map((part) => part.trim())]);
}
`;
