import BridgePrimitives

/// A CSS selector as far as a document without scripts needs one: lists of type names, `*`, `#id`, `.class`, `[name]` and
/// `[name=value]`, joined by descendant and child combinators (Selectors Level 4, §3 to §6 and §14).
///
/// Namespaces, pseudo-classes, escapes and the other combinators and matches are not read: they need an engine.
package struct StaticSelector: Hashable, Sendable {
    fileprivate enum Test: Hashable, Sendable {
        case type(String), id(String), hasClass(String), attribute(String), equal(String, String)
    }

    private struct Compound: Hashable, Sendable {
        var isChild = false
        var tests: [Test] = []
    }

    /// Each from the outermost to the element that is looked for.
    private var chains: [[Compound]] = []

    /// Compounds in one of the list, each a bit of what has matched so far.
    private static let longest = 60

    /// - Returns: nil for a text that is none, or has more in it than is read here.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        while true {
            guard let chain = Self.chain(&rest) else { return nil }
            chains.append(chain)
            guard let next = rest.popFirst() else { return }
            guard next == UInt8(ascii: ",") else { return nil }
        }
    }

    /// - Complexity: O(n · m) in elements and compounds.
    package func matchesAny(in document: PageDocument) -> Bool { first(in: document) != nil }

    /// The first element in document order that one of the list matches; nil for none.
    ///
    /// - Complexity: O(n · m) in elements and compounds.
    package func first(in document: PageDocument) -> PageDocument.Element? {
        chains.compactMap { chain in
            // By element, which beginnings of the chain end at it, and which at it or around it.
            var (own, around) = ([UInt64](), [UInt64]())
            for (number, element) in document.elements.enumerated() {
                let (parent, above) = element.parent.map { (own[$0], around[$0]) } ?? (0, 0)
                var matched: UInt64 = 0
                for (place, compound) in chain.enumerated() where compound.tests.allSatisfy({ $0.holds(for: element) })
                {
                    let before = place == 0 ? 1 : (compound.isChild ? parent : above) >> UInt64(place - 1)
                    if before & 1 == 1 { matched |= 1 << UInt64(place) }
                }
                if matched >> UInt64(chain.count - 1) & 1 == 1 { return number }
                own.append(matched)
                around.append(above | matched)
            }
            return nil
        }.min().map { document.elements[$0] }
    }

    // MARK: Reading

    private static func chain(_ rest: inout Substring.UTF8View) -> [Compound]? {
        var chain: [Compound] = []
        var isChild = false
        skipSpaces(&rest)
        while chain.count < longest {
            guard var compound = compound(&rest) else { return nil }
            compound.isChild = isChild
            chain.append(compound)
            skipSpaces(&rest)
            guard let next = rest.first, next != UInt8(ascii: ",") else { return chain }
            isChild = next == UInt8(ascii: ">")
            if isChild {
                rest.removeFirst()
                skipSpaces(&rest)
            }
        }
        return nil
    }

    private static func compound(_ rest: inout Substring.UTF8View) -> Compound? {
        var compound = Compound()
        if rest.first == UInt8(ascii: "*") {
            rest.removeFirst()
            // Every element has a name.
            if !continues(rest) { return compound }
        } else if let name = name(&rest) {
            compound.tests.append(.type(ASCIIText.lowercased(name)))
        } else if !continues(rest) {
            return nil
        }
        while let sign = rest.first, continues(rest) {
            rest.removeFirst()
            if sign == UInt8(ascii: "[") {
                guard let test = attribute(&rest) else { return nil }
                compound.tests.append(test)
            } else {
                guard let name = name(&rest) else { return nil }
                compound.tests.append(sign == UInt8(ascii: "#") ? .id(name) : .hasClass(name))
            }
        }
        return compound
    }

    private static func continues(_ rest: Substring.UTF8View) -> Bool {
        rest.first.map { "#.[".utf8.contains($0) } ?? false
    }

    private static func attribute(_ rest: inout Substring.UTF8View) -> Test? {
        skipSpaces(&rest)
        guard let name = name(&rest).map({ ASCIIText.lowercased($0) }) else { return nil }
        skipSpaces(&rest)
        var test = Test.attribute(name)
        if rest.first == UInt8(ascii: "=") {
            rest.removeFirst()
            skipSpaces(&rest)
            guard let value = quoted(&rest) ?? Self.name(&rest) else { return nil }
            test = .equal(name, value)
            skipSpaces(&rest)
        }
        return rest.popFirst() == UInt8(ascii: "]") ? test : nil
    }

    /// A string without escapes.
    private static func quoted(_ rest: inout Substring.UTF8View) -> String? {
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let inner = rest.dropFirst()
        guard let end = inner.firstIndex(of: quote), !inner[..<end].contains(UInt8(ascii: "\\")) else { return nil }
        rest = inner[inner.index(after: end)...]
        return String(inner[..<end])
    }

    /// An identifier without escapes (CSS Syntax Level 3, §4.3.11); a digit does not begin one.
    private static func name(_ rest: inout Substring.UTF8View) -> String? {
        let name = rest.prefix { byte in
            let letter = byte | 0x20
            return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || ASCIIText.isDigit(byte) || byte >= 0x80
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard let first = name.first, !ASCIIText.isDigit(first) else { return nil }
        rest = rest[name.endIndex...]
        return String(name)
    }

    private static func skipSpaces(_ rest: inout Substring.UTF8View) {
        rest = rest.drop { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D && $0 != 0x0B) }
    }
}

extension StaticSelector.Test {
    fileprivate func holds(for element: PageDocument.Element) -> Bool {
        switch self {
        case .type(let name): element.name == name
        case .id(let id): element["id"] == id
        case .hasClass(let name): ASCIIText.words(element["class"] ?? "").contains(name)
        case .attribute(let name): element[name] != nil
        case .equal(let name, let value): element[name] == value
        }
    }
}
