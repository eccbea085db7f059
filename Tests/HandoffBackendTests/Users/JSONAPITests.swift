import BridgePrimitives
import BridgeTrace
import HandoffBackend
import Listening
import Testing

@Suite("JSON:API 1.1", .timeLimit(.minutes(5)))
struct JSONAPITests {
    private static let type = "application/vnd.api+json"

    @Test(
        arguments: [
            ("GET", "/v1/users", 405, "users/method-not-allowed", "POST"),
            ("PUT", "/v1/users", 405, "users/method-not-allowed", "POST"),
            ("post", "/v1/users", 405, "users/method-not-allowed", "POST"),  // methods have a letter case
            ("POST", "/v1/users/me", 405, "users/method-not-allowed", "GET"),
            ("DELETE", "/v1/users/1", 405, "users/method-not-allowed", "GET"),
            ("GET", "/v1", 404, "users/no-such-path", nil), ("GET", "/v1/", 404, "users/no-such-path", nil),
            ("POST", "/v1/users/", 404, "users/no-such-path", nil),
            ("POST", "/v1/Users", 404, "users/no-such-path", nil),
            ("GET", "/v1/users//", 404, "users/no-such-path", nil),
            ("GET", "/v1/users/me/", 404, "users/no-such-path", nil),
            ("GET", "", 404, "users/no-such-path", nil),
        ] as [(String, String, Int, String, String?)])
    func pathsAndMethods(method: String, path: String, status: Int, code: String, allow: String?) async throws {
        try await withStory { story in
            let answer = await story.ask(method, path, try story.idToken())
            #expect(answer.status == status)
            #expect(answer.code == code)
            #expect(answer.allow == allow)
            // It is told before anybody looks at a token.
            #expect(story.tokenEvents.isEmpty)
            #expect(story.accountEvents == [AccountEvent(.refused, uid: nil, reasons: answer.reasons)])
        }
    }

    @Test(
        arguments: [
            (nil, 200), ("", 200),
            ("include=posts", 400),  // nothing can be included
            ("sort=name", 400), ("fields[users]=uid", 400), ("access_token=TOKEN", 400), ("?", 400),
        ] as [(String?, Int)])
    func queries(query: String?, status: Int) async throws {
        try await withStory { story in
            let token = try story.idToken()
            _ = await story.ask("POST", "/v1/users", token)
            let answer = await story.users.answer(
                PlainRequest.users(
                    method: "GET", path: "/v1/users/me", query: query?.replacing("TOKEN", with: token),
                    authorization: ["Bearer \(token)"]))
            #expect(answer.status == status)
            #expect(answer.code == (status == 400 ? "users/query-not-known" : ""))
            #expect(!answer.document.text().contains(token))
        }
    }

