/// Every endpoint there is. What is not in here is answered with 404.
enum EndpointTable: Sendable {
    static let all: [Endpoint] =
        accounts + signIns + codes + secondFactors + administration + configuration + keys + control + unavailable

    static let router = PathRouter(all)
}
