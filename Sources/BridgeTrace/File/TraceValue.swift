import BridgePrimitives

/// A type whose values are members of a trace file's events: how they are written, read and described.
protocol TraceValue: Sendable {
    static var form: TraceSchema.Form { get }
    /// Whether an event without the member is a defect; otherwise there is a value that stands for a missing one.
    static var isRequired: Bool { get }
    var traced: JSONValue { get }
    /// The text from outside that it is; nothing for other values.
    var texts: [MaskedText] { get }
    /// Reads a member by its name. Texts stay as masked as they were written.
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect)
}

extension TraceValue {
    static var isRequired: Bool { true }
    var texts: [MaskedText] { [] }
}

extension String: TraceValue {
    static var form: TraceSchema.Form { .text }
    var traced: JSONValue { .string(self) }
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect) { self = try reader.text(name) }
}

extension MaskedText: TraceValue {
    static var form: TraceSchema.Form { .text }
    var traced: JSONValue { .string(text) }
    var texts: [MaskedText] { [self] }
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect) { self = try reader.masked(name) }
}

extension ReasonCode: TraceValue {
    static var form: TraceSchema.Form { .text }
    var traced: JSONValue { .string(rawValue) }
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect) { self.init(unchecked: try reader.text(name)) }
}

extension Int: TraceValue {
    static var form: TraceSchema.Form { .number }
    var traced: JSONValue { .integer(Int64(self)) }
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect) { self.init(clamping: try reader.integer(name)) }
}

extension Int32: TraceValue {
    static var form: TraceSchema.Form { .number }
    var traced: JSONValue { .integer(Int64(self)) }
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect) { self.init(clamping: try reader.integer(name)) }
}

extension Duration: TraceValue {
    static var form: TraceSchema.Form { .number }
    static var isRequired: Bool { false }
    var traced: JSONValue { .number(milliseconds) }
    init(_ reader: TraceReader, _ name: String) { self = reader.durationIfAny(name) ?? .zero }
}

/// A word out of a closed set.
protocol TraceWord: TraceValue, RawRepresentable<String> {}

extension TraceWord {
    static var form: TraceSchema.Form { .text }
    var traced: JSONValue { .string(rawValue) }
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect) { self = try reader.choice(name) }
}

extension Optional: TraceValue where Wrapped: TraceValue {
    static var form: TraceSchema.Form { Wrapped.form }
    static var isRequired: Bool { false }
    var traced: JSONValue { self?.traced ?? .null }
    var texts: [MaskedText] { self?.texts ?? [] }

    /// A member of another type is ignored, as an unknown member is; an unknown word is a defect.
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect) {
        do { self = try Wrapped(reader, name) } catch {
            guard case .member = error else { throw error }
            self = nil
        }
    }
}

/// What a list in a trace file consists of.
protocol TraceElement: Sendable {
    static var listForm: TraceSchema.Form { get }
    var tracedElement: JSONValue { get }
    static func list(_ reader: TraceReader, _ name: String) throws(TraceDefect) -> [Self]
}

extension Array: TraceValue where Element: TraceElement {
    static var form: TraceSchema.Form { Element.listForm }
    static var isRequired: Bool { false }
    var traced: JSONValue { .array(map(\.tracedElement)) }
    init(_ reader: TraceReader, _ name: String) throws(TraceDefect) { self = try Element.list(reader, name) }
}

extension String: TraceElement {
    static var listForm: TraceSchema.Form { .texts }
    var tracedElement: JSONValue { .string(self) }
    static func list(_ reader: TraceReader, _ name: String) -> [String] { reader.texts(name) }
}

extension ReasonCode: TraceElement {
    static var listForm: TraceSchema.Form { .codes }
    var tracedElement: JSONValue { .string(rawValue) }
    static func list(_ reader: TraceReader, _ name: String) -> [ReasonCode] { reader.codes(name) }
}

extension MaskedField: TraceElement {
    static var listForm: TraceSchema.Form { .fields }
    var tracedElement: JSONValue { ["name": .string(name), "value": .string(value.text)] }

    static func list(_ reader: TraceReader, _ name: String) throws(TraceDefect) -> [MaskedField] {
        try reader.objects(name) { (field) throws(TraceDefect) in
            MaskedField(name: try field.text("name"), value: field.maskedIfAny("value") ?? MaskedText(""))
        }
    }
}

extension CookieMention: TraceElement {
    static var listForm: TraceSchema.Form { .cookies }
    var tracedElement: JSONValue { json }

    static func list(_ reader: TraceReader, _ name: String) throws(TraceDefect) -> [CookieMention] {
        try reader.objects(name) { (cookie) throws(TraceDefect) in
            CookieMention(
                name: cookie.textIfAny("name") ?? "", domain: cookie.textIfAny("domain") ?? "",
                path: cookie.textIfAny("path") ?? "", value: cookie.maskedIfAny("value") ?? MaskedText(""),
                writer: try cookie.choiceIfAny("written_by") ?? .store, reasons: cookie.codes())
        }
    }
}
