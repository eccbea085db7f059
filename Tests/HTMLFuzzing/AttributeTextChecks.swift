import BridgePrimitives
import FuzzSupport
import WebViews

/// Values of attributes and headers that have a grammar of their own.
enum AttributeTextChecks {
    static func run(_ bytes: [UInt8], _ checker: inout Checker) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let refresh = DeclarativeRefresh(text) { self.refresh(refresh, &checker) }
        contentType(text, &checker)
        if let encoding = CharacterEncoding.named(text) {
            checker.check("an encoding has a name", !encoding.name.isEmpty, text.debugDescription)
            let converted = encoding.utf8(bytes)
            checker.check("decoding gives UTF-8", String(validating: converted, as: UTF8.self) != nil, encoding.name)
        }
        if let label = MetaPrescan.label(in: bytes.prefix(1024)) {
            checker.check("a label is none that is empty", !label.isEmpty, "")
        }
        if let url = DataURL("data:" + text) {
            checker.check("a data URL has a type", !url.type.essence.isEmpty, text.debugDescription)
            checker.check(
                "a data URL gives no more than it has", url.body.count <= text.utf8.count, "\(url.body.count)")
        }
    }

    static func refresh(_ refresh: DeclarativeRefresh, _ checker: inout Checker) {
        checker.check("a refresh is not in the past", refresh.delay >= .zero, "\(refresh.delay)")
        checker.same("an address has no blanks behind it", ASCIIText.trimmed(refresh.address.utf8), refresh.address)
    }

    private static func contentType(_ text: String, _ checker: inout Checker) {
        let type = ContentType(text)
        checker.check(
            "a type is lower-case and without parameters",
            type.essence.utf8.allSatisfy { ASCIIText.lowercased($0) == $0 && $0 != UInt8(ascii: ";") }, type.essence)
        checker.check(
            "a type has a slash", type.essence.isEmpty || type.essence.utf8.contains(UInt8(ascii: "/")), type.essence)
        checker.check("a charset is none that is empty", type.charset != "", text.debugDescription)
        checker.equal("a type reads as itself", ContentType(type.essence).essence, type.essence)
    }
}
