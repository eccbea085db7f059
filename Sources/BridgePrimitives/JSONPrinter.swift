extension JSONValue {
    /// The value as JSON on one line, members in their order; `indented` puts each member on a line of its own.
    ///
    /// Control characters are escaped, `/` and non-ASCII are not. Numbers that JSON cannot write become `null`.
    public func text(indented: Bool = false) -> String {
        String(decoding: bytes(indented: indented), as: UTF8.self)
    }

    /// ``text(indented:)`` as UTF-8.
    public func bytes(indented: Bool = false) -> [UInt8] {
        var printer = JSONPrinter(isIndented: indented)
        printer.write(self, depth: 0)
        return printer.output
    }
}

extension JSONValue: CustomStringConvertible {
    public var description: String { text() }
}

private struct JSONPrinter {
    let isIndented: Bool
    var output: [UInt8] = []

    init(isIndented: Bool) { self.isIndented = isIndented }

    mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: write("null")
        case .bool(let bool): write(bool ? "true" : "false")
        case .integer(let integer): write(String(integer))
        case .number(let number):
            if !number.isFinite {
                write("null")
            } else if let integer = Int64(exactly: number) {
                write(String(integer))
            } else {
                write("\(number)")
            }
        case .string(let string): writeQuoted(string)
        case .array(let array):
            writeList(array, open: "[", close: "]", depth: depth) { printer, element in
                printer.write(element, depth: depth + 1)
            }
        case .object(let object):
            writeList(object.members, open: "{", close: "}", depth: depth) { printer, member in
                printer.writeQuoted(member.name)
                printer.write(printer.isIndented ? ": " : ":")
                printer.write(member.value, depth: depth + 1)
            }
        }
    }

    private mutating func writeList<Element>(
        _ elements: [Element], open: String, close: String, depth: Int,
        each: (inout JSONPrinter, Element) -> Void
    ) {
        write(open)
        for (position, element) in elements.enumerated() {
            if position > 0 { write(",") }
            newLine(depth + 1)
            each(&self, element)
        }
        if !elements.isEmpty { newLine(depth) }
        write(close)
    }

    private mutating func newLine(_ depth: Int) {
        guard isIndented else { return }
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: depth * 2))
    }

    private mutating func writeQuoted(_ string: String) {
        output.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): write("\\\"")
            case UInt8(ascii: "\\"): write("\\\\")
            case 0x0A: write("\\n")
            case 0x0D: write("\\r")
            case 0x09: write("\\t")
            case 0..<0x20, 0x7F:
                write("\\u00")
                Hexadecimal.append(byte, to: &output)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }
}
