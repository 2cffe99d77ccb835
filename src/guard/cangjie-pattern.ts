/** Walks the tables of `src/regex/table.ts` as they are written: one step for each character. */
export const patternSupports: Readonly<Record<string, string>> = {
  searchBits: `func searchBits(table: Array<Int64>, text: String): Bool {
    let size = table[2]
    let words = table[4 + 2 * table[3]]
    let flags = 5 + 2 * table[3]
    let takes = flags + size
    let contexts = takes + size * words
    let active = Array<Int64>(words, {_ => 0})
    let reached = Array<Int64>(words, {_ => 0})
    active[0] = 1
    var before = table[1]
    for (rune in text.runes()) {
        let symbol = classIn(table, Int64(UInt32(rune)))
        let after = table[flags + symbol]
        let moves = movesAt(table, contexts, words, before, after)
        if (meets(table, moves, active)) {
            return true
        }
        var carry = 0
        var i = 0
        while (i < words) {
            let moving = active[i] & table[moves + words + i]
            reached[i] = ((moving << 1) & 1073741823) | carry
            carry = moving >> 29
            i++
        }
        var jump = moves + 2 * words + 1
        let end = jump + table[jump - 1] * 2 * words
        while (jump < end) {
            if (meets(table, jump, active)) {
                i = 0
                while (i < words) {
                    reached[i] = reached[i] | table[jump + words + i]
                    i++
                }
            }
            jump += 2 * words
        }
        i = 0
        while (i < words) {
            active[i] = reached[i] & table[takes + symbol * words + i]
            i++
        }
        active[0] = active[0] | 1
        before = after
    }
    return meets(table, movesAt(table, contexts, words, before, table[1]), active)
}

func movesAt(table: Array<Int64>, contexts: Int64, words: Int64, before: Int64, after: Int64): Int64 {
    let context = (before & 1) | ((after & 1) << 1) | (((before ^ after) & 2) << 1)
    var number = table[contexts + context]
    var place = contexts + 9
    while (number > 0) {
        place += 2 * words + 1 + table[place + 2 * words] * 2 * words
        number--
    }
    return place
}

func meets(table: Array<Int64>, place: Int64, active: Array<Int64>): Bool {
    var i = 0
    while (i < active.size) {
        if ((table[place + i] & active[i]) != 0) {
            return true
        }
        i++
    }
    return false
}
`,
  searchStates: `func searchStates(table: Array<Int64>, text: String): Bool {
    let width = table[2] + 1
    let rows = 4 + 2 * table[3]
    var state = table[1]
    for (rune in text.runes()) {
        if (state < 2) {
            return state == 1
        }
        state = table[rows + (state - 2) * width + classIn(table, Int64(UInt32(rune)))]
    }
    if (state < 2) {
        return state == 1
    }
    return table[rows + (state - 2) * width + width - 1] == 1
}

func statesOf(size: Int64, numbers: String): Array<Int64> {
    let table = tableOf(size, numbers)
    let width = table[2] + 1
    let rows = 4 + 2 * table[3]
    var from = rows
    var to = rows
    while (from < size) {
        let base = rows + table[from] * width
        var i = 0
        while (i < width) {
            let entry = table[from + 1 + i]
            if (entry == 0) {
                table[to + i] = table[base + i]
            } else {
                table[to + i] = entry - 1
            }
            i++
        }
        from += width + 1
        to += width
    }
    return table
}
`,
  tableOf: `func tableOf(size: Int64, numbers: String): Array<Int64> {
    let table = Array<Int64>(size, {_ => 0})
    var place = 0
    var value = 0
    var number = 0
    var times = 1
    var isCount = false
    for (rune in (numbers + " ").runes()) {
        let code = Int64(UInt32(rune))
        if (code == 32) {
            if (isCount) {
                times = number
            } else {
                value = number
                times = 1
            }
            while (times > 0) {
                table[place] = value
                place++
                times--
            }
            number = 0
            isCount = false
        } else if (code == 42) {
            value = number
            number = 0
            isCount = true
        } else if (code < 58) {
            number = number * 36 + code - 48
        } else {
            number = number * 36 + code - 87
        }
    }
    return table
}

func classIn(table: Array<Int64>, point: Int64): Int64 {
    var symbol = 0
    var start = 0
    var place = 4
    while (place < 4 + 2 * table[3]) {
        start += table[place]
        if (start > point) {
            return symbol
        }
        symbol = table[place + 1]
        place += 2
    }
    return symbol
}
`,
};
