import BridgePrimitives

/// Names and values of a query or a form body, looked up by name.
struct FormItems: Sendable {
    typealias Item = FormBody.Item

    enum Fault: Error, Hashable, Sendable {
        case tooMany, brokenEscape, notUTF8, repeated(String), valueTooLong(String)
    }

    /// How many items are read.
    static let most = 64
    /// Longest value that is handed out as text, in bytes.
    static let longestValue = 4096

    let items: [Item]

    /// - Throws: `tooMany`; `brokenEscape`.
    init(parsing text: some Sequence<UInt8>) throws(Fault) {
        do throws(FormBody.Fault) { items = try FormBody.items(text, most: Self.most) } catch {
            switch error {
            case .tooMany: throw .tooMany
            case .brokenEscape: throw .brokenEscape
            }
        }
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
