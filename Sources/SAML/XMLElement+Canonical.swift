import CXML2

extension XMLElement {
    /// The element in its one spelling: Exclusive XML Canonicalization 1.0, comments left out.
    ///
    /// - Parameters:
    ///   - excluded: a descendant that is left out with all below it, as an enveloped signature is.
    ///   - prefixes: of `InclusiveNamespaces`; the default namespace is `#default` there.
    /// - Returns: nil only when memory is out.
    /// - Complexity: O(n · depth).
    func canonical(without excluded: XMLElement? = nil, inclusive prefixes: [String] = []) -> [UInt8]? {
        guard let output = xmlAllocOutputBuffer(nil) else { return nil }
        defer { xmlOutputBufferClose(output) }
        var selection = Selection(apex: node, excluded: excluded?.node)
        let length = Self.withCStrings(prefixes) { names in
            withUnsafeMutablePointer(to: &selection) { selection in
                xmlC14NExecute(
                    tree.document, Self.isVisible, selection, Int32(XML_C14N_EXCLUSIVE_1_0.rawValue),
                    names, 0, output)
            }
        }
        guard length >= 0, let content = xmlOutputBufferGetContent(output) else { return nil }
        return Array(UnsafeBufferPointer(start: content, count: xmlOutputBufferGetSize(output)))
    }

    private struct Selection {
        let apex: xmlNodePtr
        let excluded: xmlNodePtr?
    }

    /// Inside of the apex and outside of what is excluded. Attributes and namespaces go with their element; of a namespace
    /// only the type is at the place where nodes have it.
    private static let isVisible: xmlC14NIsVisibleCallback = { data, node, parent in
        guard let data, let node else { return 0 }
        let selection = data.assumingMemoryBound(to: Selection.self).pointee
        let isOfElement = node.pointee.type == XML_NAMESPACE_DECL || node.pointee.type == XML_ATTRIBUTE_NODE
        var current = isOfElement ? parent : Optional(node)
        while let node = current {
            if node == selection.excluded { return 0 }
            if node == selection.apex { return 1 }
            current = node.pointee.parent
        }
        return 0
    }

    /// A list of C strings that ends with NULL; NULL for no strings.
    private static func withCStrings<Value>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<xmlChar>?>?) -> Value
    ) -> Value {
        guard !strings.isEmpty else { return body(nil) }
        var copies: [UnsafeMutablePointer<xmlChar>?] = strings.map { xmlStrdup($0) } + [nil]
        defer { for copy in copies { cxml2_free(copy) } }
        return copies.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }
}
