import BridgePrimitives

/// What a body is held against beside its endpoint's shape.
struct ShapeRules: Sendable {
    /// `null` is as good as absent; else only where the shape says so, and a violation elsewhere.
    var nullMeansUnset = false
    /// A name that the shape does not have is a violation; else it is passed over.
    var refusesUnknownNames = false
}

/// Where a violation stands: `/mfa/enrollments/0/displayName`.
///
/// One for a whole check, which goes into members and out of them again.
private struct Place {
    enum Part {
        case name(String)
        case index(Int)
    }
    private var parts: [Part] = []

    /// What `body` says of this part; the place is as before once it has found nothing.
    mutating func look(into part: Part, _ body: (inout Place) -> String?) -> String? {
        parts.append(part)
        if let found = body(&self) { return found }
        parts.removeLast()
        return nil
    }

    /// A JSON pointer without escapes, as the emulator writes it; empty for the body itself.
    var pointer: String {
        parts.map { part in
            switch part {
            case .name(let name): "/\(name)"
            case .index(let index): "/\(index)"
            }
        }.joined()
    }

    /// `mfa.enrollments[0]`, as production writes it; empty for the body itself.
    var fieldPath: String {
        parts.reduce(into: "") { path, part in
            switch part {
            case .name(let name): path += path.isEmpty ? name : ".\(name)"
            case .index(let index): path += "[\(index)]"
            }
        }
    }
}

extension Shape {
    /// The first thing that is wrong with a body, in the order of the shape's members: `/displayName must be string`.
    ///
    /// Numbers stand for texts, and places in the list for members of an enumeration; nothing else stands for another
    /// type.
    ///
    /// - Parameter value: names in camel case at every depth.
    /// - Returns: nil when the body is as it should be.
    /// - Complexity: O(n) in the members; as deep as the shape.
    func violation(in value: JSONValue, rules: ShapeRules) -> String? {
        var place = Place()
        return violation(in: value, at: &place, rules)
    }

    /// What is wrong with a parameter of the query, which is always text: `maxResults must be integer`.
    func violation(inQuery text: String, named name: String) -> String? {
        switch self {
        case .integer, .number: Int64(text) == nil ? "\(name) must be integer" : nil
        case .flag: text == "true" || text == "false" ? nil : "\(name) must be boolean"
        default: violation(in: .string(text), rules: ShapeRules()).map { "\(name)\($0)" }
        }
    }

    private func violation(in value: JSONValue, at place: inout Place, _ rules: ShapeRules) -> String? {
        switch (self, value) {
        case (.nullable(let inner), _): value == .null ? nil : inner.violation(in: value, at: &place, rules)
        case (.text, .string), (.text, .integer), (.text, .number), (.int64, .string), (.int64, .integer),
            (.int64, .number), (.flag, .bool), (.integer, .integer), (.number, .integer), (.number, .number),
            (.anything, .object):
            nil
        case (.integer, .number(let number)):
            Int64(exactly: number) == nil ? "\(place.pointer) must be integer" : nil
        case (.choice(let members), _): choice(members, value, at: place)
        case (.list(let element), .array(let values)): violation(of: element, in: values, at: &place, rules)
        case (.object(let members), .object(let object)): violation(of: members, in: object, at: &place, rules)
        case (.text, _), (.int64, _): "\(place.pointer) must be string"
        case (.flag, _): "\(place.pointer) must be boolean"
        case (.integer, _): "\(place.pointer) must be integer"
        case (.number, _): "\(place.pointer) must be number"
        case (.list, _): "\(place.pointer) must be array"
        case (.object, _), (.anything, _): "\(place.pointer) must be object"
        }
    }

    private func choice(_ members: [String], _ value: JSONValue, at place: Place) -> String? {
        let index: Int64?
        switch value {
        case .string(let text):
            if members.contains(text) { return nil }
            index = Int64(text)
        case .integer(let number): index = number
        case .number: index = nil
        default: return "\(place.pointer) must be string"
        }
        if let index, members.indices.contains(Int(clamping: index)) { return nil }
        return "\(place.pointer) must be equal to one of the allowed values"
    }

    private func violation(
        of element: Shape, in values: [JSONValue], at place: inout Place, _ rules: ShapeRules
    ) -> String? {
        for (index, value) in values.enumerated() {
            let found = place.look(into: .index(index)) { element.violation(in: value, at: &$0, rules) }
            if let found { return found }
        }
        return nil
    }

    private func violation(
        of members: [Member], in object: JSONObject, at place: inout Place, _ rules: ShapeRules
    ) -> String? {
        var unseen = object.count
        for member in members {
            guard let value = object[member.wireName] else { continue }
            unseen -= 1
            if value != .null || !rules.nullMeansUnset {
                let found = place.look(into: .name(member.name)) { member.shape.violation(in: value, at: &$0, rules) }
                if let found { return found }
            }
            // A shape has many members and a row of an import few: the others are not there.
            if unseen == 0 { return nil }
        }
        guard rules.refusesUnknownNames else { return nil }
        let unknown = object.first { given in !members.contains { $0.wireName == given.name } }
        return unknown.map { name, _ in
            let path = place.fieldPath
            return "Unknown name \"\(name)\"\(path.isEmpty ? "" : " at '\(path)'"): Cannot find field."
        }
    }
}
