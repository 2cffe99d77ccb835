import { patternSupports } from "./python-pattern.ts";
import type { Support } from "./support.ts";
import { neededSupports } from "./support.ts";

interface PythonSupport extends Support {
  /** Modules of the standard library. */
  readonly imports: readonly string[];
}

const supports: Readonly<Record<string, PythonSupport>> = {
  _fail: {
    needs: [],
    imports: [],
    code: `def _fail():
    raise ValueError("no value")`,
  },
  _text: {
    needs: [],
    imports: ["re"],
    code: `def _text(value):
    # Half of a surrogate pair is no character.
    return re.sub("[\\ud800-\\udfff]", "\\ufffd", value)`,
  },
  _json: {
    needs: ["_text", "_fail", "_clean"],
    imports: ["json", "re"],
    code: `def _json(text):
    depth = deepest = 0
    in_string = False
    for token in re.findall(r'\\\\[\\s\\S]|["\\[\\]{}]', text):
        if token == '"':
            in_string = not in_string
        elif in_string:
            continue
        elif token in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif token in "]}":
            depth -= 1
    if deepest > 512:
        _fail()
    return _clean(json.loads(text, parse_int=float, parse_constant=lambda name: _fail()))`,
  },
  _clean: {
    needs: ["_text", "_fail"],
    imports: [],
    code: `def _clean(value):
    # Without recursion, since 512 levels would come near Python's limit.
    root = [value]
    pending = [root]
    while pending:
        holder = pending.pop()
        if isinstance(holder, dict):
            entries = [(_text(key), item) for key, item in holder.items()]
            holder.clear()
        else:
            entries = list(enumerate(holder))
        for key, item in entries:
            if isinstance(item, str):
                item = _text(item)
            elif isinstance(item, float) and not abs(item) <= 1.7976931348623157e308:
                _fail()
            elif isinstance(item, (list, dict)):
                pending.append(item)
            holder[key] = item
    return root[0]`,
  },
  _open: {
    needs: ["_json"],
    imports: [],
    code: `def _open(value):
    return _json(value) if isinstance(value, str) else value`,
  },
  _at: {
    needs: [],
    imports: ["re"],
    code: `_MISSING = object()


def _at(value, path):
    for part in path.split("."):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and re.fullmatch("0|[1-9][0-9]*", part) and int(part) < len(value):
            value = value[int(part)]
        else:
            return _MISSING
    return value`,
  },
  _json_len: {
    needs: ["_at", "_fail"],
    imports: [],
    code: `def _json_len(value, path=None):
    value = value if path is None else _at(value, path)
    return len(value) if isinstance(value, (list, dict)) else _fail()`,
  },
  _len: {
    needs: ["_fail"],
    imports: [],
    code: `def _len(value):
    return len(value) if isinstance(value, (str, list, dict)) else _fail()`,
  },
  _str: {
    needs: ["_fail"],
    imports: [],
    code: `def _str(value):
    return value if isinstance(value, str) else _fail()`,
  },
  _number: {
    needs: ["_fail"],
    imports: [],
    code: `def _number(value):
    return float(value) if isinstance(value, (bool, int, float)) else _fail()`,
  },
  _integer: {
    needs: ["_fail"],
    imports: [],
    code: `def _integer(value):
    return value if -9007199254740991 <= value <= 9007199254740991 else _fail()`,
  },
  _finite: {
    needs: ["_fail"],
    imports: [],
    code: `def _finite(value):
    value = float(value)
    return value if abs(value) <= 1.7976931348623157e308 else _fail()`,
  },
  _add: {
    needs: ["_number", "_finite", "_str"],
    imports: [],
    code: `def _add(left, right):
    if isinstance(left, str):
        return left + _str(right)
    return _finite(_number(left) + _number(right))`,
  },
  _compare: {
    needs: ["_fail"],
    imports: [],
    code: `def _compare(operator, left, right):
    if operator == "==":
        return left == right
    if operator == "!=":
        return left != right
    if operator in ("in", "not in"):
        if isinstance(right, str) and not isinstance(left, str):
            _fail()
        if not isinstance(right, (str, list, dict)) or (isinstance(right, dict) and isinstance(left, (list, dict))):
            _fail()
        found = left in right
        return found if operator == "in" else not found
    numbers = isinstance(left, (bool, int, float)) and isinstance(right, (bool, int, float))
    if not numbers and not (isinstance(left, str) and isinstance(right, str)):
        _fail()
    if operator == "<":
        return left < right
    if operator == "<=":
        return left <= right
    if operator == ">":
        return left > right
    return left >= right`,
  },
  _position: {
    needs: ["_fail"],
    imports: [],
    code: `def _position(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
        _fail()
    return int(value)`,
  },
  _item: {
    needs: ["_position", "_str", "_fail"],
    imports: [],
    code: `def _item(value, key):
    if isinstance(value, dict):
        return value[_str(key)]
    return value[_position(key)] if isinstance(value, (str, list)) else _fail()`,
  },
  _slice: {
    needs: ["_position", "_fail"],
    imports: [],
    code: `def _slice(value, start, end, has_start, has_end):
    start = _position(start) if has_start else None
    end = _position(end) if has_end else None
    return value[start:end] if isinstance(value, (str, list)) else _fail()`,
  },
  ...patternSupports,
};

/** The imports and support functions for the names in use, in a fixed order. */
export function runtimeFor(used: ReadonlySet<string>): string {
  const entries = neededSupports(used, supports);
  const imports = [...new Set(entries.flatMap(([, { imports: names }]) => names))].toSorted();
  const head = imports.map((name) => `import ${name}\n`).join("");
  return [head, ...entries.map(([, { code }]) => `${code}\n`)].filter((part) => part !== "").join("\n\n");
}
