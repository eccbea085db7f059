@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("States that were changed at random", .timeLimit(.minutes(5)))
struct StateMutationTests {
    /// What a member is replaced by: what is nearly right, and hostile.
    static let values: [JSONValue] = [
        .null, true, 0, -1, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808, 1e308, 0.5, "", "x", "{}", "{",
        "\u{0}",
        "a\u{0}b", "é\u{301}", "oob", "sms", "apple.com", "9223372036854775808", [], [:], [[:]], ["x"], [.null],
        ["localId": "x"], #"{"failures":9223372036854775807,"phoneNumber":"+1","code":"1"}"#,
    ]

    /// The value with one thing changed somewhere in it.
    static func mutated(_ value: JSONValue, using generator: inout SeededGenerator) -> JSONValue {
        switch value {
        case .object(let object) where !object.isEmpty && Int.random(in: 0..<10, using: &generator) > 0:
            let index = Int.random(in: 0..<object.count, using: &generator)
            var changed = JSONObject()
            for (position, member) in object.enumerated() {
                guard position == index else {
                    changed[member.name] = member.value
                    continue
                }
                switch Int.random(in: 0..<12, using: &generator) {
                case 0: continue
                case 1: changed[member.name + "x"] = member.value
                default: changed[member.name] = mutated(member.value, using: &generator)
                }
            }
            return .object(changed)
        case .array(var array) where !array.isEmpty && Int.random(in: 0..<10, using: &generator) > 0:
            let index = Int.random(in: array.indices, using: &generator)
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: array.append(array[index])  // twice
            case 1: array.remove(at: index)
            default: array[index] = mutated(array[index], using: &generator)
            }
            return .array(array)
        default: return values.randomElement(using: &generator) ?? .null
        }
    }

    /// Each is taken, or refused by a failure that names a place and not a word of SQLite's, and then nothing changed.
    @Test func areTakenWholeOrRefusedWithAPlace() async throws {
        let wire = try WireFixture()
        _ = try await wire.signInTaro()
        _ = try await wire.call("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "l@example.com"])
        _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+819000000009"])
        _ = try await wire.call(
            "accounts:batchCreate",
            [
                "users": [
                    [
                        "localId": "imported", "email": "i@example.com", "emailVerified": true,
                        "providerUserInfo": [["providerId": "google.com", "rawId": "g", "email": "g@example.com"]],
                        "mfaInfo": [["mfaEnrollmentId": "p", "phoneInfo": "+819000000002"]],
                    ]
                ]
            ], admin: true)
        let created = try await wire.call(
            "tenants:create", ["displayName": "Acme", "enableAnonymousUser": true], admin: true)
        _ = try await wire.call("accounts:signUp", tenant: created.text("tenantId"))
        let valid = JSONValue.object(try wire.service.exportedState())
        var generator = SeededGenerator(seed: 2_500)
        var (taken, refused) = (0, 0)
        var current = try wire.service.exportedState()
        for _ in 0..<2_500 {
            let mutation = Self.mutated(valid, using: &generator)
            await Task.yield()  // others test too
            do {
                try wire.service.importState(mutation)
                taken += 1
                current = try wire.service.exportedState()
            } catch let failure as BridgeFailure {
                refused += 1
                #expect(failure.code == AuthServiceReason.unreadableExport.code, "\(failure)")
                #expect(!failure.description.contains("SQL") && !failure.description.contains("constraint"))
                #expect(try wire.service.exportedState() == current)
            }
        }
        // Of both there are many, or nothing was tried.
        #expect(taken > 50 && refused > 500, "\(taken) taken, \(refused) refused")
    }
}
