import BridgePrimitives
import Testing

@Suite("What a server's answer says", .timeLimit(.minutes(1)))
struct AnswerWordsTests {
    /// Columns: the body of an error, its words.
    @Test(
        arguments: [
            // JSON, by the names that frameworks give the message
            (#"{"error":{"message":"No kid.","code":401}}"#, "No kid."),
            (#"{"error":"Token expired"}"#, "Token expired"),
            (#"{"error":"Bad Request","message":"uid is missing"}"#, "uid is missing"),
            (#"{"error":"invalid_grant","error_description":"Bad JWT."}"#, "invalid_grant: Bad JWT."),
            (#"{"detail":"Not authenticated"}"#, "Not authenticated"),
            (#"{"title":"Unauthorized","status":401}"#, "Unauthorized"),
            (#"{"errors":[{"message":"a"}]}"#, "a"),
            (#"{"error":"","detail":"b"}"#, "b"),
            (#"{"token":"opensesame"}"#, nil), (#"[1]"#, nil), ("null", nil), (#""text""#, nil),
            // Text, in one line
            ("Unauthorized", "Unauthorized"), (" a\r\n\t b\n", "a b"), ("", nil), (" \n", nil),
            // HTML: title, headings and what is set as it was printed, each once
            (
                "<!DOCTYPE html><html><head><title>Error</title></head><body><pre>TypeError: a &lt; b<br> &nbsp; at x.js:1</pre>",
                "TypeError: a < b at x.js:1"
            ),
            (
                "<html><title>ValueError at /login</title><style>h1 { a }</style><h1>ValueError\n at /login</h1><pre class=\"exception_value\">Invalid &#39;aud&#x27;</pre>",
                "ValueError at /login: Invalid 'aud'"
            ),
            ("<html><body><!-- <h1>no</h1> --><p>Not <b>here</b></p><script>var a = 1</script></body>", "Not here"),
            ("<html><h1>a", "a"), ("<html><h1", nil), ("<html>", nil),
            ("<html><h1>a &unknown; &#xFFFFFFFF;</h1>", "a &unknown; &#xFFFFFFFF;"),
            // What is no text
            ("\u{0}binary", nil),
        ] as [(String, String?)])
    func ofAnError(body: String, words: String?) {
        #expect(AnswerWords.sentence(in: Array(body.utf8)) == words)
    }

    @Test func compressedBodiesSayNothing() { #expect(AnswerWords.sentence(in: [0x1F, 0x8B, 8, 65]) == nil) }

    @Test func longWordsAreCut() {
        let words = AnswerWords.sentence(in: [UInt8](repeating: 65, count: 5000))
        #expect(words?.count == AnswerWords.limit + 1)
    }

    /// Of an answer with a status of success, its text is the token perhaps.
    @Test(arguments: [("opensesame", nil), (#"{"error":"no"}"#, "no"), ("<html><title>Just a moment", "Just a moment")])
    func ofASuccess(body: String, words: String?) {
        #expect(AnswerWords.sentence(in: Array(body.utf8), isError: false) == words)
    }

    @Test(
        arguments: [
            ("text/html; charset=utf-8", "text/html"), (" Application/JSON", "application/json"), ("", nil),
            (";a", nil),
        ])
    func mediaTypes(field: String, essence: String?) { #expect(MediaType.essence(of: field) == essence) }
}
