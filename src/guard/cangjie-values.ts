import type { CangjieSupport } from "./cangjie-support.ts";

const json = ["stdx.encoding.json.*"];

function support(needs: readonly string[], code: string, imports: readonly string[] = json): CangjieSupport {
  return { needs, imports, code };
}

/** Values of JSON as a guard reads them. What has no value throws, and the guard is false. */
export const valueSupports: Readonly<Record<string, CangjieSupport>> = {
  textIn: support(
    [],
    `func textIn(value: JsonValue): String {
    if (value is JsonString) {
        return value.asString().getValue()
    }
    throw Exception("no text")
}
`,
  ),
  numberIn: support(
    ["truthNumber"],
    `func numberIn(value: JsonValue): Float64 {
    if (value is JsonBool) {
        return truthNumber(value.asBool().getValue())
    }
    if (value is JsonFloat) {
        return value.asFloat().getValue()
    }
    throw Exception("no number")
}

func isNumber(value: JsonValue): Bool {
    return value is JsonFloat || value is JsonBool
}
`,
  ),
  truthOf: support(
    ["numberIn"],
    `func truthOf(value: JsonValue): Bool {
    if (value is JsonString) {
        return !value.asString().getValue().isEmpty()
    }
    if (value is JsonArray) {
        return value.asArray().size() > 0
    }
    if (value is JsonObject) {
        return value.asObject().size() > 0
    }
    return isNumber(value) && numberIn(value) != 0.0
}
`,
  ),
  measureOf: support(
    ["lengthOf"],
    `func measureOf(value: JsonValue): Int64 {
    if (value is JsonString) {
        return lengthOf(value.asString().getValue())
    }
    if (value is JsonArray) {
        return value.asArray().size()
    }
    if (value is JsonObject) {
        return value.asObject().size()
    }
    throw Exception("no size")
}
`,
  ),
  equalValues: support(
    ["numberIn", "textIn"],
    `func equalValues(one: JsonValue, other: JsonValue): Bool {
    if (isNumber(one) || isNumber(other)) {
        return isNumber(one) && isNumber(other) && numberIn(one) == numberIn(other)
    }
    if (one is JsonString || other is JsonString) {
        return one is JsonString && other is JsonString && textIn(one) == textIn(other)
    }
    if (one is JsonArray || other is JsonArray) {
        return one is JsonArray && other is JsonArray && equalLists(one.asArray(), other.asArray())
    }
    if (one is JsonObject || other is JsonObject) {
        return one is JsonObject && other is JsonObject && equalObjects(one.asObject(), other.asObject())
    }
    return true
}

func equalLists(one: JsonArray, other: JsonArray): Bool {
    if (one.size() != other.size()) {
        return false
    }
    for (i in 0..one.size()) {
        if (!equalValues(one.get(i).getOrThrow(), other.get(i).getOrThrow())) {
            return false
        }
    }
    return true
}

func equalObjects(one: JsonObject, other: JsonObject): Bool {
    if (one.size() != other.size()) {
        return false
    }
    for ((key, value) in one.getFields()) {
        let found = other.get(key)
        if (found.isNone() || !equalValues(value, found.getOrThrow())) {
            return false
        }
    }
    return true
}
`,
  ),
  orderOf: support(
    ["numberIn", "textIn", "textOrder"],
    `func orderOf(one: JsonValue, other: JsonValue): Int64 {
    if (one is JsonString && other is JsonString) {
        return textOrder(textIn(one), textIn(other))
    }
    let left = numberIn(one)
    let right = numberIn(other)
    if (left == right) {
        return 0
    }
    if (left < right) {
        return -1
    }
    return 1
}
`,
  ),
  isIn: support(
    ["equalValues", "textIn"],
    `func isIn(container: JsonValue, item: JsonValue): Bool {
    if (container is JsonString) {
        return textIn(container).contains(textIn(item))
    }
    if (container is JsonArray) {
        let items = container.asArray()
        for (i in 0..items.size()) {
            if (equalValues(items.get(i).getOrThrow(), item)) {
                return true
            }
        }
        return false
    }
    if (container is JsonObject && !(item is JsonArray) && !(item is JsonObject)) {
        return item is JsonString && container.asObject().get(textIn(item)).isSome()
    }
    throw Exception("no container")
}
`,
  ),
  addValues: support(
    ["numberIn", "textIn", "finiteOf"],
    `func addValues(one: JsonValue, other: JsonValue): JsonValue {
    if (one is JsonString) {
        return JsonString(textIn(one) + textIn(other))
    }
    return JsonFloat(finiteOf(numberIn(one) + numberIn(other)))
}
`,
  ),
  positionOf: support(
    [],
    `func positionOf(value: Float64): Int64 {
    if (value >= 4503599627370496.0) {
        return 4503599627370496
    }
    if (value <= -4503599627370496.0) {
        return -4503599627370496
    }
    if (Float64(Int64(value)) != value) {
        throw Exception("no position")
    }
    return Int64(value)
}

func placeIn(size: Int64, position: Int64): Int64 {
    var place = position
    if (place < 0) {
        place += size
    }
    if (place < 0 || place >= size) {
        throw Exception("nothing there")
    }
    return place
}

func boundIn(size: Int64, position: Int64): Int64 {
    var place = position
    if (place < 0) {
        place += size
    }
    if (place < 0) {
        return 0
    }
    if (place > size) {
        return size
    }
    return place
}
`,
    [],
  ),
  positionIn: support(
    ["positionOf"],
    `func positionIn(value: JsonValue): Int64 {
    if (value is JsonFloat) {
        return positionOf(value.asFloat().getValue())
    }
    throw Exception("no position")
}
`,
  ),
  characterAt: support(
    ["positionOf"],
    `func characterAt(text: String, position: Int64): String {
    let runes = text.toRuneArray()
    let found = StringBuilder()
    found.append(runes[placeIn(runes.size, position)])
    return found.toString()
}
`,
    [],
  ),
  partOf: support(
    ["positionOf"],
    `func partOf(text: String, from: Int64, to: Int64): String {
    let runes = text.toRuneArray()
    let part = StringBuilder()
    for (i in boundIn(runes.size, from)..boundIn(runes.size, to)) {
        part.append(runes[i])
    }
    return part.toString()
}
`,
    [],
  ),
  itemAt: support(
    ["characterAt", "textIn"],
    `func itemAt(value: JsonValue, position: Int64): JsonValue {
    if (value is JsonString) {
        return JsonString(characterAt(textIn(value), position))
    }
    if (value is JsonArray) {
        let items = value.asArray()
        return items.get(placeIn(items.size(), position)).getOrThrow()
    }
    throw Exception("no list")
}
`,
  ),
  memberOf: support(
    [],
    `func memberOf(value: JsonValue, key: String): JsonValue {
    if (value is JsonObject) {
        return value.asObject().get(key).getOrThrow()
    }
    throw Exception("no object")
}
`,
  ),
  itemOf: support(
    ["itemAt", "memberOf", "positionIn", "textIn"],
    `func itemOf(value: JsonValue, key: JsonValue): JsonValue {
    if (value is JsonObject) {
        return memberOf(value, textIn(key))
    }
    return itemAt(value, positionIn(key))
}
`,
  ),
  sliceOf: support(
    ["partOf", "textIn"],
    `func sliceOf(value: JsonValue, from: Int64, to: Int64): JsonValue {
    if (value is JsonString) {
        return JsonString(partOf(textIn(value), from, to))
    }
    if (value is JsonArray) {
        let items = value.asArray()
        let part = JsonArray()
        for (i in boundIn(items.size(), from)..boundIn(items.size(), to)) {
            part.add(items.get(i).getOrThrow())
        }
        return part
    }
    throw Exception("no list")
}
`,
  ),
  valueAt: support(
    [],
    `func valueAt(root: JsonValue, path: Array<String>): Option<JsonValue> {
    var value = root
    for (part in path) {
        var next: Option<JsonValue> = None
        if (value is JsonObject) {
            next = value.asObject().get(part)
        } else if (value is JsonArray) {
            let index = pathIndex(part)
            if (index >= 0 && index < value.asArray().size()) {
                next = value.asArray().get(index)
            }
        }
        if (next.isNone()) {
            return None
        }
        value = next.getOrThrow()
    }
    return Some(value)
}

func pathIndex(part: String): Int64 {
    if (part.isEmpty() || part.size > 15 || (part.size > 1 && part.startsWith("0"))) {
        return -1
    }
    var index = 0
    for (rune in part.runes()) {
        let code = Int64(UInt32(rune))
        if (code < 48 || code > 57) {
            return -1
        }
        index = index * 10 + code - 48
    }
    return index
}
`,
  ),
  itemsAt: support(
    ["valueAt", "measureOf"],
    `func itemsAt(root: JsonValue, path: Array<String>): Int64 {
    let value = valueAt(root, path).getOrThrow()
    if (value is JsonString) {
        throw Exception("no items")
    }
    return measureOf(value)
}
`,
  ),
};
