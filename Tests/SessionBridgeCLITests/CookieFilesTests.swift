import BridgePrimitives
import Cookies
import CookieStores
import Files
import Foundation
import Listening
import Testing
import TestSupport

@testable import SessionBridgeCLI

@Suite("Files of cookies", .timeLimit(.minutes(5)))
struct CookieFilesTests {
    private static let now = Instant(secondsSinceEpoch: 1_795_251_600)

    private func jar(_ lines: String...) throws -> CookieProtocol {
        var jar = CookieProtocol(profile: .rfc6265bis) { SystemTime.now }
        _ = try jar.answer(to: #"{"op":"now","epoch":1795251600}"#)
        for line in lines {
            _ = try jar.answer(to: #"{"op":"set","url":"https://app.example.com/","header":"\#(line)"}"#)
        }
        return jar
    }

    @Test(arguments: ["cookies.txt", "state.json"])
    func aJarComesBackAsItWasFromEitherFormat(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + name
        let before = try jar("a=1; Max-Age=60; SameSite=Lax", "b=2; HttpOnly; Secure; Domain=example.com", "=nameless")
        try CookieFiles.write(before.file, to: path)

        var after = try jar()
        let file = try CookieFiles.read(path, now: Self.now)
        #expect(file.problems.isEmpty)
        after.load(file)
        #expect(after.file.cookies == before.file.cookies)
        #expect(after.file.cookies.map(\.name) == ["a", "b", ""])
    }

    @Test func onlyTheOwnerReadsThem() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/cookies.txt"
        for _ in 0..<2 { try CookieFiles.write(jar("a=1").file, to: path) }  // the second replaces the first
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cookies.txt"])
    }

    @Test func aBadLineIsToldWithItsPlaceAndCostsNoOtherCookie() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/cookies.txt"
        try OutputFile.write("x.test\tFALSE\t/\tFALSE\t0\tn\tv\nno tabs here\n", to: path)
        let file = try CookieFiles.read(path, now: Self.now)
        #expect(file.cookies.map(\.name) == ["n"])
        #expect(CookieFiles.complaints(file, path: "c.txt").first?.hasPrefix("c.txt:2:1: error[cookie-file/") == true)
    }

    @Test func filesThatAreNoneFailWithAFix() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/x"
        try OutputFile.write("neither", to: path)
        for (path, code) in [(path, "cookie-file/unknown-format"), ("/nowhere", "cookie-file/unreadable")] {
            let failure = #expect(throws: BridgeFailure.self) { try CookieFiles.read(path, now: Self.now) }
            #expect(failure?.code.rawValue == code)
            #expect(failure?.fix.isEmpty == false)
        }
        let failure = #expect(throws: BridgeFailure.self) { try CookieFiles.write(CookieFile(), to: "/nowhere/c.txt") }
        #expect(failure?.code.rawValue == "output/not-writable")
        #expect(failure?.cause == "/nowhere/c.txt cannot be written: No such file or directory")
    }
}
