import BridgePrimitives
import Foundation
import Listening
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The permission bits of a file; nil when there is none.
func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

@Suite("State directories", .timeLimit(.minutes(5)))
struct StateDirectoryTests {
    @Test func areMadeWithTheirParents() async throws {
        try await withEphemeralStateDirectory { base in
            let path = base.file("one") + "/two/three"
            _ = try StateDirectory(path)
            #expect(permissions(of: path) == 0o700)
            _ = try StateDirectory(path + "/")  // there already, and with a slash
        }
    }

    @Test(arguments: ["", "a\0b", "/dev/null", "/dev/null/state", "/proc/session-bridge"])
    func notWritable(path: String) {
        let failure = #expect(throws: BridgeFailure.self) { try StateDirectory(path) }
        #expect(failure?.code.rawValue == "state/not-writable")
        #expect(failure?.kind == .unavailable)
        #expect(failure?.fix.hasSuffix("serve and exec also take --ephemeral") == true)
    }

    @Test func filesAreReplacedAsAWhole() async throws {
        try await withEphemeralStateDirectory { directory in
            #expect(try directory.read("key") == nil)
            try directory.write([1, 2, 3], to: "key", isPrivate: true)
            try directory.write([4], to: "key", isPrivate: true)
            #expect(try directory.read("key") == [4])
            #expect(permissions(of: directory.file("key")) == 0o600)
            #expect(try names(in: directory.path) == ["key"])  // no draft is left
            try directory.write([], to: "key", isPrivate: false)
            #expect(try directory.read("key") == [])
            #expect(permissions(of: directory.file("key")) == 0o644)
        }
    }

    /// Copied there, or made by hand: secrets are nobody else's from now on.
    @Test func whatOthersCouldReadTheyNoLongerCan() async throws {
        try await withEphemeralStateDirectory { base in
            let directory = try StateDirectory(base.file("state"))
            let secrets = [
                "auth-keys.json", "accounts.sqlite", "accounts.sqlite-wal", "accounts.sqlite-shm", "ca-key.pem",
            ]
            for name in secrets + ["ca.pem"] {
                try directory.write([1], to: name, isPrivate: false)
                chmod(directory.file(name), 0o666)
            }
            chmod(directory.path, 0o755)
            _ = try StateDirectory(directory.path)
            for name in secrets { #expect(permissions(of: directory.file(name)) == 0o600, "\(name)") }
            #expect(permissions(of: directory.file("ca.pem")) == 0o666)
            #expect(permissions(of: directory.path) == 0o700)
        }
    }

    /// `--state /tmp` must not close it for everybody else.
    @Test func aFolderThatOthersUseStaysOpen() async throws {
        try await withEphemeralStateDirectory { base in
            let directory = try StateDirectory(base.file("shared"))
            try directory.write([1], to: "somebody's", isPrivate: false)
            try directory.write([1], to: "auth-keys.json", isPrivate: false)
            chmod(directory.path, 0o755)
            _ = try StateDirectory(directory.path)
            #expect(permissions(of: directory.path) == 0o755)
            #expect(permissions(of: directory.file("somebody's")) == 0o644)
            #expect(permissions(of: directory.file("auth-keys.json")) == 0o600)
        }
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func unreadableFiles() async throws {
        try await withEphemeralStateDirectory { directory in
            mkdir(directory.file("folder"), 0o700)
            let folder = #expect(throws: BridgeFailure.self) { try directory.read("folder") }
            #expect(folder?.code.rawValue == "state/unreadable")
            let limit = 4 << 20
            try directory.write(Array(repeating: 0, count: limit), to: "large", isPrivate: false)
            #expect(try directory.read("large")?.count == limit)
            try directory.write(Array(repeating: 0, count: limit + 1), to: "large", isPrivate: false)
            #expect(throws: BridgeFailure.self) { try directory.read("large") }
        }
    }

    @Test func oneUserAtATime() async throws {
        try await withEphemeralStateDirectory { directory in
            try await directory.withExclusiveUse {
                let failure = await #expect(throws: BridgeFailure.self) {
                    try await directory.withExclusiveUse {}
                }
                #expect(failure?.code.rawValue == "state/in-use")
                #expect(failure?.cause == "\(directory.path) is used by process \(getpid())")
            }
            try await directory.withExclusiveUse {}  // free again
            struct Stop: Error {}
            await #expect(throws: Stop.self) { try await directory.withExclusiveUse { throw Stop() } }
            try await directory.withExclusiveUse {}
        }
    }

    @Test func locksAreReleasedWhenTheBodyThrows() async throws {
        try await withEphemeralStateDirectory { directory in
            let failure = BridgeFailure(ListeningReason.nameNotLocal, cause: "stop")
            #expect(throws: failure) {
                try directory.withLock(named: "l") { () throws(BridgeFailure) -> Int in throw failure }
            }
            let value = try directory.withLock(named: "l") { 7 }
            #expect(value == 7)
        }
    }

    @Test func ephemeralOnesAreRemovedHoweverTheBodyEnds() async throws {
        struct Stop: Error {}
        var path = ""
        await #expect(throws: Stop.self) {
            try await withEphemeralStateDirectory { directory in
                path = directory.path
                _ = try StateDirectory(directory.file("deep") + "/er")
                #expect(permissions(of: path) == 0o700)
                throw Stop()
            }
        }
        #expect(permissions(of: path) == nil)
    }
}
