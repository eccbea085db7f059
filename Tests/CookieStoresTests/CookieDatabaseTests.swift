import BridgePrimitives
import Cookies
import CookieStores
import Databases
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Cookies in a file", .timeLimit(.minutes(5)))
struct CookieDatabaseTests {
    private func cookie(
        _ name: String, _ value: String = "1", domain: String = "app.test", isHostOnly: Bool = true, path: String = "/",
        expiry: Int64? = nil, partitionKey: String? = nil
    ) -> Cookie {
        Cookie(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path,
            creationTime: Instant(millisecondsSinceEpoch: 7), lastAccessTime: Instant(millisecondsSinceEpoch: 8),
            expiry: expiry.map(Instant.init(millisecondsSinceEpoch:)), partitionKey: partitionKey)
    }

    /// One of each kind, and the ends of each column's range.
    private var allKinds: [Cookie] {
        [
            cookie("a"), cookie("A"), cookie(""), cookie("é"), cookie("e\u{301}"),  // other bytes, other cookies
            cookie("a", path: "/x"), cookie("a", domain: "www.app.test"), cookie("a", isHostOnly: false),
            cookie("a", partitionKey: "https://top.test"), cookie("a", partitionKey: ""), cookie("file", domain: ""),
            cookie("nul", path: "/\u{0}a"), cookie("nul", path: "/\u{0}b"), cookie("end", expiry: .max),
            cookie("start", expiry: .min), cookie("large", String(repeating: "x", count: 1 << 20)),
            Cookie(
                name: "full", value: "\u{1F36A}", domain: "app.test", isHostOnly: false, isSecure: true,
                isHTTPOnly: true, sameSite: .strict, creationTime: Instant(millisecondsSinceEpoch: .min),
                lastAccessTime: Instant(millisecondsSinceEpoch: .max), expiry: .epoch, isPartitioned: true,
                partitionKey: "https://top.test", isScriptWritten: true),
        ]
    }

    @Test func whatWasSavedIsThereForTheNextProcess() throws {
        try withFolder { folder in
            let first = try CookieDatabase(path: "\(folder)/c.sqlite")
            try first.save(allKinds, store: "default")
            try first.save([cookie("b")], store: "it's \"other\"")
            #expect(try first.load(store: "default") == allKinds)
            try first.close()

            let second = try CookieDatabase(path: "\(folder)/c.sqlite")
            #expect(try second.load(store: "default") == allKinds)
            #expect(try second.stores() == ["default", "it's \"other\""])
            #expect(try second.load(store: "unknown") == [])
        }
    }

    /// Columns: before and after, by name; a capital is another value of the same cookie.
    @Test(
        "Saving makes the list all that there is, in its order",
        arguments: [
            ("", ""), ("", "abc"), ("abc", ""), ("abc", "abc"), ("abc", "abcd"), ("abc", "bcd"), ("abc", "cba"),
            ("abc", "aBc"), ("abc", "xabc"), ("abc", "axbc"), ("abcdef", "fxBda"), ("abc", "aab"), ("ab", "bxyza"),
        ])
    func saves(before: String, after: String) throws {
        func cookies(_ letters: String) -> [Cookie] {
            letters.map { cookie($0.lowercased(), $0.isUppercase ? "2" : "1") }
        }
        try withFolder { folder in
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            try database.save(cookies(before), store: "s")
            try database.save([cookie("a")], store: "bystander")
            try database.save(cookies(after), store: "s")
            // Of two of one identity the later one counts.
            let expected = after == "aab" ? "ab" : after
            #expect(try database.load(store: "s") == cookies(expected))
            #expect(try database.load(store: "bystander") == [cookie("a")])
        }
    }

