import BridgePrimitives
import Cookies
import FuzzSupport

/// Cookie files: what was read from any bytes survives being written and read again.
enum FileChecks {
    static func netscape(_ input: FuzzInput, _ checker: inout Checker) { run(.netscape, input, &checker) }
    static func storageState(_ input: FuzzInput, _ checker: inout Checker) { run(.storageState, input, &checker) }

    private static func run(_ format: CookieFileFormat, _ input: FuzzInput, _ checker: inout Checker) {
        let file = format.read(input.payload, now: FuzzInput.now)
        checkPlaces(file, input.payload, &checker)
        for other in CookieFileFormat.allCases {
            let text = other.text(of: file)
            let bytes = Array(text.utf8)
            checker.check("a written file is recognised", (try? CookieFileFormat(recognizing: bytes)) == other, text)
            let again = other.read(bytes, now: .epoch)
            checker.check("a written file has no problems", again.problems.isEmpty, "\(again.problems)")
            checker.equal("a written file gives its cookies", again.cookies, file.cookies)
            // Numbers may be spelled otherwise the first time.
            checker.equal(
                "writing what was read changes nothing", other.text(of: again),
                other == .netscape ? text : other.text(of: CookieFile(cookies: file.cookies, origins: again.origins)))
        }
        var jar = CookieJar(profile: input.profile, publicSuffixes: DefaultRuleSuffixes())
        let decisions = jar.restore(file.cookies, now: FuzzInput.now)
        checker.equal("restoring answers for each cookie", decisions.count, file.cookies.count)
        checker.check(
            "only these outcomes are restored", decisions.allSatisfy { $0.outcome != .deleted }, "\(decisions)")
        JarChecks.views(of: &jar, at: input.page, now: FuzzInput.now, &checker)
        JarChecks.restoring(jar, at: input.page, now: FuzzInput.now, &checker)
        let sent = jar.requestHeader(for: RequestContext(url: input.page), now: FuzzInput.now) ?? ""
        checker.check(
            "no control character gets into a header", sent.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 },
            sent.debugDescription)
    }

    private static func checkPlaces(_ file: CookieFile, _ bytes: [UInt8], _ checker: inout Checker) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        var last = 0
        for problem in file.problems {
            let isInside = (1...max(1, lines.count)).contains(problem.line)
            checker.check("a problem is in a line of the file", isInside, "\(problem)")
            guard isInside, problem.line <= lines.count else { continue }
            let width = lines[problem.line - 1].count + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 0 : 1)
            checker.check(
                "a problem is in a column of its line", (1...max(1, width)).contains(problem.column), "\(problem)")
            checker.check("a problem has a fix", !problem.fix.isEmpty, "\(problem)")
            checker.check("a problem is one line", !problem.description.contains("\n"), "\(problem)")
            last = max(last, problem.line)
        }
        checker.check("problems are bounded", file.problems.count <= CookieFile.problemLimit + 1, "\(last)")
    }
}
