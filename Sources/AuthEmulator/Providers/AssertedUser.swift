import BridgePrimitives

/// What a SAML assertion says of a user, as far as a sign-in needs it.
struct AssertedUser: Hashable, Sendable {
    /// The subject's name identifier, as sent; never empty.
    let nameID: String
    /// `{"name":"value"}` or whatever a client sent as `attributeStatements`; nil without any.
    let attributes: JSONValue?

    /// The emulator's stand-in for an assertion: `{"assertion":{"subject":{"nameId":…},"attributeStatements":…}}`.
    ///
    /// - Throws: `auth/invalid-idp-response`, in the emulator's words for what is missing.
    init(emulated text: String) throws(AuthRefusal) {
        guard let response = try? JSONValue(parsing: text) else {
            throw AuthRefusal(.invalidIDPResponse, "((SAMLResponse is no JSON.))")
        }
        func refusal(_ missing: String) -> AuthRefusal {
            AuthRefusal(.invalidIDPResponse, "((Missing \(missing) in SAMLResponse.))")
        }
        guard let assertion = response["assertion"], assertion.isTruthy else { throw refusal("assertion") }
        guard let subject = assertion["subject"], subject.isTruthy else { throw refusal("assertion.subject") }
        guard let nameID = subject["nameId"]?.stringValue, !nameID.isEmpty else {
            throw refusal("assertion.subject.nameId")
        }
        self.nameID = nameID
        attributes = assertion["attributeStatements"].flatMap { $0.isTruthy ? $0 : nil }
    }

    /// The name identifier where it looks like an address, letter for letter: nobody lower-cases it here.
    var email: String? { EmailAddress(nameID, strictness: .lenient) == nil ? nil : nameID }
}

extension JSONValue {
    /// Whether the value says something, as JavaScript sees it: not null, false, zero or an empty text.
    var isTruthy: Bool {
        switch self {
        case .null, .bool(false), .integer(0), .string(""): false
        case .number(let number): number != 0
        default: true
        }
    }
}
