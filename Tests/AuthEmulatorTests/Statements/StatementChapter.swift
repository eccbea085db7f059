import Testing

/// A chapter of the protocol: what `docs/auth-service.md` groups statements by.
struct StatementChapter: Sendable {
    /// `2.12`, with which the ids of its statements begin.
    let number: String
    let title: String
    let statements: [Statement]

    /// In the order of the protocol's sheet.
    static let all: [StatementChapter] = [
        StatementChapter(number: "2.12", title: "Deleting an account", statements: Statement.delete)
    ]
}

@Suite("The chapters of statements", .timeLimit(.minutes(1)))
struct StatementChapterTests {
    @Test func idsBelongToTheirChapterAndAreGivenOnce() {
        var seen: Set<String> = []
        for chapter in StatementChapter.all {
            for statement in chapter.statements {
                #expect(statement.id.hasPrefix("\(chapter.number)-"), "\(statement.id)")
                #expect(seen.insert(statement.id).inserted, "\(statement.id) is given twice")
                #expect(statement.says.hasSuffix(".") && !statement.says.contains("|"), "\(statement.id)")
            }
        }
    }
}
