@testable import AuthEmulator
import BridgePrimitives
import Listening
import Testing

@Suite("Random requests", .timeLimit(.minutes(5)))
struct RandomRequestTests {
    /// What members are filled with: what is right, nearly right, and hostile.
    private static let values: [JSONValue] = [
        .null, true, false, 0, 1, -1, 2, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808, 1e308, "", "0", "x",
        "taro@example.com", "+819012345678", "correct-horse", "\u{0}", "\r\n", "é\u{301}", "😀", "{}", "{", "[]",
        "a.b.c",
        "eyJhbGciOiJub25lIn0.e30.", "http://localhost", "http://localhost/?providerId=google.com&id_token={}#x=y",
        #"providerId=google.com&id_token={"sub":"g","email":"taro@example.com"}"#, "PASSWORD_RESET", "taro",
        [], [:], ["x"], [[:]], [["localId": "x"]], ["enrollments": [[:]]], ["phoneNumber": "+819012345678"],
        ["sessionInfo": "x", "code": "0"], ["id": "c"], .string(String(repeating: "x", count: 5000)),
    ]

    private static func members(of shape: Shape) -> [String] {
        guard case .object(let members) = shape else { return [] }
        return members.map(\.name)
    }

    /// Every endpoint, whatever it is sent, answers in JSON or with a page, and never with a fault of its own.
    @Test(arguments: Strictness.allCases, [1, 2, 3] as [UInt64])
    func areAllAnswered(strictness: Strictness, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let wire = try WireFixture(strictness)
        try wire.fixture.addTaro()
        let session = try await wire.signInTaro()
        let texts = ["idToken", "refreshToken"].compactMap { session[$0] }
        let endpoints = EndpointTable.all.filter { $0.id != "emulator:openapi" }
        for _ in 0..<600 {
            guard let endpoint = endpoints.randomElement(using: &generator),
                var path = endpoint.paths.randomElement(using: &generator)
            else { continue }
            for name in ["project", "tenant", "id", "name", "address"] {
                let value =
                    name == "project"
                    ? Fixture.project : ["t", "%00", "taro", "%F0%9F"].randomElement(using: &generator) ?? ""
                path = path.split(separator: "{\(name)}", omittingEmptySubsequences: false).joined(separator: value)
            }
            var body = JSONObject()
            for name in Self.members(of: endpoint.request) + ["targetProjectId", "tenantId"]
            where Bool.random(using: &generator) {
                body[name] = (Self.values + texts + texts).randomElement(using: &generator)
            }
            var request = PlainRequest(method: endpoint.method, path: path, body: JSONValue.object(body).bytes())
            if Bool.random(using: &generator) { request.authorization = "Bearer owner" }
            request.query =
                (["key=k"]
                + endpoint.query.map { "\($0)=\(["x", "1", "%00", ""].randomElement(using: &generator) ?? "")" })
                .joined(separator: "&")
            let answer = await wire.api.answer(request)
            #expect(answer.status != 500, "\(endpoint.id) \(JSONValue.object(body)) \(answer.json)")
            #expect((200...599).contains(answer.status))
            #expect(!JSONValue.object(answer.json).text().contains(":null"))
        }
    }
}
