package import BridgePrimitives

/// The text that JavaScript's `String(value)` gives for a JSON value (ECMA-262 §7.1.17).
///
/// Nested arrays are joined with commas as `Array.prototype.join` does; depth is cut off at 16, deeper ones are empty.
package func scriptText(_ value: JSONValue, depth: Int = 0) -> String {
    switch value {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number):
        // Past 2^53 a script holds the nearest double, and prints that.
        return number.magnitude <= 1 << 53 ? String(number) : scriptText(Double(number))
    case .number(let number): return scriptText(number)
    case .string(let text): return text
    case .object: return "[object Object]"
    case .array(let elements):
        guard depth < 16 else { return "" }
        return elements.map { $0 == .null ? "" : scriptText($0, depth: depth + 1) }.joined(separator: ",")
    }
}

/// Whether JavaScript takes the value for true.
package func scriptTruth(_ value: JSONValue?) -> Bool {
    switch value {
    case nil, .null?: false
    case .bool(let flag)?: flag
    case .integer(let number)?: number != 0
    case .number(let number)?: number != 0 && !number.isNaN
    case .string(let text)?: !text.isEmpty && text != undefinedMark
    case .array?, .object?: true
    }
}

/// How case files and printed values spell a present key without a value.
package let undefinedMark = "$undefined"

/// Number::toString (ECMA-262 §6.1.6.1.20): Swift's shortest digits, laid out by the rules of scripts.
private func scriptText(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "NaN" : (number < 0 ? "-Infinity" : "Infinity") }
    guard number != 0 else { return "0" }
    var digits: [UInt8] = []
    var pointAt = 0
    var sawPoint = false
    var exponent = 0
    let text = Array(number.magnitude.description.utf8)
    let exponentAt = text.firstIndex(of: UInt8(ascii: "e")) ?? text.endIndex
    for byte in text[..<exponentAt] {
        if byte == UInt8(ascii: ".") {
            sawPoint = true
        } else {
            digits.append(byte)
            if !sawPoint { pointAt += 1 }
        }
    }
    if exponentAt < text.endIndex {
        exponent = Int(String(decoding: text[(exponentAt + 1)...], as: UTF8.self)) ?? 0
    }
    pointAt += exponent
    while digits.count > 1, digits.first == UInt8(ascii: "0") {
        digits.removeFirst()
        pointAt -= 1
    }
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    let sign = number < 0 ? "-" : ""
    let all = String(decoding: digits, as: UTF8.self)
    switch pointAt {
    case digits.count...21:
        return sign + all + String(repeating: "0", count: pointAt - digits.count)
    case 1...21:
        return sign + String(decoding: digits[..<pointAt], as: UTF8.self) + "."
            + String(decoding: digits[pointAt...], as: UTF8.self)
    case -5...0:
        return sign + "0." + String(repeating: "0", count: -pointAt) + all
    default:
        let rest = digits.count > 1 ? "." + String(decoding: digits[1...], as: UTF8.self) : ""
        let power = pointAt - 1
        return sign + String(decoding: digits[..<1], as: UTF8.self) + rest + "e" + (power < 0 ? "-" : "+")
            + String(power.magnitude)
    }
}
