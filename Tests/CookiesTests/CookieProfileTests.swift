import BridgePrimitives
import Cookies
import TestSupport
import Testing

@Suite("Profiles", .timeLimit(.minutes(5)))
struct CookieProfileTests {
    @Test(arguments: ["rfc6265bis", "layered-cookies", "ios12", "ios17", "ios18", "ios26", "webkitgtk", "chromium"])
    func areFoundByName(name: String) {
        #expect(CookieProfile.named(name)?.name == name)
    }

    @Test func unknownNamesAreNotFound() {
        #expect(CookieProfile.named("ios") == nil)
        #expect(CookieProfile.named("") == nil)
        #expect(Set(CookieProfile.all.map(\.name)).count == CookieProfile.all.count)
    }

    /// Whatever a profile declares is listed under its own name, in the order of declaration: a value that were
    /// forgotten would stand in no listing and be in no comparison of engines.
    @Test(arguments: CookieProfile.all)
    func everyValueIsListedAndHasEvidence(profile: CookieProfile) {
        let declared = Mirror(reflecting: profile).children.compactMap(\.label).filter { $0 != "name" }
        #expect(profile.rows.map(\.knob) == declared)
        for row in profile.rows { #expect(row.source.utf8.count > 5, "\(row.knob)") }
    }

    @Test func theBrowserAloneKnowsNothingForCertainOfClosedCode() {
        let verified = CookieProfile.ios17.rows.filter { $0.confidence == .verified }
        #expect(verified.isEmpty)  // CFNetwork cannot be run here
    }
}
