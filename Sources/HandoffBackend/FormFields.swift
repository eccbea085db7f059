import BridgePrimitives

/// The fields of a form body, decoded (WHATWG URL, application/x-www-form-urlencoded), in their order.
///
/// Stricter than browsers read it: an escape that is cut or wrong, and bytes that are not UTF-8, are refused instead of
/// taken as they are, since half a token is worth nothing.
struct FormFields: Sendable {
    private static let most = 64

    let fields: [(name: String, value: String)]

    init(parsing body: [UInt8]) throws(BackendReason.Refusal) {
        var fields: [(name: String, value: String)] = []
        for item in body.split(separator: UInt8(ascii: "&")) {
            guard fields.count < Self.most else { throw BackendReason.Refusal(.brokenForm) }
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let name = try Self.decode(item[..<equals])
            fields.append((name, try Self.decode(item[equals...].dropFirst())))
        }
        self.fields = fields
    }

    func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    private static func decode(_ bytes: ArraySlice<UInt8>) throws(BackendReason.Refusal) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): output.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    throw BackendReason.Refusal(.brokenForm)
                }
                output.append(high << 4 | low)
            default: output.append(byte)
            }
        }
        guard let text = String(validating: output, as: UTF8.self) else { throw BackendReason.Refusal(.brokenForm) }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension BackendReason {
    /// A reason as an error, for the way out of a parser.
    struct Refusal: Error, Hashable {
        let reason: BackendReason
        init(_ reason: BackendReason) { self.reason = reason }
    }
}