    /// Another process holds the file's lock for longer than a caller waits.
    @Test func aFileThatIsBeingWrittenIsInUse() throws {
        try withFolder { folder in
            let path = "\(folder)/c.sqlite"
            let database = try CookieDatabase(path: path, patience: .milliseconds(10))
            let other = try DatabaseQueue(path: path)
            try other.inDatabase { connection in
                try connection.beginTransaction(.immediate)
                let failure = #expect(throws: BridgeFailure.self) { try database.save([cookie("a")], store: "s") }
                #expect(failure?.code.rawValue == "cookie-database/in-use" && failure?.cause.contains(path) == true)
                try connection.rollback()
            }
            try database.save([cookie("a")], store: "s")
            #expect(try database.load(store: "s") == [cookie("a")])
        }
    }

    @Test func rowsThatStayTheSameAreNotWritten() throws {
        try withFolder { folder in
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            let many = (0..<500).map { cookie("c\($0)", String(repeating: "x", count: 1000)) }
            try database.save(many, store: "s")
            let before = try size(of: "\(folder)/c.sqlite-wal")
            try database.save(many + [cookie("new")], store: "s")
            #expect(try size(of: "\(folder)/c.sqlite-wal") - before < 50_000)  // of half a megabyte
        }
    }

    @Test func relaunchLeavesThePersistent() throws {
        try withFolder { folder in
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            let all = [cookie("session"), cookie("kept", expiry: 9), cookie("late")]
            for store in ["one", "two", "three"] { try database.save(all, store: store) }
            #expect(try database.removeNonPersistent(store: "one") == 2)
            #expect(try database.load(store: "one").map(\.name) == ["kept"])
            #expect(try database.load(store: "two") == all)
            #expect(try database.removeNonPersistent(store: "unknown") == 0)
            #expect(try database.removeNonPersistent() == 4)
            #expect(try database.load(store: "three").map(\.name) == ["kept"])
            try database.save(all, store: "three")  // gaps in the positions do not matter
            #expect(try database.load(store: "three") == all)
        }
    }

    @Test func aDeletedStoreIsGoneWithItsCookies() throws {
        try withFolder { folder in
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            try database.save([cookie("a")], store: "one")
            try database.save([cookie("a")], store: "two")
            try database.delete(store: "one")
            try database.delete(store: "unknown")
            #expect(try database.stores() == ["two"])
            #expect(try database.load(store: "one") == [])
            try database.save([], store: "one")
            #expect(try database.load(store: "one") == [])
        }
    }

    @Test func aJarComesBackFromIt() throws {
        try withFolder { folder in
            let now = Instant(secondsSinceEpoch: 1_795_251_600), url = try CookieURL("https://app.test/")
            var jar = CookieJar(profile: .ios18, publicSuffixes: DefaultRuleSuffixes())
            for line in ["a=1; Max-Age=60; Secure; HttpOnly", "b=2; Domain=app.test; SameSite=Lax", "a=3; Max-Age=60"] {
                _ = jar.store(setCookie: line, from: url, now: now)
            }
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            try database.save(jar.all(now: now), store: "default")
            var next = CookieJar(profile: .ios18, publicSuffixes: DefaultRuleSuffixes())
            next.restore(try database.load(store: "default"), now: now)
            #expect(next.all(now: now) == jar.all(now: now))
            let request = RequestContext(url: url)
            #expect(next.requestHeader(for: request, now: now) == jar.requestHeader(for: request, now: now))
        }
    }

    /// What lies on the disk while the database is open is what a killed process leaves.
    @Test func whatACrashLeavesIsWholeTransactions() throws {
        try withFolder { folder in
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            try database.save([cookie("a")], store: "s")
            try database.save([cookie("a"), cookie("b")], store: "s")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: "\(folder)/c.sqlite\(suffix)", toPath: "\(folder)/crashed\(suffix)")
            }
            #expect(try CookieDatabase(path: "\(folder)/crashed").load(store: "s").map(\.name) == ["a", "b"])

