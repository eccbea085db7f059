import BridgePrimitives

/// Names and values of a query or a form body, decoded to bytes, in their order and with their repetitions.
///
/// Bytes, not text: a signature is over what was sent, also where that is no UTF-8.
struct FormItems: Sendable {
    struct Item: Hashable, Sendable {
        let name: [UInt8]
        let value: [UInt8]
    }

    enum Fault: Error, Hashable, Sendable {
        case tooMany, brokenEscape, notUTF8, repeated(String), valueTooLong(String)
    }

    /// How many items are read.
    static let most = 64
    /// Longest value that is handed out as text, in bytes.
    static let longestValue = 4096

    let items: [Item]

    /// - Parameter text: `application/x-www-form-urlencoded` (WHATWG URL §5.1): `+` is a blank, empty items are left
    ///   out.
    /// - Throws: `tooMany`; `brokenEscape` for a `%` without two hexadecimal digits after it.
    init(parsing text: some Sequence<UInt8>) throws(Fault) {
        var items: [Item] = []
        for part in Array(text).split(separator: UInt8(ascii: "&")) {
            guard items.count < Self.most else { throw .tooMany }
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = PercentEncoding.decode(part[..<equals], plusIsBlank: true),
                let value = PercentEncoding.decode(part[equals...].dropFirst(), plusIsBlank: true)
            else { throw .brokenEscape }
            items.append(Item(name: name, value: value))
        }
        self.items = items
    }

    /// The value of the item called `name`; nil when there is none.
    ///
    /// - Throws: `repeated` when it is there twice, as RFC 6749 §3.1 asks; `notUTF8`; `valueTooLong`.
    func text(_ name: String) throws(Fault) -> String? {
        let found = items.filter { $0.name.elementsEqual(name.utf8) }
        guard let item = found.first else { return nil }
        guard found.count == 1 else { throw .repeated(name) }
        guard item.value.count <= Self.longestValue else { throw .valueTooLong(name) }
        guard let text = String(validating: item.value, as: UTF8.self) else { throw .notUTF8 }
        return text
    }
}
