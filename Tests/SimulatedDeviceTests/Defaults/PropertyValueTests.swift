import SimulatedDevice
import Testing

@Suite("Values of a property list", .timeLimit(.minutes(5)))
struct PropertyValueTests {
    @Test func areWhatTheyWereGivenAs() {
        #expect(PropertyValue.integer(1) != .bool(true) && PropertyValue.integer(1) != .double(1))
        #expect(PropertyValue.string("a").stringValue == "a" && PropertyValue.integer(1).stringValue == nil)
        #expect(PropertyValue.data([0]).dataValue == [0] && PropertyValue.bool(true).boolValue == true)
        #expect(PropertyValue.integer(.min).integerValue == .min)
    }
}