            // The last transaction was half written: it did not happen.
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: "\(folder)/c.sqlite\(suffix)", toPath: "\(folder)/torn\(suffix)")
            }
            let log = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/torn-wal"))
            try log.dropLast(100).write(to: URL(fileURLWithPath: "\(folder)/torn-wal"))
            #expect(try CookieDatabase(path: "\(folder)/torn").load(store: "s").map(\.name) == ["a"])
        }
    }

    @Test func onlyTheOwnerReadsIt() throws {
        try withFolder { folder in
            let isMade = FileManager.default.createFile(
                atPath: "\(folder)/c.sqlite", contents: nil, attributes: [.posixPermissions: 0o644])
            #expect(isMade)
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            try database.save([cookie("a")], store: "s")
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
            }
            try database.close()
        }
    }

    private func size(of path: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
    }
}

@Suite("Cookies in a file: what goes wrong is one line with a fix", .timeLimit(.minutes(5)))
struct CookieDatabaseFailureTests {
    private func failure(_ body: () throws -> Void) -> BridgeFailure? {
        do {
            try body()
            return nil
        } catch {
            let failure = error as? BridgeFailure
            #expect(failure?.fix.isEmpty == false)
            #expect(failure?.description.contains("\n") == false)
            return failure
        }
    }

    private let secretCookie = Cookie(
        name: "a", value: "hunter2", domain: "app.test", creationTime: .epoch, lastAccessTime: .epoch)

    @Test func aFileThatIsNoDatabaseStaysAsItIs() throws {
        try withFolder { folder in
            let text = String(repeating: "# Netscape HTTP Cookie File\n", count: 100)
            try text.write(toFile: "\(folder)/cookies.txt", atomically: true, encoding: .utf8)
            let failure = failure { _ = try CookieDatabase(path: "\(folder)/cookies.txt") }
            #expect(failure?.code.rawValue == "cookie-database/not-a-database")
            #expect(failure?.cause.contains("cookies.txt") == true)
            #expect(try String(contentsOfFile: "\(folder)/cookies.txt", encoding: .utf8) == text)
        }
    }

