import type { Support } from "./support.ts";

interface PythonSupport extends Support {
  /** Modules of the standard library. */
  readonly imports: readonly string[];
}

/** Walks the tables of `src/regex/table.ts`: one step for each character. */
export const patternSupports: Readonly<Record<string, PythonSupport>> = {
  _table: {
    needs: [],
    imports: ["bisect", "itertools"],
    code: `class _Classes(dict):
    """The class of each character, looked up once."""

    def __init__(self, starts, classes):
        self.starts, self.classes = starts, classes

    def __missing__(self, char):
        self[char] = self.classes[bisect.bisect_right(self.starts, ord(char)) - 1]
        return self[char]


def _table(numbers):
    values = []
    for part in numbers.split(" "):
        value, _, times = part.partition("*")
        values += [int(value, 36)] * int(times or "1", 36)
    first, size, steps = values[1:4]
    end = 4 + 2 * steps
    starts = list(itertools.accumulate(values[4:end:2]))
    return first, size, _Classes(starts, values[5:end:2]), values[end:]`,
  },
  _states: {
    needs: ["_table"],
    imports: [],
    code: `def _states(required, numbers):
    first, size, classes, rest = _table(numbers)
    width = size + 1

    def place(state):
        # Of the next row; -1 where the pattern has been found, -2 where it cannot be found any more.
        return state - 2 if state < 2 else (state - 2) * width

    rows = []
    for at in range(0, len(rest), width + 1):
        base = rest[at] * width
        for i, entry in enumerate(rest[at + 1 : at + 1 + width]):
            rows.append(place(entry - 1) if entry else rows[base + i])

    def search(text):
        if required not in text:
            return False
        row = place(first)
        if row < 0:
            return row == -1
        for symbol in map(classes.__getitem__, text):
            row = rows[row + symbol]
            if row < 0:
                return row == -1
        return rows[row + size] == -1

    return search`,
  },
  _bits: {
    needs: ["_table"],
    imports: [],
    code: `def _bits(required, numbers):
    ends, size, classes, rest = _table(numbers)
    words, numbers = rest[0], iter(rest[1:])

    def take(count):
        return list(itertools.islice(numbers, count))

    def mask():
        return sum(word << 30 * i for i, word in enumerate(take(words)))

    flags = take(size)
    takes = [mask() for _ in range(size)]
    contexts = take(8)
    moves = [(mask(), mask(), [(mask(), mask()) for _ in range(next(numbers))]) for _ in range(next(numbers))]

    def moves_at(before, after):
        return moves[contexts[before & 1 | (after & 1) << 1 | ((before ^ after) & 2) << 1]]

    def search(text):
        if required not in text:
            return False
        active, before = 1, ends
        for symbol in map(classes.__getitem__, text):
            final, shift, jumps = moves_at(before, flags[symbol])
            if active & final:
                return True
            reached = (active & shift) << 1
            for start, to in jumps:
                if active & start:
                    reached |= to
            active, before = reached & takes[symbol] | 1, flags[symbol]
        return active & moves_at(before, ends)[0] != 0

    return search`,
  },
};
