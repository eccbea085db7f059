import BridgePrimitives

/// The scripts that a document brings along, which the headless view does not run.
public struct PageScripts: Hashable, Sendable {
    /// Classic scripts whose text is in the document.
    public internal(set) var inline = 0
    /// Classic scripts with a `src`.
    public internal(set) var external = 0
    /// Modules whose text is in the document.
    public internal(set) var inlineModules = 0
    /// Modules with a `src`.
    public internal(set) var externalModules = 0
    /// What of ``telling`` occurs in those whose text is in the document.
    public internal(set) var mentions: [String] = []

    /// Names that say a script deals with the session or goes elsewhere.
    public static let telling = ["document.cookie", "location", "history", "window.open"]

    init() {}

    /// Those of several documents together.
    package init(of documents: [PageScripts]) {
        for scripts in documents {
            inline += scripts.inline
            external += scripts.external
            inlineModules += scripts.inlineModules
            externalModules += scripts.externalModules
        }
        mentions = Self.telling.filter { name in documents.contains { $0.mentions.contains(name) } }
    }

    public var count: Int { inline + external + inlineModules + externalModules }
    /// How many have their text elsewhere.
    public var elsewhere: Int { external + externalModules }

    /// What there is to say where these documents were shown and none of their scripts ran; nil where they have none.
    package static func skipped(in documents: [PageScripts]) -> String? {
        let withScripts = documents.count { $0.count > 0 }
        let scripts = PageScripts(of: documents)
        guard scripts.count > 0 else { return nil }
        let kinds = [
            (scripts.inline, "inline"), (scripts.external, "with a src"), (scripts.inlineModules, "inline module"),
            (scripts.externalModules, "module with a src"),
        ]
        let counts = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let whose = withScripts > 1 ? "The own scripts of \(withScripts) pages" : "The page's own scripts"
        var message = "\(whose) did not run: \(counts)."
        if !scripts.mentions.isEmpty {
            let names = scripts.mentions
            let list =
                names.count < 2
                ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
            message +=
                " In the inline ones \(list) \(names.count == 1 ? "occurs" : "occur"):"
                + " a browser may go elsewhere or have other cookies."
        }
        if scripts.elsewhere > 0 { message += " Those with a src were not looked at." }
        return message
    }
}

extension PageDocument {
    /// - Complexity: O(n) in the length of the inline scripts.
    public var scripts: PageScripts {
        var scripts = PageScripts()
        var found = Set<String>()
        for element in elements where element.name == "script" && !isInert(element) {
            // A browser that knows modules leaves `nomodule` alone (HTML §4.12.1.1, "prepare the script element").
            guard let kind = ScriptKind(element), kind == .module || element["nomodule"] == nil else { continue }
            let isInline = element["src"] == nil
            if isInline, ASCIIText.trimmed(element.text.utf8).isEmpty { continue }
            switch (kind, isInline) {
            case (.classic, true): scripts.inline += 1
            case (.classic, false): scripts.external += 1
            case (.module, true): scripts.inlineModules += 1
            case (.module, false): scripts.externalModules += 1
            }
            if isInline {
                for name in PageScripts.telling where Self.mentions(name, in: element.text) { found.insert(name) }
            }
        }
        scripts.mentions = PageScripts.telling.filter(found.contains)
        return scripts
    }

    private enum ScriptKind {
        case classic, module

        /// Nil for data blocks: import maps, JSON, templates.
        init?(_ element: Element) {
            let type = ASCIIText.lowercased(ASCIIText.trimmed((element["type"] ?? "").utf8).utf8)
            switch type {
            case "module": self = .module
            case "", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript":
                self = .classic
            default: return nil
            }
        }
    }

    /// Whether the name stands in the text and is no part of a longer one: `allocation` is no `location`.
    private static func mentions(_ name: String, in text: String) -> Bool {
        let (bytes, wanted) = (Array(text.utf8), Array(name.utf8))
        var start = bytes.startIndex
        while let range = bytes[start...].firstRange(of: wanted) {
            let isWhole =
                (range.lowerBound == 0 || !isNameByte(bytes[range.lowerBound - 1]))
                && (range.upperBound == bytes.count || !isNameByte(bytes[range.upperBound]))
            if isWhole { return true }
            start = range.upperBound
        }
        return false
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: byte >= 0x80
        }
    }
}
