import Files
@testable import Listening
import Testing

@Suite("How many event loops listeners have", .timeLimit(.minutes(5)))
struct ListenerLoopsTests {
    @Test(
        arguments: [
            (2, 1024, 2), (12, 1024, 12),  // one a processor
            (64, 1024, 16), (12, 256, 4), (12, 128, 2),  // not all descriptors are for loops
            (12, 64, 1), (12, 20, 1), (1, 10_240, 1),
        ])
    func isOneAProcessorOrFewer(processors: Int, descriptors: Int, loops: Int) {
        let limit = DescriptorLimit(soft: descriptors, hard: descriptors)
        #expect(ListenerLoops.count(processors: processors, within: limit) == loops)
    }
}
