import type { CangjieSupport } from "./cangjie-support.ts";

/**
 * Reads exactly one value of RFC 8259 into the values of `stdx.encoding.json`. `JsonValue.fromStr` is not used, since it
 * takes `0x10` and more, and says nothing of depth and equal keys. Every number becomes a `JsonFloat`.
 */
export const jsonSupports: Readonly<Record<string, CangjieSupport>> = {
  jsonIn: {
    needs: ["finiteOf"],
    imports: ["std.collection.HashMap", "std.convert.Parsable", "stdx.encoding.json.*"],
    code: `func jsonIn(text: String): JsonValue {
    let points = Array<Int64>(text.size + 1, {_ => -1})
    var size = 0
    for (rune in text.runes()) {
        points[size] = Int64(UInt32(rune))
        size++
    }
    let at = Array<Int64>(1, {_ => 0})
    let value = jsonValue(points, at, 0)
    if (jsonNext(points, at) != -1) {
        throw Exception("more than one value")
    }
    return value
}

func jsonNext(points: Array<Int64>, at: Array<Int64>): Int64 {
    while (points[at[0]] == 32 || points[at[0]] == 9 || points[at[0]] == 10 || points[at[0]] == 13) {
        at[0] = at[0] + 1
    }
    return points[at[0]]
}

func jsonValue(points: Array<Int64>, at: Array<Int64>, depth: Int64): JsonValue {
    let code = jsonNext(points, at)
    if (depth > 511 && (code == 91 || code == 123)) {
        throw Exception("too deep")
    }
    if (code == 123) {
        return jsonObject(points, at, depth + 1)
    }
    if (code == 91) {
        return jsonArray(points, at, depth + 1)
    }
    if (code == 34) {
        return JsonString(jsonText(points, at))
    }
    if (code == 116) {
        jsonWord(points, at, "true")
        return JsonBool(true)
    }
    if (code == 102) {
        jsonWord(points, at, "false")
        return JsonBool(false)
    }
    if (code == 110) {
        jsonWord(points, at, "null")
        return JsonNull()
    }
    return JsonFloat(jsonNumber(points, at))
}

func jsonWord(points: Array<Int64>, at: Array<Int64>, word: String): Unit {
    for (rune in word.runes()) {
        jsonCode(points, at, Int64(UInt32(rune)))
    }
}

func jsonCode(points: Array<Int64>, at: Array<Int64>, code: Int64): Unit {
    if (points[at[0]] != code) {
        throw Exception("no JSON")
    }
    at[0] = at[0] + 1
}

func jsonArray(points: Array<Int64>, at: Array<Int64>, depth: Int64): JsonValue {
    let items = JsonArray()
    at[0] = at[0] + 1
    if (jsonNext(points, at) == 93) {
        at[0] = at[0] + 1
        return items
    }
    while (true) {
        items.add(jsonValue(points, at, depth))
        if (jsonNext(points, at) != 44) {
            break
        }
        at[0] = at[0] + 1
    }
    jsonCode(points, at, 93)
    return items
}

func jsonObject(points: Array<Int64>, at: Array<Int64>, depth: Int64): JsonValue {
    let fields = HashMap<String, JsonValue>()
    at[0] = at[0] + 1
    if (jsonNext(points, at) == 125) {
        at[0] = at[0] + 1
        return JsonObject(fields)
    }
    while (true) {
        jsonNext(points, at)
        let key = jsonText(points, at)
        jsonNext(points, at)
        jsonCode(points, at, 58)
        fields.add(key, jsonValue(points, at, depth))
        if (jsonNext(points, at) != 44) {
            break
        }
        at[0] = at[0] + 1
    }
    jsonCode(points, at, 125)
    return JsonObject(fields)
}

func jsonText(points: Array<Int64>, at: Array<Int64>): String {
    let text = StringBuilder()
    jsonCode(points, at, 34)
    while (points[at[0]] != 34) {
        var code = points[at[0]]
        if (code < 32) {
            throw Exception("no JSON")
        }
        at[0] = at[0] + 1
        if (code == 92) {
            code = jsonEscape(points, at)
        }
        text.append(Rune(UInt32(code)))
    }
    at[0] = at[0] + 1
    return text.toString()
}

func jsonEscape(points: Array<Int64>, at: Array<Int64>): Int64 {
    let code = points[at[0]]
    at[0] = at[0] + 1
    if (code == 34 || code == 47 || code == 92) {
        return code
    }
    if (code == 98) {
        return 8
    }
    if (code == 102) {
        return 12
    }
    if (code == 110) {
        return 10
    }
    if (code == 114) {
        return 13
    }
    if (code == 116) {
        return 9
    }
    if (code != 117) {
        throw Exception("no JSON")
    }
    let unit = jsonUnit(points, at)
    if (unit < 55296 || unit > 57343) {
        return unit
    }
    if (unit < 56320 && points[at[0]] == 92 && points[at[0] + 1] == 117) {
        let start = at[0]
        at[0] = start + 2
        let second = jsonUnit(points, at)
        if (second > 56319 && second < 57344) {
            return 65536 + (unit - 55296) * 1024 + second - 56320
        }
        at[0] = start
    }
    return 65533
}

func jsonUnit(points: Array<Int64>, at: Array<Int64>): Int64 {
    var unit = 0
    for (_ in 0..4) {
        let code = points[at[0]]
        unit = unit * 16
        if (code > 47 && code < 58) {
            unit += code - 48
        } else if (code > 64 && code < 71) {
            unit += code - 55
        } else if (code > 96 && code < 103) {
            unit += code - 87
        } else {
            throw Exception("no JSON")
        }
        at[0] = at[0] + 1
    }
    return unit
}

func jsonNumber(points: Array<Int64>, at: Array<Int64>): Float64 {
    let text = StringBuilder()
    jsonSign(points, at, text, 45, 45)
    if (points[at[0]] == 48) {
        jsonTake(points, at, text)
    } else {
        jsonDigits(points, at, text)
    }
    if (points[at[0]] == 46) {
        jsonTake(points, at, text)
        jsonDigits(points, at, text)
    }
    if (points[at[0]] == 69 || points[at[0]] == 101) {
        jsonTake(points, at, text)
        jsonSign(points, at, text, 43, 45)
        jsonDigits(points, at, text)
    }
    return finiteOf(Float64.parse(text.toString()))
}

func jsonTake(points: Array<Int64>, at: Array<Int64>, text: StringBuilder): Unit {
    text.append(Rune(UInt32(points[at[0]])))
    at[0] = at[0] + 1
}

func jsonSign(points: Array<Int64>, at: Array<Int64>, text: StringBuilder, one: Int64, other: Int64): Unit {
    if (points[at[0]] == one || points[at[0]] == other) {
        jsonTake(points, at, text)
    }
}

func jsonDigits(points: Array<Int64>, at: Array<Int64>, text: StringBuilder): Unit {
    if (points[at[0]] < 48 || points[at[0]] > 57) {
        throw Exception("no JSON")
    }
    while (points[at[0]] > 47 && points[at[0]] < 58) {
        jsonTake(points, at, text)
    }
}
`,
  },
};
