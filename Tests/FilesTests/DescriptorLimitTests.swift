import Files
import Testing

@Suite("How many descriptors a process may open", .timeLimit(.minutes(5)))
struct DescriptorLimitTests {
    @Test(
        "the soft limit that is asked for",
        arguments: [
            (256, Int.max, 1024, 1024),  // a Mac's Terminal
            (1024, 524_288, 1024, 1024),  // Linux: nothing to do
            (20_000, 20_000, 1024, 20_000),  // never lowered
            (1024, .max, 4224, 4224),  // for many jobs
            (1024, .max, 16_512, 10_240),  // a Mac refuses more than OPEN_MAX
            (256, 512, 1024, 512),  // no further than the hard limit
            (256, 256, 1024, 256),
            (20, 20, 1024, 20),
        ])
    func isRaisedAsFarAsItMay(soft: Int, hard: Int, wanted: Int, asked: Int) {
        #expect(DescriptorLimit(soft: soft, hard: hard).soft(for: wanted) == asked)
    }

    @Test(arguments: [(20, 12), (64, 12), (128, 16), (256, 32), (1024, 32), (10_240, 32)])
    func someAreLeftToLibraries(soft: Int, spare: Int) {
        #expect(DescriptorLimit(soft: soft, hard: soft).spare == spare)
    }

    /// Standard input, output and error are open: of four numbers one is left at most.
    @Test func whatIsOpenIsNotCounted() {
        #expect(DescriptorLimit(soft: 4, hard: 4).room(upTo: 10) <= 1)
        #expect(DescriptorLimit(soft: 0, hard: 0).room(upTo: 10) == 0)
        #expect(DescriptorLimit.current.room(upTo: 3) == 3)
        #expect(DescriptorLimit.current.soft <= DescriptorLimit.current.hard)
    }
}