    /// Columns: how the other application keeps its log, its mark, and whether it is at work.
    @Test(arguments: [("DELETE", 0, false), ("WAL", 0, false), ("WAL", 0, true), ("DELETE", 0x4242, false)])
    func anotherApplicationsDatabaseIsLeftAlone(journal: String, mark: Int, isOpen: Bool) throws {
        try withFolder { folder in
            let path = "\(folder)/other.sqlite"
            let other = try DatabaseQueue(path: path)
            try other.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA journal_mode = \(journal); PRAGMA application_id = \(mark)")
                try database.execute(sql: "CREATE TABLE cookie (a); PRAGMA user_version = 3")
            }
            if !isOpen { try other.close() }
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            let before = try state(of: folder)
            let failure = failure { _ = try CookieDatabase(path: path) }
            #expect(failure?.code.rawValue == "cookie-database/not-a-database")
            #expect(try state(of: folder) == before)
        }
    }

    /// Content and mode of each file of a folder.
    private func state(of folder: String) throws -> [String: [AnyHashable?]] {
        var state: [String: [AnyHashable?]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            state[name] = [
                FileManager.default.contents(atPath: "\(folder)/\(name)"), attributes[.posixPermissions] as? Int,
            ]
        }
        return state
    }

    /// Killed in its first moment, it has left its mark in the log only.
    @Test func aFileWhoseMarkIsInTheLogIsOurs() throws {
        try withFolder { folder in
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: "\(folder)/c.sqlite\(suffix)", toPath: "\(folder)/killed\(suffix)")
            }
            try database.close()
            #expect(try CookieDatabase(path: "\(folder)/killed").stores() == [])
        }
    }

    @Test func aNewerSchemaIsNotTouched() throws {
        try withFolder { folder in
            let path = "\(folder)/c.sqlite"
            try CookieDatabase(path: path).close()
            let later = try DatabaseQueue(path: path)
            try later.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2: something later')") }
            try later.close()
            #expect(failure { _ = try CookieDatabase(path: path) }?.code.rawValue == "cookie-database/newer-schema")
        }
    }

    @Test func aFullDiskLosesOnlyTheSaveThatDoesNotFit() throws {
        try withFolder { folder in
            let database = try CookieDatabase(path: "\(folder)/c.sqlite", sizeLimit: 100_000)
            try database.save([secretCookie], store: "s")
            let many = (0..<1000).map {
                Cookie(
                    name: "c\($0)", value: String(repeating: "hunter2", count: 100), domain: "app.test",
                    creationTime: .epoch, lastAccessTime: .epoch)
            }
            let failure = failure { try database.save(many, store: "s") }
            #expect(failure?.code.rawValue == "cookie-database/disk-full")
            #expect(failure?.description.contains("hunter2") == false)
            #expect(try database.load(store: "s") == [secretCookie])
            try database.save([], store: "s")  // still usable
        }
    }

    @Test(arguments: ["/nonexistent/folder/c.sqlite", "/proc/c.sqlite", "", "a\u{0}b", "/"])
    func aPathThatCannotBeWritten(path: String) {
        #expect(failure { _ = try CookieDatabase(path: path) }?.code.rawValue == "cookie-database/not-writable")
    }

    /// The superuser may write everywhere, so there is nothing to see as one.
    @Test(.enabled(if: getuid() != 0))
    func aReadOnlyFolder() throws {
        try withFolder { folder in
            try CookieDatabase(path: "\(folder)/c.sqlite").close()
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
            for name in ["new.sqlite", "c.sqlite"] {
                #expect(
                    failure { try CookieDatabase(path: "\(folder)/\(name)").save([], store: "s") }?.code.rawValue
                        == "cookie-database/not-writable")
            }
        }
    }

    @Test func aRowThatIsNoCookieIsAFailureAndNoCrash() throws {
        try withFolder { folder in
            let path = "\(folder)/c.sqlite"
            let database = try CookieDatabase(path: path)
            try database.save([secretCookie], store: "s")
            try database.close()
            let other = try DatabaseQueue(path: path)
            try other.write { try $0.execute(sql: "UPDATE cookie SET name = x'C328'") }  // not UTF-8
            try other.close()
            let failure = failure { _ = try CookieDatabase(path: path).load(store: "s") }
            #expect(failure?.code.rawValue == "cookie-database/damaged")
        }
    }

    @Test(arguments: [
        "UPDATE cookie SET sameSite = 'sometimes'", "UPDATE cookie SET isSecure = 2", "UPDATE cookie SET value = NULL",
        "UPDATE cookie SET position = -1", "UPDATE cookie SET name = 'text'", "UPDATE cookie SET store = 99",
        "INSERT INTO store (name) VALUES ('')", "INSERT INTO store (name) VALUES ('s')",
        "INSERT INTO cookie SELECT store, position + 1, name, 'x', domain, isHostOnly, path, isSecure, isHTTPOnly, "
            + "sameSite, creation, lastAccess, expiry, isPartitioned, partitionKey, isScriptWritten FROM cookie",
    ])
    func theSchemaHoldsTheRules(sql: String) throws {
        try withFolder { folder in
            let path = "\(folder)/c.sqlite"
            let database = try CookieDatabase(path: path)
            try database.save([secretCookie], store: "s")
            try database.close()
            let other = try DatabaseQueue(path: path)
            #expect(throws: DatabaseError.self) { try other.write { try $0.execute(sql: sql) } }
        }
    }

    @Test func afterClosingEverythingFails() throws {
        try withFolder { folder in
            let database = try CookieDatabase(path: "\(folder)/c.sqlite")
            try database.close()
            #expect(failure { _ = try database.load(store: "s") } != nil)
            #expect(failure { try database.save([], store: "s") } != nil)
        }
    }
}
