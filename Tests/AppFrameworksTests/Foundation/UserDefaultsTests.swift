import AppFrameworks
import SimulatedDevice
import Testing

@Suite("UserDefaults, as apps call it", .timeLimit(.minutes(5)))
struct UserDefaultsTests {
    @Test func valuesComeBackAsTheyWere() async throws {
        try await TestApp.run {
            let defaults = UserDefaults.standard
            defaults.set("text", forKey: "string")
            defaults.set(7, forKey: "integer")
            defaults.set(true, forKey: "bool")
            defaults.set(1.5, forKey: "double")
            defaults.set(Float(0.5), forKey: "float")
            defaults.set(Data([0, 255]), forKey: "data")
            defaults.set(Date(timeIntervalSince1970: 0.25), forKey: "date")
            defaults.set(["a", "b"], forKey: "strings")
            defaults.set(["n": 1, "list": [true, "x"]] as [String: Any], forKey: "dictionary")
            #expect(defaults.string(forKey: "string") == "text" && defaults.integer(forKey: "integer") == 7)
            #expect(defaults.bool(forKey: "bool") && defaults.double(forKey: "double") == 1.5)
            #expect(defaults.float(forKey: "float") == 0.5 && defaults.data(forKey: "data") == Data([0, 255]))
            #expect(defaults.object(forKey: "date") as? Date == Date(timeIntervalSince1970: 0.25))
            #expect(defaults.stringArray(forKey: "strings") == ["a", "b"])
            #expect(defaults.array(forKey: "strings")?.count == 2)
            let dictionary = try #require(defaults.dictionary(forKey: "dictionary"))
            #expect(dictionary["n"] as? Int == 1 && (dictionary["list"] as? [Any])?.count == 2)
            #expect(defaults.dictionaryRepresentation().count == 9)
            defaults.removeObject(forKey: "string")
            defaults.set(nil, forKey: "data")
            #expect(defaults.object(forKey: "string") == nil && defaults.data(forKey: "data") == nil)
        }
    }

    @Test func missingValuesAreZeroAndNo() async throws {
        try await TestApp.run {
            let defaults = UserDefaults.standard
            #expect(defaults.integer(forKey: "x") == 0 && defaults.double(forKey: "x") == 0)
            #expect(!defaults.bool(forKey: "x") && defaults.string(forKey: "x") == nil)
            #expect(defaults.stringArray(forKey: "x") == nil && defaults.object(forKey: "x") == nil)
            defaults.set(["a", 1] as [Any], forKey: "mixed")
            #expect(defaults.stringArray(forKey: "mixed") == nil && defaults.integer(forKey: "mixed") == 0)
        }
    }

    /// Columns: a text, and what it is as a number and as yes or no (NSString.integerValue, boolValue).
    @Test(
        arguments: [
            ("", 0, false), ("7", 7, true), (" -7x", -7, true), ("+0", 0, false), ("00", 0, false), ("YES", 0, true),
            ("true", 0, true), ("no", 0, false), ("x1", 0, false), ("9223372036854775807", .max, true),
            ("9223372036854775808", .max, true), ("-9223372036854775808", .min, true),
            ("-99999999999999999999", .min, true),
            ("\u{0}1", 0, false), ("é", 0, false),
        ] as [(String, Int, Bool)])
    func textsReadAsNumbers(text: String, number: Int, isYes: Bool) async throws {
        try await TestApp.run {
            let defaults = UserDefaults.standard
            defaults.set(text, forKey: "k")
            #expect(defaults.integer(forKey: "k") == number && defaults.bool(forKey: "k") == isYes)
        }
    }

    /// Columns: a number, and what it is as an integer and as text.
    @Test(
        arguments: [
            (0, 0, "0"), (1.9, 1, "1.9"), (-1.9, -1, "-1.9"), (1e300, .max, "1e+300"), (-1e300, .min, "-1e+300"),
            (.nan, 0, "nan"), (.infinity, .max, "inf"), (3, 3, "3"),
        ] as [(Double, Int, String)])
    func numbersReadAsIntegersAndTexts(number: Double, integer: Int, text: String) async throws {
        try await TestApp.run {
            let defaults = UserDefaults.standard
            defaults.set(number, forKey: "k")
            #expect(defaults.integer(forKey: "k") == integer && defaults.string(forKey: "k") == text)
            #expect(defaults.bool(forKey: "k") == (number != 0))
        }
    }

    @Test func registeredValuesStandInForThisProcess() async throws {
        let app = try TestApp.install()
        try await app.launch(.user).run {
            let defaults = UserDefaults.standard
            defaults.register(defaults: ["tries": 3])
            #expect(UserDefaults.standard.integer(forKey: "tries") == 3)
            #expect(defaults.dictionaryRepresentation()["tries"] as? Int == 3)
            defaults.set(1, forKey: "tries")
            #expect(defaults.integer(forKey: "tries") == 1)
            defaults.removeObject(forKey: "tries")
            #expect(defaults.integer(forKey: "tries") == 3)
        }
        app.process?.end()
        try await app.launch(.user).run { #expect(UserDefaults.standard.integer(forKey: "tries") == 0) }
    }

    @Test func domainsByName() async throws {
        let name = "com.google.Firebase.Auth.firebase_auth_1:1:ios:1"
        try await TestApp.run {
            let suite = try #require(UserDefaults(suiteName: name))
            suite.set("group", forKey: "k")
            #expect(UserDefaults.standard.string(forKey: "k") == nil)
            #expect(UserDefaults.standard.persistentDomain(forName: name)?["k"] as? String == "group")
            UserDefaults.standard.setPersistentDomain(["k": "other"], forName: name)
            #expect(suite.string(forKey: "k") == "other")
            UserDefaults.standard.removePersistentDomain(forName: name)
            #expect(suite.string(forKey: "k") == nil)
            #expect(UserDefaults.standard.persistentDomain(forName: name) == nil)
            #expect(UserDefaults(suiteName: "com.example.shop") == nil && UserDefaults(suiteName: "") == nil)
            #expect(UserDefaults(suiteName: UserDefaults.globalDomain) == nil)
            UserDefaults(suiteName: nil)?.set(1, forKey: "own")
            #expect(UserDefaults.standard.integer(forKey: "own") == 1)
        }
    }

    @Test func surviveTheProcessAndATransferButNotTheApp() async throws {
        let app = try TestApp.install()
        try await app.launch(.user).run { UserDefaults.standard.set("taro", forKey: "user") }
        try app.device.transfer("com.example.shop", toTeam: "NEWTEAM789")
        try await app.launch(.user).run { #expect(UserDefaults.standard.string(forKey: "user") == "taro") }
        let other = try app.device.reinstall("com.example.shop")
        try await other.launch(.user).run { #expect(UserDefaults.standard.string(forKey: "user") == nil) }
    }

    @Test func whatNoPropertyListHoldsIsAProgrammersError() async {
        await #expect(processExitsWith: .failure) {
            try await TestApp.run { UserDefaults.standard.set(UUID(), forKey: "k") }
        }
        await #expect(processExitsWith: .failure) {
            try await TestApp.run { UserDefaults.standard.set(UInt64.max, forKey: "k") }
        }
    }
}
