/// A member's name in the protocol's one spelling, camel case, whatever spelling it was sent in.
///
/// `id_token` becomes `idToken`, `photoURL` becomes `photoUrl`, `iOSBundleId` becomes `iOsBundleId`: words end
/// at separators, where lower case meets upper case, and before the last capital of a run. A phone number, under which
/// a project's test numbers are listed, is no name and stays.
/// - Complexity: O(n) in UTF-8 bytes; a name already in camel case is returned as it is.
func camelCaseName(_ name: String) -> String {
    guard !isCamelCase(name), name.utf8.first != UInt8(ascii: "+") else { return name }
    let bytes = Array(name.utf8)
    var output: [UInt8] = []
    var startsWord = false
    for (position, byte) in bytes.enumerated() {
        guard isLetterOrDigit(byte) else {
            startsWord = !output.isEmpty
            continue
        }
        let previous = position > 0 ? bytes[position - 1] : nil
        let next = position + 1 < bytes.count ? bytes[position + 1] : nil
        if isUpper(byte), let previous, isLetterOrDigit(previous) {
            if !isUpper(previous) || (next.map(isLower) ?? false) { startsWord = true }
        }
        let lower = isUpper(byte) ? byte | 0x20 : byte
        output.append(startsWord && !output.isEmpty && isLower(lower) ? lower & 0xDF : lower)
        startsWord = false
    }
    return String(decoding: output, as: UTF8.self)
}

/// No separators, a small first letter and no two capitals in a row: nothing to do, the usual case.
func isCamelCase(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isUpper(first) else { return name.isEmpty }
    var previousIsUpper = false
    for byte in name.utf8 {
        guard isLetterOrDigit(byte), !(previousIsUpper && isUpper(byte)) else { return false }
        previousIsUpper = isUpper(byte)
    }
    return true
}

private func isUpper(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }
private func isLower(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isUpper(byte) || isLower(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
}
