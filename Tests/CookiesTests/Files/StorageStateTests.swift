import BridgePrimitives
import Cookies
import Testing

@Suite("Playwright's storage state", .timeLimit(.minutes(5)))
struct StorageStateTests {
    private func read(_ text: String) -> CookieFile { StorageState.read(Array(text.utf8), now: now) }

    /// The form of a file that Playwright writes.
    private static let written = """
        {
          "cookies": [
            {
              "name": "session",
              "value": "a=b",
              "domain": ".app.test",
              "path": "/x",
              "expires": 1800000000.5,
              "httpOnly": true,
              "secure": true,
              "sameSite": "Lax"
            },
            {"name": "bare", "value": "", "domain": "app.test", "path": "/", "expires": -1,
             "httpOnly": false, "secure": false, "sameSite": "None", "partitionKey": "https://top.test"}
          ],
          "origins": [
            {"origin": "https://app.test", "localStorage": [{"name": "k", "value": "v"}], "indexedDB": []}
          ]
        }
        """

    @Test func readsAFileOfPlaywrights() {
        let file = read(Self.written)
        #expect(file.problems == [])
        #expect(
            file.cookies == [
                Cookie(
                    name: "session", value: "a=b", domain: "app.test", isHostOnly: false, path: "/x", isSecure: true,
                    isHTTPOnly: true, sameSite: .lax, creationTime: now, lastAccessTime: now,
                    expiry: Instant(millisecondsSinceEpoch: 1_800_000_000_500)),
                Cookie(
                    name: "bare", value: "", domain: "app.test", sameSite: .none, creationTime: now,
                    lastAccessTime: now, isPartitioned: true, partitionKey: "https://top.test"),
            ])
        #expect(
            JSONValue.array(file.origins).text()
                == #"[{"origin":"https://app.test","localStorage":[{"name":"k","value":"v"}],"indexedDB":[]}]"#)
    }

    @Test func originsAreKeptUntouched() throws {
        let file = read(Self.written)
        #expect(read(StorageState.text(of: file)) == file)
    }

    @Test func writesWhatPlaywrightReads() {
        #expect(
            StorageState.text(of: CookieFile(cookies: [awkwardCookies[1]])) == """
                {
                  "cookies": [
                    {
                      "name": "full",
                      "value": "a=b; c",
                      "domain": ".app.test",
                      "path": "/x",
                      "expires": 1795251660,
                      "httpOnly": true,
                      "secure": true,
                      "sameSite": "Strict",
                      "partitionKey": "https://top.test",
                      "sessionBridge": {
                        "creation": 1795251591000,
                        "lastAccess": 1795251599000,
                        "partitioned": true,
                        "scriptWritten": true
                      }
                    }
                  ],
                  "origins": []
                }

                """)
    }

    @Test func nothingIsLostInARoundTrip() {
        let file = read(StorageState.text(of: CookieFile(cookies: awkwardCookies)))
        #expect(file.problems == [])
        #expect(file.cookies == awkwardCookies)
        #expect(read(StorageState.text(of: CookieFile())) == CookieFile())
    }

    @Test func aBareListIsReadToo() {
        let file = read(#"[{"name":"a","value":"1","domain":"APP.test"}]"#)
        #expect(
            file.cookies
                == [Cookie(name: "a", value: "1", domain: "app.test", creationTime: now, lastAccessTime: now)])
        #expect(file.problems == [])
    }

    @Test(
        "A bad cookie costs no good one, and says where it begins",
        arguments: [
            ("7", CookieFileReason.wrongType), (#"{"value":"1","domain":"x"}"#, .missingMember),
            (#"{"name":null,"value":"1","domain":"x"}"#, .missingMember),
            (#"{"name":1,"value":"1","domain":"x"}"#, .wrongType),
            (#"{"name":"a","value":"1","domain":""}"#, .badDomain),
            (#"{"name":"a","value":"1","domain":"."}"#, .badDomain),
            (#"{"name":"a","value":"1\r","domain":"x"}"#, .controlCharacter),
            (#"{"name":"a","value":"1","domain":"x","expires":"-1"}"#, .badExpiry),
            (#"{"name":"a","value":"1","domain":"x","expires":0}"#, .badExpiry),
            (#"{"name":"a","value":"1","domain":"x","expires":-2}"#, .badExpiry),
            (#"{"name":"a","value":"1","domain":"x","secure":1}"#, .wrongType),
            (#"{"name":"a","value":"1","domain":"x","sameSite":"lax"}"#, .badSameSite),
            (#"{"name":"a","value":"1","domain":"x","sessionBridge":{"creation":"x"}}"#, .badNote),
            (#"{"name":"a","value":"1\r","domain":"x","sessionBridge":7}"#, .badNote),
        ])
    func complains(cookie: String, reason: CookieFileReason) {
        let good = #"{"name":"a, [","value":"}\"","domain":"x"}"#
        let file = read("{\"a\":[1],\n \"cookies\" : [\(good),\n   \(cookie) , \(good)],\n\"origins\":[]}")
        #expect(file.problems == [CookieFileProblem(line: 3, column: 4, reason: reason)])
        #expect(file.cookies.map(\.name) == ["a, [", "a, ["])
    }

    @Test(
        "No storage state",
        arguments: [
            ("{\n  \"cookies\": [,]}", 2, 15, CookieFileReason.notJSON), ("", 1, 1, .notJSON),
            ("{}", 1, 1, .notStorageState),
            ("{\"cookies\":{}}", 1, 1, .notStorageState), ("7", 1, 1, .notStorageState),
            (String(repeating: "[", count: 200), 1, 129, .notJSON),
        ])
    func isNone(text: String, line: Int, column: Int, reason: CookieFileReason) {
        #expect(read(text).problems == [CookieFileProblem(line: line, column: column, reason: reason)])
        #expect(read(text).cookies == [])
    }

    @Test func originsOfAnotherTypeAreAProblem() {
        #expect(read(#"{"cookies":[],"origins":7}"#).problems.map(\.reason) == [.wrongType])
    }

    @Test func anEditedExpiryCounts() {
        let text = StorageState.text(of: CookieFile(cookies: [awkwardCookies[9]]))
        #expect(read(text).cookies == [awkwardCookies[9]])
        let edited = text.replacing("\"expires\": 9223372036854776", with: "\"expires\": 1800000000")
        #expect(read(edited).cookies.first?.expiry == Instant(secondsSinceEpoch: 1_800_000_000))
    }
}
