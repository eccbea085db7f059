@testable import AuthEmulator
import BridgePrimitives
import Testing

/// An answer, and where the test stands that asked for it.
struct Asked: Sendable {
    let answer: WireAnswer
    let location: SourceLocation

    var json: JSONObject { answer.json }
    var status: Int { answer.status }
    /// What `Allow` says.
    var allow: String? { answer.allow }
    /// What `Location` says.
    var redirect: String? { answer.location }
    /// The claims of the reply's ID token.
    var claims: JSONObject { json.claims }

    subscript(_ name: String) -> JSONValue { json[name] ?? .null }
    func text(_ name: String) -> String { json.text(name) }
}

/// Expectations follow one another, each of them of the same answer.
precedencegroup ExpectationPrecedence {
    associativity: left
    higherThan: AssignmentPrecedence
    lowerThan: ComparisonPrecedence
}

infix operator → : ExpectationPrecedence

/// Holds the answer against what is expected of it.
@discardableResult
func → (asked: Asked, expected: Expected) -> Asked {
    expected.check(asked)
    return asked
}

/// What a request must be answered with.
struct Expected: Sendable {
    let check: @Sendable (Asked) -> Void

    /// A failure whose message is this; of another status than 400 when one is named.
    static func refused(_ message: String, status: Int = 400) -> Expected {
        Expected { asked in
            #expect(
                asked.json["error"]?["message"] == .string(message), "\(asked.json)", sourceLocation: asked.location)
            #expect(asked.answer.status == status, sourceLocation: asked.location)
        }
    }

    /// Done, whatever the reply holds.
    static let done = Expected { asked in
        #expect(asked.answer.status == 200, "\(asked.json)", sourceLocation: asked.location)
        // An import has a list of that name, of rows that were left out.
        #expect(asked.json["error"]?.objectValue == nil, sourceLocation: asked.location)
    }

    /// Done, with these members among others; `nil` says that there is no such member.
    static func answers(_ members: JSONValue) -> Expected {
        Expected { asked in
            done.check(asked)
            holds(members, in: asked.json, asked.location)
        }
    }

    /// Done, with these members and no others.
    static func answersOnly(_ members: JSONValue) -> Expected {
        Expected { asked in
            done.check(asked)
            #expect(.object(asked.json) == members, sourceLocation: asked.location)
        }
    }

    /// Done, with members of these names.
    static func has(_ names: String...) -> Expected {
        Expected { asked in
            done.check(asked)
            for name in names {
                #expect(asked.json[name] != nil, "\(name) in \(asked.json)", sourceLocation: asked.location)
            }
        }
    }

    /// Members of these names are not there, done or not.
    static func lacks(_ names: String...) -> Expected {
        Expected { asked in
            for name in names {
                #expect(asked.json[name] == nil, "\(name) in \(asked.json)", sourceLocation: asked.location)
            }
        }
    }

    /// Done, and the reply's ID token says this among others; `nil` says that it has no such claim.
    static func claims(_ members: JSONValue) -> Expected {
        Expected { asked in
            done.check(asked)
            holds(members, in: asked.claims, asked.location)
        }
    }

    /// Anything else that is true of the answer.
    static func satisfies(_ check: @escaping @Sendable (Asked) -> Bool) -> Expected {
        Expected { asked in #expect(check(asked), "\(asked.json)", sourceLocation: asked.location) }
    }

    private static func holds(_ members: JSONValue, in object: JSONObject, _ location: SourceLocation) {
        for (name, value) in members.objectValue ?? JSONObject() {
            #expect(object[name] ?? .null == value, "\(name) in \(object)", sourceLocation: location)
        }
    }
}
