import BridgePrimitives
import CXML2

/// An XML document from somebody else: nothing is fetched, no entity is replaced, a document type is refused unread.
final class XMLTree {
    /// Longer documents are refused before any work is done on them, in bytes.
    static let byteLimit = 256 << 10

    let document: xmlDocPtr

    /// - Parameter bytes: UTF-8, whatever the document says of itself.
    /// - Throws: `saml/too-large`, `saml/document-type`, `saml/not-xml`, `saml/id-repeated`.
    /// - Complexity: O(n).
    init(parsing bytes: [UInt8]) throws(SAMLReason) {
        XMLLibrary.prepare()
        guard bytes.count <= Self.byteLimit else { throw .tooLarge }
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else { throw .notXML }
        // Entities are declared nowhere else. Looked for in the bytes: a parser that has seen one has acted on it.
        guard bytes.firstRange(of: Array("<!DOCTYPE".utf8)) == nil else { throw .documentType }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let parsed = bytes.withUnsafeBytes { buffer in
            xmlReadMemory(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, "UTF-8",
                Int32(bitPattern: options))
        }
        guard let parsed else { throw .notXML }
        document = parsed
        guard xmlGetIntSubset(parsed) == nil else { throw .documentType }
        var seen: Set<String> = []
        for element in try root.descendants {
            if let id = element.attribute("ID"), !seen.insert(id).inserted { throw .idRepeated }
        }
    }

    deinit { xmlFreeDoc(document) }

    var root: XMLElement {
        get throws(SAMLReason) {
            guard let node = xmlDocGetRootElement(document) else { throw .notXML }
            return XMLElement(node: node, tree: self)
        }
    }
}

/// libxml2's global state, which must be set up by one thread before others come.
private enum XMLLibrary {
    static func prepare() { _ = isReady }

    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()
}

/// An element of a tree, which it keeps alive.
struct XMLElement {
    let node: xmlNodePtr
    let tree: XMLTree

    /// Namespace and local name.
    struct Name: Hashable {
        let space: String
        let local: String
    }

    var name: Name { Name(space: Self.text(node.pointee.ns?.pointee.href), local: Self.text(node.pointee.name)) }

    /// The value of an attribute without a namespace.
    func attribute(_ name: String) -> String? {
        guard let value = xmlGetNoNsProp(node, name) else { return nil }
        defer { cxml2_free(value) }
        return Self.text(value)
    }

    var children: [XMLElement] {
        nodes.filter { $0.pointee.type == XML_ELEMENT_NODE }.map { XMLElement(node: $0, tree: tree) }
    }

    func isChild(of parent: XMLElement) -> Bool { node.pointee.parent == parent.node }

    func children(_ name: Name) -> [XMLElement] { children.filter { $0.name == name } }

    /// The one child of this name; nil for none, and for more than one.
    func child(_ name: Name) -> XMLElement? {
        let found = children(name)
        return found.count == 1 ? found[0] : nil
    }

    /// The element and all below it, as deep as the parser lets a document be (256).
    var descendants: [XMLElement] { [self] + children.flatMap(\.descendants) }

    /// What an element says that may hold nothing but text.
    ///
    /// - Throws: `saml/comment-in-text` where a comment or an instruction stands inside: signatures leave those out, so a
    ///   reader that stops at one reads less than what was signed.
    func text() throws(SAMLReason) -> String {
        var text = ""
        for node in nodes {
            switch node.pointee.type {
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE: text += Self.text(node.pointee.content)
            case XML_ELEMENT_NODE: throw .notAResponse
            default: throw .commentInText
            }
        }
        return text.trimmingXMLSpace
    }

    private var nodes: [xmlNodePtr] {
        var nodes: [xmlNodePtr] = []
        var next = node.pointee.children
        while let node = next {
            nodes.append(node)
            next = node.pointee.next
        }
        return nodes
    }

    private static func text(_ bytes: UnsafePointer<xmlChar>?) -> String {
        bytes.map { String(cString: $0) } ?? ""
    }
}

extension String {
    /// Without blanks, tabs and line ends around it, as signers like to wrap values.
    var trimmingXMLSpace: String {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let bytes = utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(decoding: Array(bytes), as: UTF8.self)
    }
}
