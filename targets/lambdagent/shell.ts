/**
 * Python that reads a shell text into its simple commands: quotes undone, substitutions, subshells, here-documents and
 * what `sh -c` and `eval` are given included. It knows no variables, so it finds what is written and not what is meant.
 */
export const shellReader = `_SHELLS = frozenset(["sh", "bash", "dash", "ksh", "zsh"])
_RESERVED = frozenset(["{", "}", "!", "if", "then", "elif", "else", "while", "until", "do", "time"])
_READ_LIMIT = 1_000_000
_CODE = re.compile(r"\\\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3}))")
_ESCAPES = {"n": "\\n", "t": "\\t", "r": "\\r", "a": "\\a", "b": "\\b", "f": "\\f", "v": "\\v", "e": "\\x1b"}


class _Found:
    """The commands found so far, and how many characters have been read to find them."""

    def __init__(self):
        self.commands = []
        self.read = 0


def _commands(text, found, depth=0):
    """Adds every simple command of a shell text, unquoted. Raises ValueError where a quote is open."""
    found.read += len(text) + 1
    if found.read > _READ_LIMIT:
        raise RuntimeError("the command is nested too deep to read")
    _scan(text, 0, None, found, depth)


def _attempt(text, found, depth):
    """As _commands, for a text that may or may not be shell."""
    try:
        _commands(text, found, depth)
    except ValueError:
        pass


def _finish(words, found, depth):
    """Ends a simple command. What a shell or eval is given to run is read as commands too."""
    while words and words[0] in _RESERVED:
        words.pop(0)
    if not words:
        return
    found.commands.append(" ".join(words))
    names = [word.rsplit("/", 1)[-1] for word in words]
    if "eval" in names:
        _attempt(" ".join(words[names.index("eval") + 1 :]), found, depth + 1)
    if _SHELLS.intersection(names):
        for word in words:
            if " " in word or "\\t" in word or "\\n" in word:
                _attempt(word, found, depth + 1)
    words.clear()


def _scan(text, at, end, found, depth):
    """Reads commands up to end, a closing parenthesis or None for the end of the text; returns the place after it."""
    if depth > 40:
        raise ValueError("commands are nested too deep")
    words, word, waiting = [], None, []
    while True:
        char = text[at] if at < len(text) else ""
        if char == "" or char in " \\t\\r\\n;|&()<>":
            if word is not None:
                words.append("".join(word))
                word = None
        if char == "":
            _finish(words, found, depth)
            if end is not None:
                raise ValueError("a substitution is open")
            return at
        if char in "<>" and text.startswith("(", at + 1):
            at = _scan(text, at + 2, ")", found, depth + 1)
        elif text.startswith("<<", at) and not text.startswith("<<<", at):
            at = _here(text, at + 2, waiting, found)
        elif char in "<>":
            words.append(char)
            at += 2 if text.startswith("&", at + 1) else 1
        elif char in " \\t\\r":
            at += 1
        elif char == ")":
            _finish(words, found, depth)
            at += 1
            if end == ")":
                return at
        elif char == "(":
            _finish(words, found, depth)
            at = _scan(text, at + 1, ")", found, depth + 1)
        elif char in ";|&\\n":
            _finish(words, found, depth)
            at += 1
            if char == "\\n":
                for here in waiting:
                    at = _document(text, at, here, found, depth)
                waiting = []
        elif char == "#" and word is None:
            stop = text.find("\\n", at)
            stop = len(text) if stop < 0 else stop
            _attempt(text[at + 1 : stop], found, depth + 1)
            at = stop
        elif text.startswith("\\\\\\n", at):
            at += 2
        elif _is_space(text, at):
            if word is not None:
                words.append("".join(word))
                word = None
            at += 6 if text.startswith("\${IFS}", at) else 4
        else:
            word = [] if word is None else word
            at = _part(text, at, word, found, depth)


def _is_space(text, at):
    """Whether the variable that holds white space stands here."""
    following = text[at + 4 : at + 5]
    return text.startswith("\${IFS}", at) or (
        text.startswith("$IFS", at) and not (following.isalnum() or following == "_")
    )


def _part(text, at, word, found, depth):
    """Reads one character, quotation or substitution of a word; returns the place after it."""
    char = text[at]
    if char == "\\\\":
        following = text[at + 1 : at + 2]
        word.append("" if following == "\\n" else following or char)
        return at + 2
    if char == "'":
        stop = text.find("'", at + 1)
        if stop < 0:
            raise ValueError("a quote is open")
        word.append(text[at + 1 : stop])
        return stop + 1
    if text.startswith("$'", at):
        return _ansi(text, at + 2, word)
    if char == '"':
        return _quoted(text, at + 1, '"', word, found, depth)
    if text.startswith('$"', at):
        return _quoted(text, at + 2, '"', word, found, depth)
    if text.startswith("$(", at):
        return _scan(text, at + 2, ")", found, depth + 1)
    if char == "\`":
        return _backticks(text, at + 1, found, depth)
    word.append(char)
    return at + 1


def _quoted(text, at, end, word, found, depth):
    """Reads the rest of a double quotation, or a here-document where end is None. Substitutions in it run."""
    while at < len(text):
        char = text[at]
        if char == end:
            return at + 1
        if char == "\\\\" and text[at + 1 : at + 2] and text[at + 1] in '$\`"\\\\\\n':
            word.append("" if text[at + 1] == "\\n" else text[at + 1])
            at += 2
        elif text.startswith("$(", at):
            at = _scan(text, at + 2, ")", found, depth + 1)
        elif char == "\`":
            at = _backticks(text, at + 1, found, depth)
        else:
            word.append(char)
            at += 1
    if end is not None:
        raise ValueError("a quote is open")
    return at


def _backticks(text, at, found, depth):
    """Reads the rest of a substitution in backticks."""
    inner = []
    while at < len(text):
        char = text[at]
        if char == "\`":
            _commands("".join(inner), found, depth + 1)
            return at + 1
        if char == "\\\\" and text[at + 1 : at + 2] and text[at + 1] in "$\`\\\\":
            at += 1
            char = text[at]
        inner.append(char)
        at += 1
    raise ValueError("a substitution is open")


def _ansi(text, at, word):
    """Reads the rest of a quotation with escapes."""
    while at < len(text):
        char = text[at]
        if char == "'":
            return at + 1
        code = _CODE.match(text, at)
        if code:
            digits, base = (code.group(3), 8) if code.group(3) else (code.group(1) or code.group(2), 16)
            word.append(chr(int(digits, base)))
            at = code.end()
        elif char == "\\\\" and at + 1 < len(text):
            word.append(_ESCAPES.get(text[at + 1], text[at + 1]))
            at += 2
        else:
            word.append(char)
            at += 1
    raise ValueError("a quote is open")


def _here(text, at, waiting, found):
    """Reads the delimiter of a here-document, whose text starts on the next line."""
    tabs = text.startswith("-", at)
    at += 1 if tabs else 0
    while text[at : at + 1] in (" ", "\\t"):
        at += 1
    start = at
    word = []
    while at < len(text) and text[at] not in " \\t\\r\\n;|&()<>":
        at = _part(text, at, word, found, 0)
    literal = any(quote in text[start:at] for quote in "'\\"\\\\")
    waiting.append(("".join(word), literal, tabs))
    return at


def _document(text, at, here, found, depth):
    """Reads a here-document: its substitutions run, and what reads it may be a shell."""
    delimiter, literal, tabs = here
    lines = []
    while at < len(text):
        stop = text.find("\\n", at)
        stop = len(text) if stop < 0 else stop
        line = text[at:stop]
        at = min(stop + 1, len(text))
        if (line.lstrip("\\t") if tabs else line) == delimiter:
            break
        lines.append(line)
    body = "\\n".join(lines)
    if not literal:
        _quoted(body, 0, None, [], found, depth)
    _attempt(body, found, depth + 1)
    return at
`;
