import BridgePrimitives
import Foundation
import GuardOracle
import TestSupport
import Testing

@Suite("Files of guard cases", .timeLimit(.minutes(5)))
struct GuardCaseFileTests {
    @Test(arguments: [
        ("{\"id\": \"a\", \"routes\": 7}", "guard-case/unreadable-case"),  // JSON, and no case
        ("{", "guard-case/not-json"),
    ])
    func whatCannotBeReadSaysWhere(text: String, code: String) throws {
        try withFolder { folder in
            let path = "\(folder)/cases.ndjson"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let failure = #expect(throws: BridgeFailure.self) { try GuardCases.run(at: path) }
            #expect(failure?.code.rawValue == code && failure?.cause.hasPrefix("\(path):1: ") == true)
        }
    }

    /// Misspelt members of objects inside a case are as wrong as those of the case itself.
    @Test(arguments: [
        (#""expected": { "pth": "/" }"#, #"$.expected.pth: a result has no such member; did you mean "path"?"#),
        (#""expected": "/""#, "$.expected: expected has to be an object"),
        (
            #""expected": { "outcomes": [{ "reslt": "called" }] }"#,
            #"$.expected.outcomes[0].reslt: an outcome has no such member; did you mean "result"?"#
        ),
        (#""start": { "pathh": "/" }"#, #"$.start.pathh: a location has no such member; did you mean "path"?"#),
        (
            #""navigate": [{ "op": "push", "to": { "nme": "a" } }]"#,
            #"$.navigate[0].to.nme: a location has no such member; did you mean "name"?"#
        ),
        (
            #""guards": { "beforeEach": { "do": [{ "next": { "querry": {} } }] } }"#,
            #"$.guards.beforeEach[0].do[0].next.querry: a location has no such member; did you mean "query"?"#
        ),
        (
            #""guards": { "beforeEach": { "do": [{ "promise": {}, "chain": [{ "then": [], "catch": [] }] }] } }"#,
            "$.guards.beforeEach[0].do[0].chain[0]: a link has to be one of then, catch and finally"
        ),
        (
            #""routes": [{ "path": "/", "redirect": { "$fn": { "two": "/a" } } }]"#,
            #"$.routes[0].redirect.$fn.two: $fn has no such member; did you mean "to"?"#
        ),
        (
            #""routes": [{ "path": "/", "redirect": { "pat": "/a" } }]"#,
            #"$.routes[0].redirect.pat: a location has no such member; did you mean "path"?"#
        ),
        (
            #""routes": [{ "path": "/", "pathToRegexpOptions": { "strct": true } }]"#,
            #"$.routes[0].pathToRegexpOptions.strct: pathToRegexpOptions has no such member; did you mean "strict"?"#
        ),
    ])
    func misspeltMembersInsideAreNamed(member: String, message: String) throws {
        let needed = ["routes", "navigate"].filter { !member.hasPrefix("\"\($0)\"") }.map { "\"\($0)\": []" }
        try withFolder { folder in
            let path = "\(folder)/cases.ndjson"
            try Data("{ \((needed + [member]).joined(separator: ", ")) }".utf8).write(to: URL(fileURLWithPath: path))
            let failure = #expect(throws: BridgeFailure.self) { try GuardCases.run(at: path) }
            // Between the two stand the members that there are.
            let parts = message.split(separator: "; ")
            #expect(failure?.cause.hasPrefix("\(path):1: \(parts[0])") == true, "\(failure?.cause ?? "")")
            #expect(parts.count == 1 || failure?.cause.hasSuffix("; \(parts[1])") == true, "\(failure?.cause ?? "")")
        }
    }

    @Test func aCaseThatFailsSaysWhatWasExpectedAndWhatCame() throws {
        try withFolder { folder in
            let path = "\(folder)/cases.ndjson"
            let table =
                #""routes": [{ "path": "/" }, { "path": "/u/:id" }], "navigate": [{ "op": "push", "to": "/u/7" }]"#
            let texts = [
                #"{ "id": 1, \#(table), "expected": { "path": "/u/7", "params": { "id": "7" } } }"#,
                #"{ \#(table), "expected": { "path": "/", "params": { "id": "8" }, "matched": ["/u/:id"] } }"#,
                #"{ \#(table), "expected": { "url": "/u/7", "outcomes": [{ "op": "push" }] } }"#,
            ]
            try Data(texts.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
            let outcomes = try GuardCases.run(at: path)
            #expect(outcomes.map(\.id) == ["1", "case 2", "case 3"])
            #expect(outcomes.map(\.isAsExpected) == [true, false, false])
            #expect(outcomes.first?.lines.first == "ok   1")
            #expect(
                outcomes[1].lines.prefix(3) == [
                    "FAIL case 2", #"       path: expected "/", got "/u/7""#,
                    #"       params.id: expected "8", got "7""#,
                ])
            #expect(
                outcomes[2].differences?.map(\.description) == [
                    #"url: expected "/u/7", got nothing"#, #"outcomes[0].result: expected nothing, got "resolved""#,
                    "outcomes[0].failureType: expected nothing, got null",
                    #"outcomes[0].route: expected nothing, got "/u/7""#,
                ])
            #expect(outcomes[1].json["id"] == "case 2")
        }
    }

    /// Editors on Windows put a mark at the beginning of text files.
    @Test func aByteOrderMarkIsSkipped() throws {
        try withFolder { folder in
            let path = "\(folder)/cases.json"
            let text = "\u{FEFF}" + #"[{"routes":[{"path":"/"}],"navigate":[{"op":"push","to":"/"}]}]"#
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(try GuardCases.run(at: path).count == 1)
        }
    }

    @Test(arguments: ["", "\n \n", "[]"])
    func aFileWithoutCasesIsNoSuccess(text: String) throws {
        try withFolder { folder in
            let path = "\(folder)/cases.ndjson"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let failure = #expect(throws: BridgeFailure.self) { try GuardCases.run(at: path) }
            #expect(failure?.code.rawValue == GuardCaseReason.noCases.rawValue)
        }
    }
}
