import BridgePrimitives
import FuzzSupport
import HTTPLoader
import WebViews

/// What holds of a document and of all that is asked of one.
enum DocumentChecks {
    static func run(_ bytes: [UInt8], contentType: String?, _ checker: inout Checker) {
        let type = ContentType(contentType)
        let encoding = CharacterEncoding.determined(bytes: bytes, contentType: type)
        let text = encoding.utf8(bytes)
        decoded(text, &checker)
        narrowed(text, &checker)

        let document = HTMLParser.document(bytes, contentType: type)
        tree(document, &checker)
        questions(document, &checker)
        // Bytes that are UTF-8 are the same document under that name, whatever they say of themselves.
        let again = HTMLParser.document(text, contentType: ContentType("text/html; charset=utf-8"))
        if !text.starts(with: [0xEF, 0xBB, 0xBF]) {
            checker.check("a document is its text", again.elements == document.elements, document.characterSet)
        }
    }

    private static func decoded(_ text: [UInt8], _ checker: inout Checker) {
        checker.check("decoding gives UTF-8", String(validating: text, as: UTF8.self) != nil, "\(text.count) bytes")
        checker.check("decoding leaves no NUL", !text.contains(0), "\(text.count) bytes")
    }

    /// What is left out of a text are blanks in it.
    private static func narrowed(_ text: [UInt8], _ checker: inout Checker) {
        guard let narrowed = AttributeLimit.applied(to: text) else { return }
        checker.equal("leaving out moves nothing", narrowed.count, text.count)
        checker.check(
            "leaving out leaves blanks",
            zip(text, narrowed).allSatisfy { $0 == $1 || $1 == UInt8(ascii: " ") }, "\(text.count) bytes")
        checker.check("what is narrowed is narrow", AttributeLimit.applied(to: narrowed) == nil, "\(text.count) bytes")
    }

    private static func tree(_ document: PageDocument, _ checker: inout Checker) {
        let elements = document.elements
        checker.check("elements are within their limit", elements.count <= HTMLLimits.elements, "\(elements.count)")
        var depths: [Int] = []
        depths.reserveCapacity(elements.count)
        for (place, element) in elements.enumerated() {
            let parent = element.parent ?? -1
            guard parent < place else { return checker.check("parents come first", false, "\(parent) of \(place)") }
            depths.append(parent < 0 ? 1 : depths[parent] + 1)
            checker.check("names are lower-case", isLowerCase(element.name), element.name)
            checker.check(
                "attributes are within their limit", element.attributes.count <= HTMLLimits.attributes,
                "\(element.attributes.count)")
            checker.check(
                "names of attributes are lower-case", element.attributes.allSatisfy { isLowerCase($0.name) },
                "\(element.attributes.map(\.name))")
        }
        checker.check("elements nest only so deep", (depths.max() ?? 0) <= HTMLLimits.depth, "\(depths.max() ?? 0)")
        checker.check("a document has one root", elements.dropFirst().allSatisfy { $0.parent != nil }, "two roots")
    }

    private static func questions(_ document: PageDocument, _ checker: inout Checker) {
        checker.check("a title is one line", isCollapsed(document.title), document.title.debugDescription)
        checker.check("a text is one line", isCollapsed(document.text), "\(document.text.utf8.count) bytes")
        for link in document.links {
            checker.check("a link's words are one line", isCollapsed(link.label), link.label.debugDescription)
            checker.same("a link's target has no blanks around it", ASCIIText.trimmed(link.target.utf8), link.target)
        }
        checker.equal("each form is one", document.forms.count, document.all("form").count)
        for form in document.forms.prefix(64) {
            checker.check("a field has a name", form.fields.allSatisfy { !$0.name.isEmpty }, "\(form)")
            for button in form.buttons.prefix(4).map(Optional.some) + [nil] {
                checker.check(
                    "what is sent are fields and the button",
                    form.entries(pressing: button).count <= form.fields.count + 1, "\(form)")
            }
        }
        scripts(document, &checker)
        let base = document.baseURL(fallback: try? WebURL("https://app.test/a"))
        checker.check("a document with a URL has a base", base != nil, "")
        for frame in document.frames.prefix(64) { _ = FrameSource(frame, base: base) }
        if let refresh = document.refresh { AttributeTextChecks.refresh(refresh, &checker) }
        _ = document.immediateRefresh
    }

    private static func scripts(_ document: PageDocument, _ checker: inout Checker) {
        let scripts = document.scripts
        checker.check(
            "scripts are script elements", scripts.count <= document.all("script").count, "\(scripts)")
        checker.check(
            "scripts mention what is listed", Set(scripts.mentions).isSubset(of: PageScripts.telling), "\(scripts)")
        checker.check("only texts mention", scripts.mentions.isEmpty || scripts.count > scripts.elsewhere, "\(scripts)")
    }

    private static func isLowerCase(_ name: String) -> Bool { name.utf8.allSatisfy { ASCIIText.lowercased($0) == $0 } }

    /// No two blanks next to each other, none at the ends.
    private static func isCollapsed(_ text: String) -> Bool {
        var wasBlank = true
        for byte in text.utf8 {
            guard ASCIIText.isSpace(byte) else {
                wasBlank = false
                continue
            }
            if wasBlank || byte != 0x20 { return false }
            wasBlank = true
        }
        return text.isEmpty || !wasBlank
    }
}
