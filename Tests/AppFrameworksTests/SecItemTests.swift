import AppFrameworks
import Testing

@Suite("SecItem, as apps call it")
struct SecItemTests {
    /// The module brings `Data` along.
    @Test func dataNeedsNoOtherImport() { #expect(Data([1, 2]).count == 2) }
}
