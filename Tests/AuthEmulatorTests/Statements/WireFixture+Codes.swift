@testable import AuthEmulator
import BridgePrimitives
import Testing

/// Codes, factors and links, as the rows of statements come by them.
extension WireFixture {
    static let number: JSONValue = "+819012345678"
    static let otherNumber: JSONValue = "+819087654321"

    /// Sends a code to a number: what the user types in, with the session that it is of.
    func sms(to number: JSONValue = number) async throws -> (session: JSONValue, code: JSONValue) {
        try await post("accounts:sendVerificationCode", ["phoneNumber": number]) → .done
        return try latestSMS()
    }

    /// How many codes of messages are not used up.
    func waitingMessages() throws -> Int {
        try service.verificationCodes()["verificationCodes"]?.arrayValue?.count ?? 0
    }

    /// An ID token of somebody who signed in with a number.
    func phoneUser(_ number: JSONValue = number) async throws -> JSONObject {
        let (session, code) = try await sms(to: number)
        return try await call("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
    }

    /// A code that would have been mailed, by what is asked for.
    func mailed(_ body: JSONValue, tenant: String? = nil) async throws -> JSONValue {
        try await post("accounts:sendOobCode", body, tenant: tenant) → .done
        return try await latestOobCode(tenant: tenant)["oobCode"] ?? .null
    }

    /// How many codes of e-mails are not used up.
    func waitingMails() throws -> Int { try service.oobCodes(origin: "")["oobCodes"]?.arrayValue?.count ?? 0 }

    /// Gives Taro a second factor with this number, and asks for it: the reply of the first factor.
    func challenge(_ number: JSONValue = number, strictLimit: Bool = false) async throws -> JSONObject {
        try await factor(number)
        return try await signInTaro()
    }

    /// Taro's factor `f`, as an administrator writes it.
    func factor(_ number: JSONValue = number, of uid: JSONValue = "taro", id: JSONValue = "f") async throws {
        if uid == "taro" { _ = try await taro() }
        try await post(
            "accounts:update",
            ["localId": uid, "mfa": ["enrollments": [["mfaEnrollmentId": id, "phoneInfo": number]]]], as: .admin)
            → .done
    }

    /// The message for Taro's factor `f`.
    func message(for challenge: JSONObject) async throws -> (session: JSONValue, code: JSONValue) {
        try await post(
            "mfaSignIn:start",
            [
                "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null, "mfaEnrollmentId": "f",
                "phoneSignInInfo": [:],
            ]) → .done
        return try latestSMS()
    }

    /// A message that enrols a number for the user of an ID token.
    func enrolment(_ idToken: JSONValue, _ number: JSONValue = number) async throws -> JSONValue {
        try await post(
            "mfaEnrollment:start", ["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": number]]) → .done
        let (session, code) = try latestSMS()
        return ["sessionInfo": session, "code": code]
    }

    /// Links an identity by its ids alone, as an administrator does.
    func identity(_ provider: JSONValue, _ raw: JSONValue, of uid: JSONValue = "taro") async throws {
        try await post(
            "accounts:update", ["localId": uid, "linkProviderUserInfo": ["providerId": provider, "rawId": raw]],
            as: .admin) → .done
    }
}

extension JSONObject {
    /// The ids of the providers in the order of the record.
    var providers: [String] {
        (self["providerUserInfo"]?.arrayValue ?? []).compactMap { $0["providerId"]?.stringValue }
    }
}
