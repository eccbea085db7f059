import AuthEmulator
import Testing

/// One thing that the service is said to do, and the requests that show it.
///
/// ```swift
/// Statement("2.12-01", "A user who sends no ID token deletes nobody.") { wire in
///     try await wire.post("accounts:delete") → .refused("MISSING_ID_TOKEN")
/// }
/// ```
struct Statement: Sendable {
    /// Of which services it is true. Where they differ there are two statements.
    enum Mode: Sendable {
        case both, lenient, strict

        var services: [Strictness] {
            switch self {
            case .both: [.lenient, .strict]
            case .lenient: [.lenient]
            case .strict: [.strict]
            }
        }
    }

    /// The chapter of the protocol's sheet, and a number of our own: `2.12-01`.
    let id: String
    /// One sentence, for the table in `docs/auth-service.md`.
    let says: String
    let mode: Mode
    let file: String
    let check: @Sendable (WireFixture) async throws -> Void

    init(
        _ id: String, _ says: String, _ mode: Mode = .both, file: String = #fileID,
        check: @escaping @Sendable (WireFixture) async throws -> Void
    ) {
        (self.id, self.says, self.mode, self.file, self.check) = (id, says, mode, file, check)
    }
}

extension Statement {
    /// A statement asked of one service: a row of a parameterised test.
    struct Trial: Sendable, CustomTestStringConvertible {
        let statement: Statement
        let strictness: Strictness

        var testDescription: String { "\(statement.id) \(strictness): \(statement.says)" }

        /// Each trial has a service of its own, so that rows can be read alone.
        func run() async throws { try await statement.check(WireFixture(strictness)) }
    }

    static func trials(of statements: [Statement]) -> [Trial] {
        statements.flatMap { statement in
            statement.mode.services.map { Trial(statement: statement, strictness: $0) }
        }
    }
}

/// The statements, chapter by chapter; each chapter's file adds its test, and its row in ``StatementChapter/all``.
@Suite("Statements about the service", .timeLimit(.minutes(5)))
struct StatementTests {}
