import CXML2

/// Reads HTML, however broken, with libxml2's parser, straight into a ``PageDocument``: no tree is built in between.
package enum HTMLParser {
    /// - Parameter bytes: as they came; ``HTMLLimits`` bound what is read of them.
    /// - Complexity: O(n) in bytes.
    package static func document(_ bytes: [UInt8], contentType: ContentType) -> PageDocument {
        HTMLLibrary.prepare()
        let encoding = CharacterEncoding.determined(bytes: bytes, contentType: contentType)
        let isCut = bytes.count > HTMLLimits.bytes
        let text = encoding.utf8(isCut ? Array(bytes.prefix(HTMLLimits.bytes)) : bytes)
        let narrowed = AttributeLimit.applied(to: text)
        let read = tagLimit(in: text)
        let collector = HTMLCollector()
        let isRead = collector.read((narrowed ?? text)[..<read])
        return PageDocument(
            elements: collector.elements, characterSet: encoding.name,
            isTruncated: isCut || narrowed != nil || read < text.count || !isRead || collector.isTruncated)
    }

    /// The place of the first `<` beyond ``HTMLLimits/tags``; the end if there are no more.
    private static func tagLimit(in text: [UInt8]) -> Int {
        guard text.count > HTMLLimits.tags else { return text.count }
        var tags = 0
        return text.firstIndex { byte in
            if byte == UInt8(ascii: "<") { tags += 1 }
            return tags > HTMLLimits.tags
        } ?? text.count
    }
}

/// Gathers elements from the parser's events. A class because the parser's callbacks point at it.
private final class HTMLCollector {
    private(set) var elements: [PageDocument.Element] = []
    /// Whether a limit was reached and something left out.
    private(set) var isTruncated = false
    private var isStopped = false
    /// Places of the open elements.
    private var open: [Int] = []
    private var errors = 0
    private var parser: htmlParserCtxtPtr?

    /// - Parameter text: UTF-8.
    /// - Returns: whether the parser could start.
    func read(_ text: ArraySlice<UInt8>) -> Bool {
        guard !text.isEmpty else { return true }
        return text.withUnsafeBytes { bytes -> Bool in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard let parser = htmlCreateMemoryParserCtxt(start, Int32(clamping: bytes.count)) else { return false }
            defer { htmlFreeParserCtxt(parser) }
            // The bytes are UTF-8 by now, whatever a <meta> among them says.
            htmlCtxtUseOptions(parser, Int32(HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_NONET.rawValue))
            xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8)
            guard let handler = parser.pointee.sax else { return false }
            handler.pointee = Self.events()
            parser.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
            self.parser = parser
            defer { self.parser = nil }
            htmlParseDocument(parser)
            return true
        }
    }

    private static func events() -> xmlSAXHandler {
        var events = xmlSAXHandler()
        events.initialized = UInt32(XML_SAX2_MAGIC)
        events.startElement = { data, name, attributes in collector(data)?.began(name, attributes) }
        events.endElement = { data, _ in collector(data)?.ended() }
        events.characters = { data, bytes, count in collector(data)?.found(bytes, count) }
        events.ignorableWhitespace = { data, bytes, count in collector(data)?.found(bytes, count) }
        events.cdataBlock = { data, bytes, count in collector(data)?.found(bytes, count) }
        events.serror = { data, _ in collector(data)?.erred() }
        return events
    }

    func began(_ name: UnsafePointer<xmlChar>?, _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
        guard !isStopped, let name else { return }
        guard elements.count < HTMLLimits.elements, open.count < HTMLLimits.depth else { return stop() }
        var attributes: [PageDocument.Attribute] = []
        var next = list
        // Names and values in turn; the list ends with a name that is none.
        while let pair = next, let name = pair.pointee {
            guard attributes.count < HTMLLimits.attributes else {
                isTruncated = true
                break
            }
            let value = pair.advanced(by: 1).pointee.map { String(cString: $0) } ?? ""
            attributes.append(.init(name: String(cString: name), value: value))
            next = pair.advanced(by: 2)
        }
        elements.append(.init(name: String(cString: name), attributes: attributes, parent: open.last, text: ""))
        open.append(elements.count - 1)
    }

    /// What comes after the root's end is in the root all the same, as browsers have it.
    func ended() {
        guard !isStopped, open.count > 1 else { return }
        _ = open.popLast()
    }

    func found(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32) {
        guard !isStopped, let current = open.last, count > 0 else { return }
        elements[current].text += String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    func erred() {
        errors += 1
        if errors > HTMLLimits.errors { stop() }
    }

    private func stop() {
        isTruncated = true
        isStopped = true
        xmlStopParser(parser)
    }
}

private func collector(_ data: UnsafeMutableRawPointer?) -> HTMLCollector? {
    data.map { Unmanaged<HTMLCollector>.fromOpaque($0).takeUnretainedValue() }
}
