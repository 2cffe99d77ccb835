import { patternSupports } from "./cangjie-pattern.ts";
import type { CangjieSupport } from "./cangjie-support.ts";

// The line ends of str.splitlines and the white space of str.isspace in Python 3.11, as ranges.
const lineEnds = [[0x0a, 0x0d], [0x1c, 0x1e], [0x85], [0x2028, 0x2029]] as const;
const blanks = [
  [0x09, 0x0d],
  [0x1c, 0x20],
  [0x85],
  [0xa0],
  [0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f],
  [0x205f],
  [0x3000],
] as const;

function within(name: string, ranges: readonly (readonly [number, number?])[]): string {
  return ranges
    .map(([low, high]) =>
      high === undefined ? `${name} == ${low}` : `(${name} >= ${low} && ${name} <= ${high})`,
    )
    .join(" || ");
}

function support(code: string, needs: readonly string[] = []): CangjieSupport {
  return { needs, imports: [], code };
}

/** Texts as a guard reads them. `String.size` counts bytes; `runes()` walks characters. */
export const textSupports: Readonly<Record<string, CangjieSupport>> = {
  lengthOf: support(`func lengthOf(text: String): Int64 {
    var count = 0
    for (_ in text.runes()) {
        count++
    }
    return count
}
`),
  linesOf: support(`func linesOf(text: String): Int64 {
    var count = 0
    var isOpen = false
    var afterReturn = false
    for (rune in text.runes()) {
        let code = UInt32(rune)
        let isSecond = afterReturn && code == 10
        afterReturn = code == 13
        let isEnd = ${within("code", lineEnds)}
        if (isEnd && !isSecond) {
            count++
        }
        isOpen = !isEnd
    }
    if (isOpen) {
        count++
    }
    return count
}
`),
  wordsOf: support(`func wordsOf(text: String): Int64 {
    var count = 0
    var inWord = false
    for (rune in text.runes()) {
        let code = UInt32(rune)
        let isBlank = ${within("code", blanks)}
        if (!isBlank && !inWord) {
            count++
        }
        inWord = !isBlank
    }
    return count
}
`),
  strippedOf: support(`func strippedOf(text: String): String {
    let stripped = StringBuilder()
    let pending = StringBuilder()
    var inside = false
    for (rune in text.runes()) {
        let code = UInt32(rune)
        let isBlank = ${within("code", blanks)}
        if (!isBlank) {
            stripped.append(pending.toString())
            pending.reset()
            stripped.append(rune)
            inside = true
        } else if (inside) {
            pending.append(rune)
        }
    }
    return stripped.toString()
}
`),
  textOrder: support(`// By bytes of UTF-8, which is by code points.
func textOrder(one: String, other: String): Int64 {
    if (one == other) {
        return 0
    }
    if (one < other) {
        return -1
    }
    return 1
}
`),
  countOf: support(`func countOf(text: String, part: String): Int64 {
    return text.split(part).size - 1
}
`),
  countIn: support(
    `func countIn(text: String, part: String): Int64 {
    if (part.isEmpty()) {
        return lengthOf(text) + 1
    }
    if (!text.contains(part)) {
        return 0
    }
    return text.split(part).size - 1
}
`,
    ["lengthOf"],
  ),
  findIn: support(
    `func findIn(text: String, part: String): Int64 {
    if (part.isEmpty()) {
        return 0
    }
    if (!text.contains(part)) {
        return -1
    }
    return lengthOf(text.split(part)[0])
}
`,
    ["lengthOf"],
  ),
  ...Object.fromEntries(Object.entries(patternSupports).map(([name, code]) => [name, support(code)])),
};
