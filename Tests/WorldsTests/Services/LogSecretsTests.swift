import Testing

@testable import Worlds

@Suite("Keys in a service's log", .timeLimit(.minutes(5)))
struct LogSecretsTests {
    private static let body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
    private static let second = "WYcflcTPozaoP+D3Jo5+MSMhkKNAzDp/U1zPWf9YtT8s0wKq3yAlqPXcT2m7nE0R"
    private static let begin = "-----BEGIN PRIVATE KEY-----", end = "-----END PRIVATE KEY-----"
    private static let key = "<private key>", long = "<64 bytes>"

    /// Columns: the log's lines, what is quoted of them, and why.
    @Test(
        arguments: [
            ([], [], "nothing"),
            (["up on 3000", "Error: no such user"], ["up on 3000", "Error: no such user"], "words alone"),
            (
                ["up", begin, body, second, "c29tZQ==", end, "ready"], ["up", key, key, key, key, key, "ready"],
                "a whole block"
            ),
            (["key \(begin)", body, second, "WYcf"], ["key \(key)", key, key, key], "cut at its end"),
            (
                ["key \(begin)", body, "at main (app.js:3)", "done"],
                ["key \(key)", key, "at main (app.js:3)", "done"],
                "cut, and the log goes on"
            ),
            (["ready to go", "dQ", second, "c29tZQ==", end], ["ready to go", key, key, key, key], "its end alone"),
            ([end], [key], "its last line alone"),
            ([body, second, "c29tZQ=="], [long, long, "<8 bytes>"], "its inside alone"),
            (["key: \(second)."], ["key: <64 bytes>."], "in a sentence"),
            (
                ["{\"private_key\":\"\(begin)\\n\(body)\\n\(end)\\n\",\"kid\":1}"],
                ["{\"private_key\":\"\(key)\\n\",\"kid\":1}"], "in a line of JSON"
            ),
            (
                ["{\"private_key\":\"\(begin)\\n\(second)"], ["{\"private_key\":\"\(key)"],
                "in a line of JSON that is cut"
            ),
            (["-----BEGIN RSA PRIVATE KEY-----", body], [key, key], "an older form"),
            (
                ["-----BEGIN CERTIFICATE-----", body, "-----END CERTIFICATE-----"],
                ["<certificate>", "<certificate>", "<certificate>"], "no key"
            ),
            (["\(begin) \(end) \(begin)", body], ["\(key) \(key)", key], "two in a line"),
            (["-----BEGIN ", "-----END "], ["<>", "<>"], "nothing but the marks"),
            (
                [
                    "File \"/opt/hostedtoolcache/Python/3.11.4/x64/lib/python3/site-packages/google/auth/jwt.py\", line 3"
                ],
                [
                    "File \"/opt/hostedtoolcache/Python/3.11.4/x64/lib/python3/site-packages/google/auth/jwt.py\", line 3"
                ],
                "a path"
            ),
            (["c29tZQ=="], ["c29tZQ=="], "a short word is no key"),
        ] as [([String], [String], String)])
    func areNotQuoted(lines: [String], quoted: [String], why: String) {
        #expect(LogSecrets.hiding(in: lines) == quoted, "\(why)")
        // Of a log that is read from its beginning, no block ends that has not begun.
        guard !why.hasPrefix("its end alone") else { return }
        var secrets = LogSecrets()
        #expect(lines.map { secrets.hide($0) } == quoted, "\(why)")
    }

    @Test func everyCutHidesTheWholeKey() {
        let lines = ["key \(Self.begin)", Self.body, Self.second, "c29tZQ==", Self.end]
        let text = lines.joined(separator: "\n")
        for count in 0...text.count {
            for cut in [String(text.prefix(count)), String(text.suffix(count))] {
                let shown = LogSecrets.hiding(in: cut.split(separator: "\n").map(String.init)).joined(separator: "\n")
                #expect(!shown.contains("P+D3Jo5+MSMhkKNAzDp/U1zPWf9YtT8s0w"), "\(cut)")
            }
        }
    }
}
