public import BridgePrimitives

/// What a step has brought about, or what the world has: values by the names of ``CaptureDefinition``.
public struct CapturedValues: Sendable {
    private var texts: [String: String] = [:]
    private var objects: [String: JSONObject] = [:]

    public init() {}

    /// A value; nil where there is none, as of a session cookie's `expires`.
    public subscript(member: String) -> String? {
        get { texts[member] ?? claim(member) }
        set { texts[member] = newValue }
    }

    /// The claims of a token.
    public mutating func set(_ member: String, claims: JSONObject) { objects[member] = claims }

    /// `token.claims.firebase.sign_in_provider`: a name may have dots of its own, and the whole name counts first.
    private func claim(_ member: String) -> String? {
        for (prefix, object) in objects where member.hasPrefix(prefix + ".") {
            return Self.text(of: member.dropFirst(prefix.count + 1), in: object)
        }
        return nil
    }

    private static func text(of name: Substring, in object: JSONObject) -> String? {
        if let value = object[String(name)] { return text(of: value) }
        guard let dot = name.firstIndex(of: "."), let inner = object[String(name[..<dot])]?.objectValue else {
            return nil
        }
        return text(of: name[name.index(after: dot)...], in: inner)
    }

    /// Any value under a name, and its members where it is an object.
    public mutating func set(_ member: String, json: JSONValue) {
        texts[member] = Self.text(of: json)
        objects[member] = json.objectValue
    }

    /// A text is itself, everything else as JSON writes it.
    private static func text(of value: JSONValue) -> String? {
        if case .null = value { return nil }
        return value.stringValue ?? value.text()
    }
}

/// All that a run has captured so far.
struct CaptureStore {
    private var steps: [String: CapturedValues] = [:]
    var world = CapturedValues()

    mutating func add(_ values: CapturedValues, of located: LocatedStep) {
        steps[located.step.name] = values
        if let id = located.id { steps[id] = values }
    }

    /// - Throws: the reference that nothing stands behind.
    func value(_ reference: CaptureReference) throws(MissingCapture) -> String {
        let values = reference.step.map { steps[$0] } ?? world
        guard let value = values?[reference.member] else {
            throw MissingCapture(reference: reference, wasTaken: values != nil)
        }
        return value
    }
}

/// A value that is wanted and that nothing has brought about.
struct MissingCapture: Error {
    let reference: CaptureReference
    /// Whether the step was taken whose value it is.
    let wasTaken: Bool

    /// One clause.
    var message: String {
        wasTaken || reference.step == nil
            ? "there is no value for ${\(reference.name)}"
            : "the step was not taken that ${\(reference.name)} is of"
    }
}
