import AppFrameworks
import BridgeTrace
import SimulatedDevice
import Testing

@Suite("SecItem, as apps call it", .timeLimit(.minutes(5)))
struct SecItemTests {
    private func password(_ account: String, _ further: [String: Any] = [:]) -> [String: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: account]
            .merging(further) { _, new in new }
    }

    private func all(_ further: [String: Any]) -> [String: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "s"].merging(further) { _, new in new }
    }

    @Test func anAppsOwnClassWorksAsItStands() async throws {
        let app = try TestApp.install()
        let store = KeychainStore(service: "com.example.token")
        try await app.launch(.user).run {
            #expect(try store.load(account: "taro") == nil)
            try store.save(Data("one".utf8), account: "taro")
            try store.save(Data("two".utf8), account: "taro")
            #expect(try store.load(account: "taro") == Data("two".utf8))
        }
        app.device.reboot()
        try await app.launch(.prewarm).run {
            #expect(throws: KeychainStore.Failure.status(errSecInteractionNotAllowed)) {
                try store.load(account: "taro")
            }
        }
        app.device.unlock()
        let other = try app.device.reinstall("com.example.shop")
        try await other.launch(.user).run {
            #expect(try store.load(account: "taro") == Data("two".utf8))  // the keychain outlives the app
            try store.delete(account: "taro")
            try store.delete(account: "taro")
            #expect(try store.load(account: "taro") == nil)
        }
    }

    @Test func resultsHaveTheTypesThatIOSGives() async throws {
        try await TestApp.run {
            for account in ["a", "b"] {
                let item = password(account, [kSecValueData: Data(account.utf8), kSecAttrLabel: "label"])
                #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            }
            func find(_ further: [String: Any]) -> CFTypeRef? {
                var item: AnyObject?  // as many write it
                #expect(SecItemCopyMatching(all(further) as CFDictionary, &item) == errSecSuccess)
                return item
            }
            #expect(find([kSecReturnData: true]) as? Data == Data("a".utf8))
            #expect(find([kSecReturnData: kCFBooleanTrue as Any]) as? Data == Data("a".utf8))
            #expect(find([kSecReturnData: kCFBooleanTrue!, kSecMatchLimit: 1]) as? Data == Data("a".utf8))
            let everything = find([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]) as? [Data]
            #expect(everything == [Data("a".utf8), Data("b".utf8)])
            #expect((find([kSecReturnData: true, kSecMatchLimit: 2]) as? [Data])?.count == 2)
            #expect(find([:]) == nil && find([kSecReturnData: false]) == nil)

            let attributes = try #require(find([kSecReturnAttributes: true]) as? [String: Any])
            #expect(attributes[kSecAttrAccount] as? String == "a" && attributes[kSecAttrLabel] as? String == "label")
            #expect(attributes[kSecAttrAccessGroup] as? String == "TEAM123456.com.example.shop")
            #expect(attributes[kSecAttrAccessible] as? String == kSecAttrAccessibleWhenUnlocked)  // the default
            #expect(attributes[kSecAttrSynchronizable] as? Bool == false && attributes[kSecValueData] == nil)
            #expect(
                attributes[kSecAttrCreationDate] as? Date == Date(timeIntervalSince1970: 1_795_251_600))
            let both = find([kSecReturnAttributes: true, kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll])
            #expect((both as? [[String: Any]])?.compactMap { $0[kSecValueData] as? Data } == everything)
        }
    }

    @Test func addGivesBackWhatItAdded() async throws {
        try await TestApp.run {
            var item: CFTypeRef?
            let query = password("a", [kSecValueData: Data([7]), kSecReturnData: true])
            #expect(SecItemAdd(query as CFDictionary, &item) == errSecSuccess && item as? Data == Data([7]))
            item = nil
            #expect(SecItemAdd(query as CFDictionary, &item) == errSecDuplicateItem && item == nil)
            #expect(SecItemAdd(query as CFDictionary, nil) == errSecDuplicateItem)
        }
    }

    @Test func internetPasswordsAreTheirOwn() async throws {
        try await TestApp.run {
            let site: [String: Any] = [
                kSecClass: kSecClassInternetPassword, kSecAttrServer: "app.test", kSecAttrAccount: "a",
                kSecAttrPort: 443, kSecAttrProtocol: kSecAttrProtocolHTTPS,
            ]
            let add = site.merging([kSecValueData: Data([1])]) { _, new in new }
            #expect(SecItemAdd(add as CFDictionary, nil) == errSecSuccess)
            let otherPort = add.merging([kSecAttrPort: 8443]) { _, new in new }
            #expect(SecItemAdd(otherPort as CFDictionary, nil) == errSecSuccess)  // the port tells them apart
            var item: CFTypeRef?
            let query = site.merging([kSecReturnAttributes: true]) { _, new in new }
            #expect(SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess)
            #expect((item as? [String: Any])?[kSecAttrPort] as? Int == 443)
            #expect(SecItemCopyMatching(password("a") as CFDictionary, nil) == errSecItemNotFound)
        }
    }

    /// Dictionaries that mean nothing, and what each function says to them.
    @Test(arguments: [
        // no class
        (Refused([kSecAttrAccount: "a"]), errSecParam, errSecParam, errSecParam),
        (Refused([:]), errSecParam, errSecParam, errSecParam),
        // a class of other things
        (Refused([kSecClass: "cert"]), errSecParam, errSecParam, errSecParam),
        (Refused([kSecClass: 1]), errSecParam, errSecParam, errSecParam),
        // attributes of the other class, and of none
        (Refused([kSecAttrServer: "x"], on: "genp"), errSecNoSuchAttr, errSecNoSuchAttr, errSecNoSuchAttr),
        (Refused([kSecAttrService: "x"], on: "inet"), errSecNoSuchAttr, errSecNoSuchAttr, errSecNoSuchAttr),
        (Refused(["nonsense": "x"], on: "genp"), errSecNoSuchAttr, errSecNoSuchAttr, errSecNoSuchAttr),
        // values of wrong types
        (Refused([kSecValueData: "text"], on: "genp"), errSecParam, errSecParam, errSecParam),
        (Refused([kSecAttrAccessible: "always"], on: "genp"), errSecParam, errSecParam, errSecParam),
        (Refused([kSecMatchLimit: 0], on: "genp"), errSecParam, errSecParam, errSecParam),
        (Refused([kSecReturnData: "yes"], on: "genp"), errSecParam, errSecParam, errSecParam),
        // another team's group
        (
            Refused([kSecAttrAccessGroup: "OTHER.x"], on: "genp"), errSecMissingEntitlement, errSecMissingEntitlement,
            errSecMissingEntitlement
        ),
        // limits and results belong to look-ups only
        (Refused([kSecMatchLimit: kSecMatchLimitOne], on: "genp"), errSecParam, errSecItemNotFound, errSecParam),
        (Refused([kSecReturnData: true], on: "genp"), errSecSuccess, errSecItemNotFound, errSecParam),
        // carried to other devices, and staying on this one
        (
            Refused([kSecAttrSynchronizable: true, kSecAttrAccessible: "cku"], on: "genp"), errSecParam,
            errSecItemNotFound, errSecItemNotFound
        ),
        (
            Refused([kSecAttrSynchronizable: kSecAttrSynchronizableAny], on: "genp"), errSecParam, errSecItemNotFound,
            errSecItemNotFound
        ),
    ])
    func refusals(query: Refused, add: OSStatus, copy: OSStatus, delete: OSStatus) async throws {
        try await TestApp.run { #expect(SecItemAdd(query.dictionary as CFDictionary, nil) == add) }
        let app = try TestApp.install()
        try await app.launch(.user).run {
            #expect(SecItemCopyMatching(query.dictionary as CFDictionary, nil) == copy)
            #expect(SecItemDelete(query.dictionary as CFDictionary) == delete)
            #expect(SecItemUpdate(query.dictionary as CFDictionary, [:]) == delete)
        }
        // Each question is in the trace, also one that never reached the keychain.
        let traced = app.device.trace.events.compactMap { event -> OSStatus? in
            if case .keychain(let event) = event.kind { event.status } else { nil }
        }
        #expect(traced == [copy, delete, delete])
    }

    /// A dictionary as a row of a table; dictionaries of `Any` are not sendable.
    struct Refused: Sendable, CustomStringConvertible {
        private let pairs: [(String, any Sendable)]

        init(_ pairs: KeyValuePairs<String, any Sendable>, on itemClass: String? = nil) {
            self.pairs = pairs.map { ($0, $1) } + (itemClass.map { [(kSecClass, $0)] } ?? [])
        }

        var dictionary: [String: Any] {
            Dictionary(pairs.map { ($0.0, $0.1 as Any) }) { _, later in later }
        }
        var description: String { pairs.map { "\($0.0)=\($0.1)" }.joined(separator: " ") }
    }

    @Test func anUpdateMovesNoClass() async throws {
        try await TestApp.run {
            #expect(SecItemAdd(password("a", [kSecValueData: Data([1])]) as CFDictionary, nil) == errSecSuccess)
            let update = [kSecClass: kSecClassInternetPassword] as CFDictionary
            #expect(SecItemUpdate(password("a") as CFDictionary, update) == errSecParam)
            #expect(
                SecItemUpdate(password("a") as CFDictionary, [kSecAttrAccount: "b"] as CFDictionary) == errSecSuccess)
            #expect(SecItemCopyMatching(password("b") as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemCopyMatching(password("a") as CFDictionary, nil) == errSecItemNotFound)
        }
    }

    @Test func statusesHaveASentence() {
        #expect(SecCopyErrorMessageString(errSecSuccess, nil) == "No error.")
        #expect(SecCopyErrorMessageString(errSecItemNotFound, nil)?.isEmpty == false)
        #expect(SecCopyErrorMessageString(12345, nil) == nil)
    }

    @Test func outsideOfAnAppIsAProgrammersError() async {
        await #expect(processExitsWith: .failure) { SecItemDelete([:]) }
        await #expect(processExitsWith: .failure) { _ = AppFrameworks.UserDefaults.standard }
    }
}
