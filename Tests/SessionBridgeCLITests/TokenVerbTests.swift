import Foundation
import Testing

@Suite("Tokens from the command line", .timeLimit(.minutes(5)), .serialized)
struct TokenVerbTests {
    private static func mint(_ options: [String] = []) throws -> String {
        let run = try Tool(["token", "mint", "--uid", "u1", "--state", Tool.state] + options)
        #expect(run.exitCode == 0, "\(run.errors)")
        return run.output.trimmingCharacters(in: .newlines)
    }

    @Test(arguments: ["custom-token", "id-token", "session-cookie"])
    func whatIsMintedIsVerified(kind: String) throws {
        let token = try Self.mint(["--kind", kind])
        #expect(token.split(separator: ".").count == 3)
        let run = try Tool(["token", "verify", token, "--state", Tool.state])
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("✓ signature"))
        let late = try Tool(["token", "verify", token, "--state", Tool.state, "--at", "+15d"])
        #expect(late.exitCode == 1)
        #expect(late.output.contains("✗ expiry"))
        #expect(late.output.contains("token/expired"))
    }

    @Test func aTokenOfAnotherProjectIsVerifiedWithThatProjectsKeys() throws {
        let minted = try Tool(["token", "mint", "--uid", "u1", "--project", "shop-dev", "--kind", "id-token"])
        let run = try Tool(["token", "verify", "-"], input: minted.output)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("project shop-dev, as the token says"))
        let other = try Tool(["token", "verify", "-", "--project", "shop-2"], input: minted.output)
        #expect(other.exitCode == 64 && other.errors.contains("token/no-keys"))
    }

    @Test func aTokenIsToldWithoutItsText() throws {
        let token = try Self.mint(["--claims", #"{"role":"admin"}"#])
        for options in [[], ["--json"]] {
            let run = try Tool(["token", "decode", "Set-Cookie: customtoken=\(token); Path=/"] + options)
            #expect(run.exitCode == 0)
            #expect(run.output.contains("admin"))
            #expect(run.output.contains("verifyIdToken() expects an ID token, but was given a custom token."))
            #expect(!run.output.contains(token.prefix(30)))
        }
        #expect(try Tool(["token", "decode", token, "--show-secrets"]).output.contains(token))
    }

    @Test(
        arguments: [
            (["decode", ""], 65, "token/no-token"), (["decode", "hello"], 65, "token/no-token"),
            (["decode", "e30.e3.x"], 65, "token/no-token"),
            (["decode", "e30.e30.", "--at", "soon"], 64, "usage/bad-time"),
            (["decode", "e30.e30.", "--project", "A"], 64, "usage/bad-project"),
            (["verify", "e30.e30.", "--state", "/nowhere"], 64, "token/no-keys"),
            (["verify", "e30.e30.", "--certificates", "/dev/null"], 65, "token/unreadable-certificates"),
            (["verify", "e30.e30.", "--certificates", "http://127.0.0.1:1/"], 69, "token/certificates-not-fetched"),
            (["verify", "e30.e30.", "--skew", "61s"], 64, "usage/bad-duration"),
            (["mint", "--uid", "", "--unsigned"], 64, "token/cannot-mint"),
            (["mint", "--uid", "u", "--claims", "[]"], 64, "usage/bad-claims"),
            (["mint", "--uid", "u", "--claims", #"{"iss":1}"#], 64, "token/cannot-mint"),
            (["mint", "--uid", "u", "--lifetime", "61m"], 64, "usage/bad-duration"),
            (["mint", "--uid", "u", "--email", "a@b.c"], 64, "usage/unfitting-option"),
            (["mint", "--uid", "u", "--service-account", "/dev/null"], 65, "token/unreadable-service-account"),
        ] as [([String], Int32, String)])
    func wrongInputIsOneLineWithAFix(arguments: [String], exitCode: Int32, code: String) throws {
        let run = try Tool(["token"] + arguments)
        #expect(run.exitCode == exitCode)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("session-bridge: error[\(code)]: "), "\(run.errors)")
        #expect(run.errors.count { $0 == "\n" } == 1)
    }
}
