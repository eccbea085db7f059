import BridgePrimitives
import Tokens

@testable import SAML

/// A provider and a service that trusts it, at nine o'clock.
struct SAMLFixture {
    static let start = Instant(rfc3339: "2026-11-21T09:00:00Z") ?? .epoch
    static let consumer = "https://demo.example/__/auth/handler"
    /// Making RSA keys is slow; the suites share these.
    static let keys = Result { (own: try SigningKey.generate(), foreign: try SigningKey.generate()) }

    let issuer: SAMLIssuer
    let party: SAMLRelyingParty

    init(signedBy foreign: Bool = false) throws {
        let keys = try Self.keys.get()
        issuer = try SAMLIssuer(
            entityID: "https://idp.example/metadata", key: foreign ? keys.foreign : keys.own,
            validFrom: Self.start)
        party = SAMLRelyingParty(
            entityID: "demo-sp", consumerURL: Self.consumer,
            providerEntityID: "https://idp.example/metadata",
            keys: [keys.own.verificationKey])
    }

    var statement: SAMLIssuer.Statement {
        var statement = SAMLIssuer.Statement(
            nameID: "taro@example.com", audience: "demo-sp", consumerURL: Self.consumer, request: "_r1",
            issuedAt: Self.start)
        statement.attributes = [("name", ["太郎 <Taro> & \"co\""]), ("groups", ["a", "b"])]
        return statement
    }

    func response(
        signing signed: SAMLIssuer.Signed = .assertion,
        _ change: (inout SAMLIssuer.Statement) -> Void = { _ in }
    ) throws -> String {
        var statement = statement
        change(&statement)
        return try issuer.response(statement, ids: ("_resp", "_assert"), signing: signed)
    }

    func verify(
        _ xml: String, request: String? = "_r1", after: Duration = .zero, skew: Duration = .zero
    ) -> SAMLVerdict {
        party.verify(
            StandardBase64.encode(Array(xml.utf8)), inResponseTo: request, now: Self.start + after,
            clockSkew: skew)
    }
}

extension String {
    /// The text with the first place of `old` replaced; the test is none if there is no such place.
    func changing(_ old: String, to new: String) throws -> String {
        guard let range = firstRange(of: old) else { throw SAMLReason.notAResponse }
        return replacingCharacters(in: range, new)
    }

    /// From `start` up to and with `end`.
    func part(from start: String, to end: String) throws -> String {
        guard let first = firstRange(of: start),
            let last = self[first.lowerBound...].firstRange(of: end)
        else {
            throw SAMLReason.notAResponse
        }
        return String(self[first.lowerBound..<last.upperBound])
    }

    private func replacingCharacters(in range: Range<Index>, _ new: String) -> String {
        String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
