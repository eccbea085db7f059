import BridgePrimitives
import Foundation
@testable import Inspecting
import RouterGuard
import Testing

/// The page keeps the codes with which a guard sends somebody away; a code that is renamed here must be renamed there.
@Test(.timeLimit(.minutes(5)))
func thePagesGuardCodesAreTheGuardsOwn() throws {
    let bytes = try #require(InspectorPage.files["event-weight.js"])
    let codes = String(decoding: bytes, as: UTF8.self).matches(of: /"(guard\/[a-z-]+)"/).map { String($0.1) }
    let own = Set(ReasonCatalogue.all.entries.map(\.code.rawValue))
    #expect(codes.count > 10)
    #expect(codes.filter { !own.contains($0) } == [])
}
