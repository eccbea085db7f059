import Files
import Testing
@testable import Worlds

@Suite("How many jobs a limit on descriptors allows", .timeLimit(.minutes(5)))
struct WorldRoomTests {
    /// Columns: the limit, what is open already, what the event loops take, how many worlds fit.
    @Test(
        arguments: [
            (1024, 11, 6, 60), (1024, 11, 48, 57),
            (256, 11, 6, 12), (256, 200, 6, 0),
            (128, 11, 6, 5), (64, 11, 3, 1), (64, 20, 3, 1),
            (32, 11, 3, 0), (20, 11, 3, 0), (8, 8, 3, 0),
        ])
    func worlds(descriptors: Int, open: Int, loops: Int, worlds: Int) {
        let limit = DescriptorLimit(soft: descriptors, hard: descriptors)
        #expect(WorldRoom.count(.world, room: descriptors - open, loops: loops, within: limit) == worlds)
    }

    @Test(arguments: [(WorldRoom.Load.worldInEngine, 3), (.handoff, 24), (.world, 12)])
    func othersTakeMoreOrLess(load: WorldRoom.Load, count: Int) {
        let limit = DescriptorLimit(soft: 256, hard: 256)
        #expect(WorldRoom.count(load, room: 245, loops: 6, within: limit) == count)
    }

    /// What is asked for so many is enough for them, with forty open already and sixteen loops of Linux.
    @Test(arguments: [1, 4, 12, 64, 256], [WorldRoom.Load.world, .worldInEngine, .handoff])
    func whatIsAskedForIsEnough(jobs: Int, load: WorldRoom.Load) {
        let descriptors = WorldRoom.descriptors(for: jobs, load)
        let limit = DescriptorLimit(soft: descriptors, hard: descriptors)
        #expect(WorldRoom.count(load, room: descriptors - 30, loops: 48, within: limit) >= jobs)
    }
}
