import BridgePrimitives
import Foundation
import Reporting
import TestSupport
import Testing

@Suite("Files of guard cases")
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

    @Test(arguments: ["", "\n \n", "[]"])
    func aFileWithoutCasesIsNoSuccess(text: String) throws {
        try withFolder { folder in
            let path = "\(folder)/cases.ndjson"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let failure = #expect(throws: BridgeFailure.self) { try GuardCases.run(at: path) }
            #expect(failure?.code == GuardCaseReason.noCases.code)
        }
    }
}
