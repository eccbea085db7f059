import AuthEmulator
import BridgePrimitives
import Foundation
import Testing
import TestSupport

/// `docs/auth-service.md`: all statements, with whose they are and the test that holds them.
enum StatementPage {
    static var markdown: String {
        let statements = StatementChapter.all.flatMap(\.statements)
        var text = """
            # The auth service, statement by statement

            What the service answers, in our own words, by the chapters of the protocol: lenient as the Firebase Auth
            Emulator, strict as production. Each row is a test; `swift test --filter StatementTests` asks the service all of
            them. Where the two differ there are two rows. The tests write this page: `SESSION_BRIDGE_REWRITE=1`.

            \(statements.count) statements; \(LeftOut.all.count) that the service does not follow stand at the end.

            """
        for chapter in StatementChapter.all {
            text += "\n## \(chapter.number) \(chapter.title)\n\n"
            text += "| | statement | lenient | strict | test |\n| --- | --- | --- | --- | --- |\n"
            for statement in chapter.statements {
                let services = statement.mode.services
                text +=
                    "| \(statement.id) | \(statement.says) | \(services.contains(.lenient) ? "✓" : "")"
                    + " | \(services.contains(.strict) ? "✓" : "") | \(fileName(of: statement)) |\n"
            }
        }
        text += "\n## Left out\n\n| chapter | the protocol says | why it is left out |\n| --- | --- | --- |\n"
        for row in LeftOut.all { text += "| \(row.chapter) | \(row.says) | \(row.why) |\n" }
        return text
    }

    /// Without the module: `Chapter2_12Delete`.
    private static func fileName(of statement: Statement) -> String {
        let name = statement.file.split(separator: "/").last ?? ""
        return "`\(name.hasSuffix(".swift") ? String(name.dropLast(6)) : String(name))`"
    }
}

@Suite("The page of statements", .timeLimit(.minutes(5)))
struct StatementPageTests {
    /// Set SESSION_BRIDGE_REWRITE to write the page anew.
    @Test func isWhatTheStatementsSay() throws {
        let page = Checkout.root.appendingPathComponent("docs/auth-service.md")
        let text = StatementPage.markdown
        if ProcessInfo.processInfo.environment["SESSION_BRIDGE_REWRITE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(decoding: Data(contentsOf: page), as: UTF8.self) == text)
    }

    @Test func whatIsLeftOutHasAReason() {
        for row in LeftOut.all {
            #expect(row.says.hasSuffix(".") && row.why.hasSuffix("."), "\(row.chapter)")
            #expect(!row.says.contains("|") && !row.why.contains("|"), "\(row.chapter)")
        }
    }
}
