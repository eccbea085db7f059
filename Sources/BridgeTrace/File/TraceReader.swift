package import BridgePrimitives

/// Why a line of a trace file says nothing.
package enum TraceDefect: Error, Hashable, Sendable {
    case noObject
    case newerVersion(Int64)
    /// A member is missing, or of another type.
    case member(String)
    /// A member's text is none of those that it may be.
    case unknown(String, String)

    package var text: String {
        switch self {
        case .noObject: "is no JSON object"
        case .newerVersion(let version): "is of version \(version), and this tool reads up to \(TraceHead.version)"
        case .member(let name): "has no \"\(name)\", or not of its type"
        case .unknown(let name, let value): "has an unknown \"\(name)\": \(value.prefix(40))"
        }
    }
}

/// Takes the members of one object of a trace file.
package struct TraceReader {
    package let value: JSONObject

    package init(_ value: JSONObject) { self.value = value }

    package func text(_ name: String) throws(TraceDefect) -> String {
        guard let text = value[name]?.stringValue else { throw .member(name) }
        return text
    }

    package func textIfAny(_ name: String) -> String? { value[name]?.stringValue }

    package func integer(_ name: String) throws(TraceDefect) -> Int64 {
        guard let number = value[name]?.integerValue else { throw .member(name) }
        return number
    }

    package func intIfAny(_ name: String) -> Int? { value[name]?.integerValue.map { Int(clamping: $0) } }

    package func integers(_ name: String) -> [Int] {
        (value[name]?.arrayValue ?? []).compactMap { $0.integerValue.map { Int(clamping: $0) } }
    }

    package func texts(_ name: String) -> [String] { (value[name]?.arrayValue ?? []).compactMap(\.stringValue) }

    package func time(_ name: String) throws(TraceDefect) -> Instant {
        guard let time = Instant(rfc3339: try text(name)) else { throw .member(name) }
        return time
    }

    package func choice<Choice: RawRepresentable<String>>(_ name: String) throws(TraceDefect) -> Choice {
        let text = try text(name)
        guard let choice = Choice(rawValue: text) else { throw .unknown(name, text) }
        return choice
    }

    package func choiceIfAny<Choice: RawRepresentable<String>>(_ name: String) throws(TraceDefect) -> Choice? {
        value[name] == nil ? nil : try choice(name)
    }

    /// A number of milliseconds, which nobody measures beyond a year.
    package func durationIfAny(_ name: String) -> Duration? {
        let milliseconds: Double? =
            switch value[name] {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        return milliseconds.map { .microseconds(Int64((min(max($0, 0), 3.2e10) * 1000).rounded())) }
    }

    /// What was masked when it was written.
    package func masked(_ name: String) throws(TraceDefect) -> MaskedText { MaskedText(try text(name)) }
    package func maskedIfAny(_ name: String) -> MaskedText? { textIfAny(name).map { MaskedText($0) } }

    package func codes(_ name: String = "reasons") -> [ReasonCode] { texts(name).map { ReasonCode(unchecked: $0) } }

    package func objectIfAny(_ name: String) throws(TraceDefect) -> TraceReader? {
        guard let member = value[name] else { return nil }
        guard let object = member.objectValue else { throw .member(name) }
        return TraceReader(object)
    }

    package func objects<Element>(
        _ name: String, _ read: (TraceReader) throws(TraceDefect) -> Element
    ) throws(TraceDefect) -> [Element] {
        var elements: [Element] = []
        for member in value[name]?.arrayValue ?? [] {
            guard let object = member.objectValue else { throw .member(name) }
            elements.append(try read(TraceReader(object)))
        }
        return elements
    }
}
