import BridgePrimitives
import Cookies
import CookieStores

@testable import Linting

/// Sunday, 22 November 2026, noon.
let lintNow = Instant(secondsSinceEpoch: 1_795_348_800)

/// What all profiles make of some sources.
func lint(_ sources: [(path: String, text: String)], profiles: [CookieProfile] = CookieProfile.all) -> LintReport {
    let files = sources.map { path, text in
        SourceFile(path: path, text: Array(text.utf8), language: SourceFile.Language(path: path) ?? .fields)
    }
    return Linter(profiles: profiles, suffixes: PublicSuffixList.standard, now: lintNow).report(on: files)
}

extension LintReport {
    var codes: [String] { findings.map(\.code.rawValue) }
}
