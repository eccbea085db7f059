@testable import HTTPLoader
import Testing

@Suite("How many connections a transport opens and keeps", .timeLimit(.minutes(5)))
struct TransportLimitsTests {
    @Test(
        arguments: [
            (1024, 1024, 204), (1024, 256, 51), (1024, 10_240, 1024),
            (1024, 20, 8),  // a few in any case
            (4, 1024, 4), (1, 20, 1),  // who asks for fewer gets fewer
            (.max, .max, 65_536),  // as many as there are ports
        ])
    func areAFifthOfTheDescriptors(limit: Int, descriptors: Int, connections: Int) {
        #expect(TransportLimits(connections: limit).connections(within: descriptors) == connections)
    }

    @Test(arguments: [(1, 8), (2, 8), (4, 16), (12, 48)])
    func areKeptAsRequestsWereUnderWay(requests: Int, kept: Int) {
        #expect(TransportLimits.kept(after: requests) == kept)
    }
}
