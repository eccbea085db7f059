/// Every endpoint there is. What is not in here is answered with 404.
enum EndpointTable: Sendable {
    static let all: [Endpoint] = emulated + google

    /// What the emulator has, and its OpenAPI document tells.
    static let emulated: [Endpoint] =
        accounts + signIns + codes + secondFactors + administration + configuration + providerConfigs + keys + control
        + unavailable

    static let router = PathRouter(all)
}
