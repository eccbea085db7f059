import BridgePrimitives
import BridgeTrace
import Testing

@testable import WebViews
@testable import SessionBridgeCLI

@Suite("What a traced page gives reason to say", .timeLimit(.minutes(5)))
struct PageFindingsTests {
    private let masking = Masking(.fingerprints)

    private func findings(
        _ documents: [PageScripts], status: Int? = 200, _ kinds: [TraceEvent.Kind]
    ) -> [Finding] {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        for kind in kinds { log.record(kind, by: .webView) }
        return PageFindings(documents: documents, status: status).findings(in: log.events)
    }

    @Test func scriptsThatDidNotRunAreNamed() {
        var scripts = PageScripts()
        let end = TraceEvent.Kind.navigation(NavigationEvent(.didFinish, url: masking.url("https://app.test/")))
        #expect(findings([scripts], [end]).isEmpty)
        (scripts.inline, scripts.externalModules, scripts.mentions) = (2, 1, ["document.cookie", "location"])
        let found = findings([scripts], [end])
        #expect(found.map(\.code) == [NavigationReason.pageScriptsSkipped.code])
        #expect(
            found.first?.message
                == "The page's own scripts did not run: 2 inline, 1 module with a src. In the inline ones"
                + " document.cookie and location occur: a browser may go elsewhere or have other cookies. Those with a"
                + " src were not looked at.")
        #expect(findings([scripts], []).isEmpty)  // no document, no scripts
        // A page that a refresh led away from had scripts as well.
        var left = PageScripts()
        (left.inline, left.mentions) = (1, ["history"])
        #expect(
            findings([left, PageScripts(), scripts], [end]).first?.message
                == "The own scripts of 2 pages did not run: 3 inline, 1 module with a src. In the inline ones"
                + " document.cookie, location and history occur: a browser may go elsewhere or have other cookies. Those"
                + " with a src were not looked at.")
        #expect(
            findings([PageScripts(), scripts], [end]).first?.message.hasPrefix("The page's own scripts did") == true)
    }

    @Test(arguments: [(200, false), (304, false), (399, false), (400, true), (404, true), (503, true), (nil, false)])
    func anErrorPageIsNamed(status: Int?, isNamed: Bool) {
        let answers = [status ?? 200, 200].map { status in
            TraceEvent.Kind.response(ResponseEvent(hop: 1, status: status, elapsed: .zero))
        }
        let found = findings([PageScripts()], status: status, answers)
        #expect(found.map(\.code.rawValue) == (isNamed ? ["navigation/error-page"] : []))
        if isNamed { #expect(found.first?.evidence == [0]) }
    }
}
