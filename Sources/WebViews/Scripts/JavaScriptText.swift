import CJavaScriptCore

/// Sole owner of one JavaScript string, which is UTF-16 and may hold anything.
struct JavaScriptText: ~Copyable {
    let raw: JSStringRef

    /// - Complexity: O(n). NUL is a character like any other.
    init?(_ text: String) {
        guard let raw = Self.make(ascii: text) ?? Self.make(Array(text.utf16)) else { return nil }
        self.raw = raw
    }

    init?(_ units: [JSChar]) {
        guard let raw = Self.make(units) else { return nil }
        self.raw = raw
    }

    private static func make(_ units: [JSChar]) -> JSStringRef? {
        units.withUnsafeBufferPointer { JSStringCreateWithCharacters($0.baseAddress, $0.count) }
    }

    /// The frequent case without a detour through an array; nil for other text.
    private static func make(ascii text: String) -> JSStringRef? {
        var text = text
        return text.withUTF8 { bytes -> JSStringRef? in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return withUnsafeTemporaryAllocation(of: JSChar.self, capacity: bytes.count) { units in
                for (index, byte) in bytes.enumerated() { units.initializeElement(at: index, to: JSChar(byte)) }
                return JSStringCreateWithCharacters(units.baseAddress, bytes.count)
            }
        }
    }

    /// Takes over a reference that a function with `Create` or `Copy` in its name gave.
    init?(taking raw: JSStringRef?) {
        guard let raw else { return nil }
        self.raw = raw
    }

    deinit { JSStringRelease(raw) }

    /// In UTF-16 units.
    var length: Int { JSStringGetLength(raw) }

    /// The first `limit` units; a lone surrogate becomes U+FFFD.
    func string(limit: Int = .max) -> String { Self.string(raw, limit: limit) }

    static func string(_ raw: JSStringRef, limit: Int = .max) -> String {
        guard let units = JSStringGetCharactersPtr(raw) else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: units, count: min(JSStringGetLength(raw), limit)), as: UTF16.self)
    }
}

/// The frequent names, made once: a string lives as long as somebody holds it, and threads may share it.
enum JavaScriptName {
    /// Unchecked: a JavaScript string never changes, and its reference count is atomic.
    struct Constant: @unchecked Sendable {
        let raw: JSStringRef?
        init(_ name: StaticString) {
            raw = JSStringCreateWithUTF8CString(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
        }
    }

    static let line = Constant("line")
    static let column = Constant("column")
    static let name = Constant("name")
    static let code = Constant("code")
    static let heapSize = Constant("heapSize")
}
