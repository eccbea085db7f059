import BridgePrimitives
import Cookies

// What only shows when files are seen beside each other.
extension LintRun {
    mutating func compareFiles() {
        compareReads()
        compareNames()
        compareHosting()
        compareEmulators()
        judgeReadiness()
    }

    private mutating func compareReads() {
        for read in reads where read.reader == .page {
            guard let use = cookies.first(where: { $0.isHTTPOnly && $0.name == read.name }) else { continue }
            let setter = codes[use.code]
            report(
                .httpOnlyReadByScript, codes[read.code], at: read.offset,
                "\"\(read.name)\" is set HttpOnly in \(setter.file.path):\(setter.lines.line(of: use.offset)), and script does not see it",
                because: [ScriptReason.httpOnly.code])
        }
    }

    /// A page that reads `custom_token` where `customtoken` is set.
    private mutating func compareNames() {
        let (written, wanted) = (Set(cookies.map(\.name)), Set(reads.map(\.name)))
        // One that is read as it is set belongs to somebody else.
        let unread = Dictionary(
            cookies.filter { !wanted.contains($0.name) }.map { (CookieNameLikeness.folded($0.name), $0) },
            uniquingKeysWith: { first, _ in first })
        for read in reads where read.reader == .page && !written.contains(read.name) {
            guard let use = unread[CookieNameLikeness.folded(read.name)] else { continue }
            let setter = codes[use.code]
            report(
                .cookieNamesDiffer, codes[read.code], at: read.offset,
                "nobody sets \"\(read.name)\": it is \"\(use.name)\" in \(setter.file.path):\(setter.lines.line(of: use.offset))"
            )
        }
    }

    private mutating func compareHosting() {
        guard let hosting = codes.first(where: { $0.file.language == .json && Self.rewritesToBackend($0.file.text) })
        else { return }
        let edge = EdgeProfile.firebaseHosting
        for read in reads where read.reader == .server {
            let reasons = edge.reasons(againstCookieNamed: read.name)
            guard !reasons.isEmpty else { continue }
            report(
                .hostingStripsCookie, codes[read.code], at: read.offset,
                "\(hosting.file.path) sends requests through Firebase Hosting, and \"\(read.name)\" does not get here",
                because: reasons.map(\.code))
        }
    }

    /// Whether Hosting passes requests on to functions or Cloud Run.
    private static func rewritesToBackend(_ text: [UInt8]) -> Bool {
        guard let value = try? JSONValue(parsing: text) else { return false }
        let sites = value["hosting"]?.arrayValue ?? [value["hosting"] ?? .null]
        return sites.contains { site in
            (site["rewrites"]?.arrayValue ?? []).contains { $0["function"] != nil || $0["run"] != nil }
        }
    }

    private mutating func compareEmulators() {
        let native = codes.filter {
            $0.file.language == .swift && ($0.has(word: "FirebaseApp") || $0.has(word: "FirebaseAuth"))
        }
        let web = codes.filter { code in
            [.script, .markup].contains(code.file.language)
                && ["getAuth", "initializeAuth"].contains { !code.calls(to: $0).isEmpty }
        }
        guard let firstNative = native.first, let firstWeb = web.first else { return }
        let useEmulator = native.lazy.compactMap { code in
            code.calls(to: "useEmulator").first { !$0.arguments.isEmpty }.map { (code, $0) }
        }.first
        let connect = web.lazy.compactMap { code in code.calls(to: "connectAuthEmulator").first.map { (code, $0) } }
            .first
        switch (useEmulator, connect) {
        case (let (code, call)?, nil):
            report(
                .emulatorOnOneSide, code, token: call.name,
                "the app talks to an emulator here, and \(firstWeb.file.path) to production")
        case (nil, let (code, call)?):
            report(
                .emulatorOnOneSide, code, token: call.name,
                "the page talks to an emulator here, and the app (\(firstNative.file.path)) to production")
        default: break
        }
    }
}
