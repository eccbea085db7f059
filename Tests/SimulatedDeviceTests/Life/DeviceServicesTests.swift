import SimulatedDevice
import Testing

@Suite("Services of a device", .timeLimit(.minutes(5)))
struct DeviceServicesTests {
    private protocol Person: Sendable { var name: String { get } }
    private struct Taro: Person { let name = "Taro" }

    @Test func areFoundByTheTypeThatTheyWereGivenAs() {
        let services = TestDevice.make().services
        services.provide(Taro())
        #expect(services.service(Taro.self)?.name == "Taro" && services.service((any Person).self) == nil)
        services.provide(Taro() as any Person)
        #expect(services.service((any Person).self)?.name == "Taro")
        services.provide(1)
        services.provide(2)  // takes the earlier one's place
        #expect(services.service() == 2)
        services.remove(Int.self)
        #expect(services.service(Int.self) == nil)
        #expect(services.service { 3 } == 3 && services.service { 4 } == 3)  // made once
    }

    @Test func ofAProcessGoWithIt() throws {
        final class SDK: Sendable { init() {} }
        let app = try TestDevice.make().install(TestDevice.shop)
        let process = try app.launch(.user)
        weak let sdk = process.services.service { SDK() }
        #expect(sdk != nil && process.services.service(SDK.self) === sdk)
        process.end()
        #expect(sdk == nil && process.services.service(SDK.self) == nil)
        #expect(try app.launch(.user).services.service(SDK.self) == nil)
    }
}