    @Test(
        arguments: [
            ([], 200),
            (["*/*"], 200), (["application/json"], 200), (["text/html"], 200),  // JSON:API asks for no refusal
            ([type], 200), (["Application/VND.API+JSON"], 200), (["\(type);q=0.5"], 200),
            ([#"\#(type); profile="https://a.test/p""#], 200),  // an unknown profile means nothing
            (["\(type); charset=utf-8"], 406), ([#"\#(type);ext="https://a.test/e""#], 406),
            (["\(type); charset=utf-8, */*"], 406),  // all mentions of JSON:API have a parameter
            (["\(type); charset=utf-8, \(type)"], 200), (["\(type); version=1", type], 200),
            (["\(type);q=0"], 406), (["\(type);q=0.000, */*"], 406), (["\(type);q=0.001"], 200),
            ([#"\#(type);profile="a, \"b;c=d""#], 200),  // separators in quotes are none
            (["", ",,;", "a/b/c", "\0"], 200), ([String(repeating: "a/b,", count: 10_000)], 200),
        ] as [([String], Int)])
    func accept(fields: [String], status: Int) async throws {
        try await withStory { story in
            let token = try story.idToken()
            _ = await story.ask("POST", "/v1/users", token)
            let answer = await story.users.answer(
                PlainRequest.users(
                    method: "GET", path: "/v1/users/me", authorization: ["Bearer \(token)"], accept: fields))
            #expect(answer.status == status)
            #expect(answer.code == (status == 406 ? "users/not-acceptable" : ""))
        }
    }

    @Test(
        arguments: [
            ([type], 201, ""), (["\(type) ;"], 201, ""), ([#"\#(type);profile="https://a.test/p""#], 201, ""),
            ([], 415, "users/unsupported-media-type"), ([""], 415, "users/unsupported-media-type"),
            (["application/json"], 415, "users/unsupported-media-type"),
            (["application/x-www-form-urlencoded"], 415, "users/unsupported-media-type"),
            (["application/vnd.api+jsonx"], 415, "users/unsupported-media-type"),
            (["\(type), \(type)"], 415, "users/unsupported-media-type"),
            ([type, type], 415, "users/unsupported-media-type"),
            (["\(type);charset"], 415, "users/unsupported-media-type"),
            (["\(type); charset=utf-8"], 415, "users/media-type-parameter"),
            ([#"\#(type);ext="https://a.test/e""#], 415, "users/media-type-parameter"),
        ] as [([String], Int, String)])
    func contentTypes(fields: [String], status: Int, code: String) async throws {
        try await withStory { story in
            let answer = try await register(story, #"{"data":{"type":"users"}}"#, contentType: fields)
            #expect(answer.status == status)
            #expect(answer.code == code)
            if status == 415 { #expect(answer.source == ["header": "Content-Type"]) }
        }
    }

    /// A body, its answer, and the place in it that is to blame.
    @Test(
        arguments: [
            (#"{"data":{"type":"users"}}"#, 201, "", nil),
            (#"{"data":{"type":"users","attributes":{}},"meta":{"a":1}}"#, 201, "", nil),
            (#"{"data":{"type":"users","attributes":null}}"#, 201, "", nil),
            (#"{"data":{"type":"users","attributes":{"name":null}}}"#, 201, "", nil),
            ("{", 400, "users/broken-document", ""), ("[]", 400, "users/broken-document", ""),
            ("\0", 400, "users/broken-document", ""), ("name=Taro", 400, "users/broken-document", ""),
            (String(repeating: "[", count: 5000), 400, "users/broken-document", ""),
            ("{}", 400, "users/broken-document", "/data"),
            (#"{"data":null}"#, 400, "users/broken-document", "/data"),
            (#"{"data":[{"type":"users"}]}"#, 400, "users/broken-document", "/data"),
            (#"{"data":{}}"#, 400, "users/broken-document", "/data"),
            (#"{"data":{"type":"users","attributes":[]}}"#, 400, "users/broken-document", "/data/attributes"),
            (#"{"data":{"type":"user"}}"#, 409, "users/wrong-type", "/data/type"),
            (#"{"data":{"type":"users","id":"1"}}"#, 403, "users/client-generated-id", "/data/id"),
            (
                #"{"data":{"type":"users","relationships":{}}}"#, 403, "users/member-not-settable",
                "/data/relationships"
            ),
            // Who somebody is, the token says alone.
            (
                #"{"data":{"type":"users","attributes":{"uid":"admin"}}}"#, 403, "users/member-not-settable",
                "/data/attributes"
            ),
            (
                #"{"data":{"type":"users","attributes":{"name":"a","email":"b"}}}"#, 403,
                "users/member-not-settable", "/data/attributes"
            ),
            (#"{"data":{"type":"users","attributes":{"name":1}}}"#, 422, "users/bad-name", "/data/attributes/name"),
            (#"{"data":{"type":"users","attributes":{"name":""}}}"#, 422, "users/bad-name", "/data/attributes/name"),
        ] as [(String, Int, String, String?)])
    func documents(body: String, status: Int, code: String, pointer: String?) async throws {
        try await withStory { story in
            let answer = try await register(story, body)
            #expect(answer.status == status)
            #expect(answer.code == code)
            #expect(answer.source?["pointer"]?.stringValue == pointer)
            #expect(try story.store.all().isEmpty == (status != 201))
            if status == 201 { #expect(answer.attribute("name") == "Taro") }  // the token's
        }
    }

    @Test(arguments: [(256, 201), (257, 422)])
    func theAppMayTellTheName(length: Int, status: Int) async throws {
        try await withStory { story in
            let name = String(repeating: "n", count: length)
            let answer = try await register(
                story, #"{"data":{"type":"users","attributes":{"name":"\#(name)"}}}"#)
            #expect(answer.status == status)
            if status == 201 { #expect(answer.attribute("name") == .string(name)) }
        }
    }

    @Test(arguments: [(64 * 1024, 201), (64 * 1024 + 1, 413)])
    func theLimit(length: Int, status: Int) async throws {
        try await withStory { story in
            let document = #"{"data":{"type":"users"}}"#
            let padding = String(repeating: " ", count: length - document.utf8.count)
            let answer = try await register(story, document + padding)
            #expect(answer.status == status)
            #expect(answer.code == (status == 413 ? "users/body-too-large" : ""))
        }
    }

    private func register(
        _ story: Story, _ body: String, contentType: [String] = [type]
    ) async throws -> UsersAnswer {
        await story.users.answer(
            PlainRequest.users(
                method: "POST", path: "/v1/users", authorization: ["Bearer \(try story.idToken(changing: []))"],
                contentType: contentType, body: Array(body.utf8)))
    }
}

extension UsersAnswer {
    fileprivate var source: JSONValue? { document["errors"]?.arrayValue?.first?["source"] }
}
