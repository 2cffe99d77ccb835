import type { CangjieSupport } from "./cangjie-support.ts";

function support(needs: readonly string[], code: string): CangjieSupport {
  return { needs, imports: [], code };
}

/** Arithmetic of a guard, on doubles. What has no value throws, and the guard is false. */
export const numberSupports: Readonly<Record<string, CangjieSupport>> = {
  finiteOf: support(
    [],
    `func finiteOf(value: Float64): Float64 {
    if (value >= -1.7976931348623157e308 && value <= 1.7976931348623157e308) {
        return value
    }
    throw Exception("out of range")
}
`,
  ),
  integerOf: support(
    [],
    `func integerOf(value: Float64): Float64 {
    if (value >= -9007199254740991.0 && value <= 9007199254740991.0) {
        return value
    }
    throw Exception("out of range")
}
`,
  ),
  truthNumber: support(
    [],
    `func truthNumber(value: Bool): Float64 {
    if (value) {
        return 1.0
    }
    return 0.0
}
`,
  ),
  remainderOf: support(
    [],
    `// The exact remainder with the sign of the dividend: \`%\` takes whole numbers only.
func remainderOf(dividend: Float64, divisor: Float64): Float64 {
    if (divisor == 0.0) {
        throw Exception("division by zero")
    }
    var size = divisor
    if (size < 0.0) {
        size = -size
    }
    var rest = dividend
    if (rest < 0.0) {
        rest = -rest
    }
    var step = size
    while (step <= rest - step) {
        step = step * 2.0
    }
    while (step >= size) {
        if (rest >= step) {
            rest = rest - step
        }
        step = step / 2.0
    }
    if (dividend < 0.0) {
        return -rest
    }
    return rest
}
`,
  ),
  floorRemainder: support(
    ["remainderOf"],
    `func floorRemainder(dividend: Float64, divisor: Float64): Float64 {
    let rest = remainderOf(dividend, divisor)
    if (rest != 0.0 && (rest < 0.0) != (divisor < 0.0)) {
        return rest + divisor
    }
    return rest
}
`,
  ),
  floorQuotient: support(
    ["remainderOf"],
    `func floorQuotient(dividend: Float64, divisor: Float64): Float64 {
    let rest = remainderOf(dividend, divisor)
    var quotient = (dividend - rest) / divisor
    if (rest != 0.0 && (rest < 0.0) != (divisor < 0.0)) {
        quotient = quotient - 1.0
    }
    if (quotient >= 4503599627370496.0 || quotient <= -4503599627370496.0) {
        return quotient
    }
    var floor = Float64(Int64(quotient))
    if (floor > quotient) {
        floor = floor - 1.0
    }
    if (quotient - floor > 0.5) {
        return floor + 1.0
    }
    return floor
}
`,
  ),
  quotientOf: support(
    [],
    `func quotientOf(dividend: Float64, divisor: Float64): Float64 {
    if (divisor == 0.0) {
        throw Exception("division by zero")
    }
    return dividend / divisor
}
`,
  ),
};
