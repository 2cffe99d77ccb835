/**
 * JavaScript that reads a shell text into its simple commands, with quotes and escapes undone: chains, pipelines,
 * subshells, substitutions, here-documents and what `sh -c`, `eval` and their like are given included. It knows the
 * variables that the text itself sets, and no others: it finds what is written and not what is meant.
 *
 * The code holds no backtick and no `${`, so that it stands here as it is written.
 */
export const shellReader = String.raw`// In characters: of all that is read, nested texts included, and of all that is searched.
const READ_LIMIT = 2000000;
const DEPTH_LIMIT = 40;
// Of one word or command: what braces and variables with several values come to.
const WAYS_LIMIT = 128;

/** A quote or a substitution is open: the text is no shell. */
class Unreadable extends Error {}
/** Too long or too deep to be read in time. */
class TooMuch extends Error {}

const ESCAPES = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v", e: "\x1b", E: "\x1b" };

// Halves of surrogate pairs, which no well-formed text has: braces that may be expanded, and white space that splits.
const [OPEN, COMMA, CLOSE, SPLIT] = ["\ud800", "\ud801", "\ud802", "\ud803"];
const MARKS = { [OPEN]: "{", [COMMA]: ",", [CLOSE]: "}", [SPLIT]: " " };
const MARK = /[\ud800-\ud803](?![\udc00-\udfff])/g;

/** Every text in which a pattern is searched, for a text that is shell; a text that is none raises Unreadable. */
function shellTexts(text) {
  const found = {
    texts: new Set(),
    unwrapped: new Set(),
    nested: new Map(),
    interprets: false,
    read: 0,
    variables: new Map([["IFS", [" "]]]),
  };
  reader(text, found, 0).list(undefined, 0);
  // A map may grow while it is walked.
  if (found.interprets) for (const [inner, depth] of found.nested) attempt(inner, found, depth + 1);
  return found.texts;
}

/** As shellTexts, for a text that may or may not be shell. What was read before it breaks off counts. */
function attempt(text, found, depth) {
  try {
    reader(text, found, depth).list(undefined, depth);
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
  }
}

function spend(found, length, depth) {
  found.read += length + 1;
  if (found.read > READ_LIMIT || depth > DEPTH_LIMIT) throw new TooMuch("the command is too long or nested too deep");
}

/** Notes a text that is shell only where something reads it as such. */
function nest(text, found, depth) {
  if (!found.nested.has(text)) found.nested.set(text, depth);
}

/** A way in which a text can come out, and which of their values the variables in it have. */
const way = (text, chosen = {}) => ({ text, chosen });
const emptyWord = () => ({ plain: "", filled: [way("")], quoted: false });

/**
 * A reader of one text. A word is held as it is written, with its variables, and in every way that it can come out by what
 * is known of them.
 */
function reader(text, found, depth) {
  spend(found, text.length, depth);
  let at = 0;
  const starts = (prefix) => text.startsWith(prefix, at);
  const sticky = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };

  /** Reads commands up to end, a closing parenthesis, or up to the end of the text; returns them. */
  function list(end, level) {
    spend(found, 0, level);
    const state = { commands: [], parts: [], word: undefined, redirection: false, before: undefined, waiting: [] };
    for (;;) {
      const char = text[at];
      if (char === undefined) {
        endCommand(state, level);
        if (end !== undefined) throw new Unreadable("a substitution is open");
        return state.commands;
      }
      if (char === "<" || char === ">" || (char === "&" && text[at + 1] === ">")) redirect(state, level);
      else if (char === " " || char === "\t" || char === "\r") {
        endWord(state);
        at += 1;
      } else if (char === ";" || char === "&" || char === "|" || char === "\n") separate(state, char, level);
      else if (char === "(") {
        endCommand(state, level);
        at += 1;
        list(")", level + 1);
      } else if (char === ")") {
        endCommand(state, level);
        at += 1;
        if (end === ")") return state.commands;
      } else if (char === "#" && state.word === undefined) {
        const stop = text.indexOf("\n", at);
        const comment = text.slice(at + 1, stop < 0 ? text.length : stop);
        attempt(comment, found, level + 1);
        at += comment.length + 1;
      } else if (starts("\\\n")) at += 2;
      else part((state.word ??= emptyWord()), level);
    }
  }

  function endWord(state) {
    if (state.word === undefined) return;
    state.parts.push({ ...state.word, redirection: state.redirection });
    state.redirection = false;
    state.word = undefined;
  }

  function endCommand(state, level, piped = false) {
    endWord(state);
    state.redirection = false;
    const done = state.parts;
    state.parts = [];
    if (done.length > 0) {
      simpleCommand(done, state.before, found, level);
      state.commands.push(done);
    }
    state.before = piped ? done : undefined;
  }

  function separate(state, char, level) {
    const piped = char === "|" && text[at + 1] !== "|";
    endCommand(state, level, piped);
    at += 1;
    if (char === "|" && (text[at] === "|" || text[at] === "&")) at += 1;
    if (char === "\n") for (const here of state.waiting.splice(0)) document(here, level);
  }

  /** An operator of redirection; a number right before it belongs to it. */
  function redirect(state, level) {
    if (text[at] !== "&" && text[at + 1] === "(") {
      at += 2;
      list(")", level + 1);
      state.word ??= emptyWord();
      return;
    }
    const { word } = state;
    if (word !== undefined && !word.quoted && /^\d+$/.test(word.plain)) state.redirection = true;
    endWord(state);
    if (starts("<<") && !starts("<<<")) {
      at += 2;
      hereDocument(state, level);
      return;
    }
    const operator = sticky(/<<<|&>>?|<>|<&|>>|>&|>\||[<>]/y)[0];
    at += operator.length;
    state.parts.push({ plain: operator, filled: [way(operator)], quoted: false, redirection: true });
    state.redirection = true;
  }

  /** The delimiter of a here-document, whose text starts on the next line. */
  function hereDocument(state, level) {
    const tabs = text[at] === "-";
    if (tabs) at += 1;
    while (text[at] === " " || text[at] === "\t") at += 1;
    const start = at;
    const word = emptyWord();
    while (at < text.length && !/[\s;|&()<>]/.test(text[at])) part(word, level);
    state.waiting.push({ delimiter: unmarked(word.plain), literal: /['"\\]/.test(text.slice(start, at)), tabs });
  }

  /** A here-document: its substitutions run, and what reads it may be a shell. */
  function document({ delimiter, literal, tabs }, level) {
    const lines = [];
    while (at < text.length) {
      const stop = text.indexOf("\n", at);
      const line = text.slice(at, stop < 0 ? text.length : stop);
      at = stop < 0 ? text.length : stop + 1;
      if ((tabs ? line.replace(/^\t+/, "") : line) === delimiter) break;
      lines.push(line);
    }
    const body = lines.join("\n");
    nest(body, found, level);
    if (!literal) reader(body, found, level + 1).quotation(undefined, emptyWord(), level + 1);
  }

  /** One character, quotation, variable or substitution of a word. */
  function part(word, level) {
    const char = text[at];
    if (char === "\\") {
      const next = text[at + 1] ?? "\\";
      add(word, next === "\n" ? "" : next);
      word.quoted = true;
      at += 2;
    } else if (char === "'") {
      const stop = text.indexOf("'", at + 1);
      if (stop < 0) throw new Unreadable("a quote is open");
      add(word, text.slice(at + 1, stop));
      word.quoted = true;
      at = stop + 1;
    } else if (starts("$'")) {
      at += 2;
      const quoted = sticky(/(?:[^'\\]|\\[^])*'/y);
      if (quoted === null) throw new Unreadable("a quote is open");
      add(word, unescaped(quoted[0].slice(0, -1)));
      word.quoted = true;
      at += quoted[0].length;
    } else if (char === '"' || starts('$"')) {
      at += char === '"' ? 1 : 2;
      word.quoted = true;
      quotation('"', word, level);
    } else if (char === "$") variable(word, false, level);
    else if (char === "\x60") backticks(word, false, level);
    else {
      add(word, char === "{" ? OPEN : char === "," ? COMMA : char === "}" ? CLOSE : char);
      at += 1;
    }
  }

  /** The rest of a double quotation; up to end, or up to the end of the text. */
  function quotation(end, word, level) {
    while (at < text.length) {
      const char = text[at];
      if (char === end) {
        at += 1;
        return;
      }
      if (char === "\\" && at + 1 < text.length && '$\x60"\\\n'.includes(text[at + 1])) {
        add(word, text[at + 1] === "\n" ? "" : text[at + 1]);
        at += 2;
      } else if (char === "$") variable(word, true, level);
      else if (char === "\x60") backticks(word, true, level);
      else {
        add(word, char);
        at += 1;
      }
    }
    if (end !== undefined) throw new Unreadable("a quote is open");
  }

  function variable(word, quoted, level) {
    const start = at;
    if (text[at + 1] === "(") {
      at += 2;
      fill(word, printed(list(")", level + 1)), quoted);
      return;
    }
    let name;
    let values;
    if (text[at + 1] === "{") ({ name, values } = parameter(level));
    else {
      const match = sticky(/\$(\w+|[@*#?$!-])/y);
      at += match === null ? 1 : match[0].length;
      name = match?.[1];
      values = match === null ? ["$"] : (found.variables.get(name) ?? [""]);
    }
    word.plain += text.slice(start, at);
    fill(word, values, quoted, name);
  }

  /** What a parameter in braces can be. What stands behind a minus or an equals sign counts where nothing is set. */
  function parameter(level) {
    spend(found, 0, level + 1);
    at += 2;
    const [whole, name] = sticky(/[!#]?(\w+|[@*#?$!-])?/y);
    at += whole.length;
    const [operator] = sticky(/:?[-=+?]|[^}]?/y);
    at += operator.length;
    const rest = emptyWord();
    while (text[at] !== "}") {
      if (at >= text.length) throw new Unreadable("a variable is open");
      if ("'\"\\$\x60".includes(text[at])) part(rest, level + 1);
      else add(rest, text[at++]);
    }
    at += 1;
    const known = found.variables.get(name);
    const others = rest.filled.map((one) => one.text);
    if (/[-=]/.test(operator)) return { name, values: known ?? others };
    if (operator.includes("+")) return { values: known === undefined ? [""] : others };
    return { name, values: known ?? [""] };
  }

  function backticks(word, quoted, level) {
    at += 1;
    const inner = sticky(/(?:[^\x60\\]|\\[^])*\x60/y);
    if (inner === null) throw new Unreadable("a substitution is open");
    at += inner[0].length;
    const command = inner[0].slice(0, -1).replace(quoted ? /\\([$\x60\\"])/g : /\\([$\x60\\])/g, "$1");
    fill(word, printed(reader(command, found, level + 1).list(undefined, level + 1)), quoted);
  }

  return { list, quotation };
}

function add(word, characters) {
  word.plain += characters;
  word.filled = word.filled.map(({ text, chosen }) => way(text + characters, chosen));
}

/** Appends each of the values of a variable, or of a substitution, to each way in which the word can come out. */
function fill(word, values, quoted, name) {
  const texts = quoted ? values : values.map((value) => value.replace(/\s+/g, SPLIT));
  const added = texts.map((text, i) => way(text, name === undefined || texts.length === 1 ? {} : { [name]: i }));
  word.filled = each(word.filled, added, (one, other) => one + other);
}

/** Two texts, one behind the other, in every way in which a variable has one value in both. */
function each(first, second, join) {
  const found = [];
  for (const one of first) {
    for (const other of second) {
      const isOther = (name) => Object.hasOwn(one.chosen, name) && one.chosen[name] !== other.chosen[name];
      if (Object.keys(other.chosen).some(isOther)) continue;
      found.push(way(join(one.text, other.text), { ...one.chosen, ...other.chosen }));
      if (found.length > WAYS_LIMIT) throw new TooMuch("the command can come out in too many ways");
    }
  }
  return found;
}
`;
