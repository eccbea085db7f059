import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let lookupPath = "/identitytoolkit.googleapis.com/v1/accounts:lookup"

    static let envelope: [Statement] = [
        Statement("1.7-01", "A failure has its status twice, its message twice, and one entry that is all text.") {
            wire in
            let asked = await wire.raw("POST", "\(lookupPath)?key=k", "{}")
            #expect(
                asked.json["error"] == [
                    "code": 400, "message": "MISSING_ID_TOKEN",
                    "errors": [["message": "MISSING_ID_TOKEN", "reason": "invalid", "domain": "global"]],
                ])
        },
        Statement("1.7-02", "What is no business of the account's has a status of its own.") { wire in
            func status(_ asked: Asked) -> [JSONValue?] {
                let first = asked["error"]["errors"]?.arrayValue?.first
                return [asked["error"]["code"], asked["error"]["status"], first?["reason"], first?["domain"]]
            }
            #expect(
                status(await wire.raw("POST", "\(lookupPath)?key=k", "{")) == [
                    400, "INVALID_ARGUMENT", "parseError", "global",
                ])
            #expect(
                status(await wire.raw("POST", "\(lookupPath)?key=k", "[]")) == [
                    400, "INVALID_ARGUMENT", "invalid", "global",
                ])
            #expect(
                status(await wire.raw("POST", "\(lookupPath)?key=k", contentType: "a/b", "x")) == [
                    400, nil, "unknown", nil,
                ])
            #expect(
                status(await wire.raw("POST", lookupPath, authorization: "Bearer x", "{}"))
                    == [401, "UNAUTHENTICATED", "authError", "global"])
            #expect(
                status(await wire.raw("POST", lookupPath, "{}")) == [403, "PERMISSION_DENIED", "forbidden", "global"])
            #expect(status(await wire.raw("POST", "/nowhere", "{}")) == [404, "NOT_FOUND", "notFound", nil])
            #expect(
                status(await wire.raw("POST", "/identitytoolkit/v3/relyingparty/signOutUser", "{}"))
                    == [501, "NOT_IMPLEMENTED", "unimplemented", nil])
        },
        Statement("1.7-03", "A refused bearer is told to stand in the header.") { wire in
            let asked = await wire.raw("POST", lookupPath, authorization: "Bearer x", "{}")
            let entry = asked["error"]["errors"]?.arrayValue?.first
            #expect(entry?["location"] == "Authorization" && entry?["locationType"] == "header")
        },
        Statement("1.7-04", "Another method names itself, the path, and in Allow those that are there.") { wire in
            let asked = await wire.raw("GET", "\(lookupPath)?key=k")
            asked → .refused("Method GET not allowed for \(lookupPath)", status: 405)
            #expect(asked.allow == "POST")
            #expect(asked["message"] == asked["error"]["message"])
        },
    ]
}

extension StatementTests {
    @Test("1.7", arguments: Statement.trials(of: Statement.envelope))
    func envelope(_ trial: Statement.Trial) async throws { try await trial.run() }
}
