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
        guard let decoded = PercentEncoding.decode(bytes, plusIsBlank: true),
            let text = String(validating: decoded, as: UTF8.self)
        else { throw BackendReason.Refusal(.brokenForm) }
        return text
    }
}

extension BackendReason {
    /// A reason as an error, for the way out of a parser.
    struct Refusal: Error, Hashable {
        let reason: BackendReason
        init(_ reason: BackendReason) { self.reason = reason }
    }
}
