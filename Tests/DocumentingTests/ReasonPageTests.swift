import BridgePrimitives
import Documenting
import Reporting
import Testing
import WorldTestSupport

@Suite("The page of a reason", .timeLimit(.minutes(5)))
struct ReasonPageTests {
    private func page(_ code: String) async throws -> ReasonPage {
        let pages = ReasonPages(ReasonCatalogue.all, runner: ExampleRunner(stateFolder: SharedMaterial.folder))
        let entry = try #require(ReasonCatalogue.all[ReasonCode(unchecked: code)])
        return try #require(try await pages.page(of: entry))
    }

    private func text(_ page: ReasonPage, width: Int = 100) -> [String] {
        page.lines(width: width).map { line in
            switch line {
            case .title(let text), .heading(let text), .text(let text), .code(let text): text
            case .blank: ""
            }
        }
    }

    @Test func saysWhatHappenedHowToMendItAndWhoDoesSo() async throws {
        let page = try await page("store/same-site-none-insecure")
        let lines = text(page)
        #expect(lines.first == "store/same-site-none-insecure")
        #expect(lines.contains("    → rejected  store/same-site-none-insecure"))
        #expect(lines.contains("    → stored"))
        #expect(page.example?.command?.contains("--set-cookie 'customtoken=abc; Path=/; SameSite=None'") == true)
        // Chromium refuses it and iOS 18 does not: the table has it from the jars themselves.
        let engines = try #require(page.example?.engines)
        #expect(engines.first { $0.engine == "chromium" }?.givesCode == true)
        #expect(engines.first { $0.engine == "ios18" }?.outcome == "stored")
        #expect(engines.count == 8)
    }

    @Test func whatNeedsNoFixIsNotMended() async throws {
        #expect(text(try await page("guard/user-present")).contains("Without it"))
        #expect(text(try await page("guard/cookie-absent")).contains("Mended"))
    }

    @Test func isHonestAboutHavingNoExample() async throws {
        let page = try await page("page/busy")
        #expect(page.example == nil && page.missingExample != nil)
        #expect(text(page).contains { $0.contains("real engine") })
        #expect(page.json["example"] == nil)
    }

    @Test(arguments: [40, 72, 100])
    func proseIsWrapped(width: Int) async throws {
        for line in try await page("handoff/copy-for-other-host").lines(width: width) {
            guard case .text(let text) = line else { continue }
            #expect(text.count <= width || !text.dropFirst(4).contains(" ") || text.contains(": "), "\(text)")
        }
    }

    @Test func objectHasAllThatTheTextHas() async throws {
        let json = try await page("send/host-only").json
        #expect(json["code"] == "send/host-only" && json["devtools"] == "DomainMismatch")
        #expect(json["area"]?["name"] == "send")
        #expect(json["example"]?["wrong"]?["reasons"]?.arrayValue == ["send/host-only"])
        #expect(json["example"]?["mended"]?["reasons"]?.arrayValue == [])
        #expect(json["example"]?["engines"]?.arrayValue?.count == 8)
        #expect(json["snippets"]?.arrayValue?.isEmpty == false)
        #expect(json["symptoms"]?.arrayValue?.contains { $0["id"] == "subdomain" } == true)
    }
}
