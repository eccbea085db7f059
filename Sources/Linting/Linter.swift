package import BridgePrimitives
package import Cookies

/// Reads an app's sources and says what they are about to do wrong.
///
/// Which cookies fail where is not written here: what the sources set is put into the jar of each profile, as a native
/// cookie, a response's field or a script's text.
package struct Linter: Sendable {
    package let profiles: [CookieProfile]
    let suffixes: any PublicSuffixes
    let now: Instant

    /// - Parameters:
    ///   - profiles: the engines that are asked.
    ///   - now: what lifetimes count from.
    package init(profiles: [CookieProfile] = CookieProfile.all, suffixes: any PublicSuffixes, now: Instant) {
        (self.profiles, self.suffixes, self.now) = (profiles, suffixes, now)
    }

    /// - Complexity: O(n) in bytes and, for each cookie, in profiles; rules that join files are O(n) in their findings.
    package func report(on files: [SourceFile]) -> LintReport {
        var run = LintRun(linter: self)
        for file in files { run.look(at: Code(file)) }
        run.compareFiles()
        return run.report(fileCount: files.count)
    }
}

/// What is gathered while files are read.
struct LintRun {
    let linter: Linter
    var codes: [Code] = []
    private(set) var findings: [LintFinding] = []
    private var seen: Set<LintFinding> = []
    var cookies: [CookieUse] = []
    var reads: [CookieRead] = []
    var cookieCount = 0
    /// `web/login.js:12`: cookies that no jar was asked about.
    var notJudged: [String] = []

    init(linter: Linter) { self.linter = linter }

    mutating func look(at code: Code) {
        codes.append(code)
        if let problem = code.source.problem {
            report(.unreadSource, code, at: problem.offset, "the file could not be told apart here: \(problem.message)")
        }
        judgeWrittenCookies(code)
        switch code.file.language {
        case .swift:
            judgePropertySets(code)
            judgeStores(code)
            judgeUserScripts(code)
            judgeNativeTokens(code)
        case .script, .markup:
            judgeGuards(code)
            judgePage(code)
            judgeScriptTokens(code)
            judgeAnswers(code)
            judgePromises(code)
        case .python:
            for (name, token) in code.cookiesReadByPython() {
                reads.append(CookieRead(name: name, reader: .server, code: codes.count - 1, offset: code.offset(token)))
            }
        case .fields, .json: break
        }
    }

    mutating func report(
        _ reason: LintReason, _ code: Code, at offset: Int, _ message: String, severity: LintSeverity? = nil,
        profiles: [String] = [], because: [ReasonCode] = [], isUnsure: Bool = false, fix: String? = nil
    ) {
        let finding = LintFinding(
            reason: reason, severity: severity ?? reason.severity, path: code.file.path,
            place: code.lines.place(of: offset), message: message, profiles: profiles, because: because,
            isUnsure: isUnsure, fix: fix ?? reason.fix)
        if seen.insert(finding).inserted { findings.append(finding) }
    }

    mutating func report(
        _ reason: LintReason, _ code: Code, token: Int, _ message: String, severity: LintSeverity? = nil,
        profiles: [String] = [], because: [ReasonCode] = [], isUnsure: Bool = false
    ) {
        report(
            reason, code, at: code.offset(token), message, severity: severity, profiles: profiles, because: because,
            isUnsure: isUnsure)
    }

    func report(fileCount: Int) -> LintReport {
        let order = Dictionary(codes.enumerated().map { ($1.file.path, $0) }) { first, _ in first }
        let suppressions = Dictionary(codes.map { ($0.file.path, Suppressions(in: $0.file)) }) { first, _ in first }
        let kept = findings.filter { suppressions[$0.path]?.covers($0) != true }
        let sorted = kept.sorted { a, b in
            let (first, second) = (order[a.path] ?? 0, order[b.path] ?? 0)
            if first != second { return first < second }
            return a.place != b.place ? a.place < b.place : a.code < b.code
        }
        return LintReport(
            findings: sorted, suppressed: findings.count - kept.count, fileCount: fileCount, cookieCount: cookieCount,
            notJudged: notJudged)
    }
}

/// A cookie that some source sets.
struct CookieUse {
    let name: String
    let isHTTPOnly: Bool
    let code: Int
    let offset: Int
}

/// A cookie that some source reads, by name.
struct CookieRead {
    enum Reader: Hashable { case page, server }

    let name: String
    let reader: Reader
    let code: Int
    let offset: Int
}
