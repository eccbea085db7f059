import AuthEmulator
import BridgePrimitives
import TestSupport
import Testing

/// A uid that came again would be somebody else's: whoever was deleted holds an ID token for it that is good for up to
/// an hour, and the backend has a row under it.
@Suite("Ids are unique for the life of a state", .timeLimit(.minutes(5)))
struct UniqueIDTests {
    /// What happens to a state between two people.
    enum Event: String, CaseIterable, Sendable {
        case nothing
        case restart
        case restartAfterReset = "restart after a reset"
        case reset
        /// The state is replaced by its own export.
        case restore
        /// A new state, of the same seed, takes the export over.
        case move
        /// The same without what only our exports say: accounts.json as emulators write it.
        case moveOfAnEmulator = "restart, then the import of an emulator's export"
    }

    @Test(arguments: Event.allCases, [1, 3])
    func aDeletedUsersUIDIsNeverGivenAgain(event: Event, times: Int) throws {
        try withFolder { folder in
            var file = 0
            func open() throws -> (AuthService, AccountStore) {
                let store = try AccountStore(path: "\(folder)/\(file).sqlite")
                return (try Fixture(store: store).service, store)
            }
            func signUp(_ service: AuthService) throws -> String {
                try service.signUp(SignUpRequest(), as: .user).text("localId")
            }

            var (service, store) = try open()
            var given = Set<String>()
            for _ in 0...times {
                for _ in 0..<5 {
                    let uid = try signUp(service)
                    #expect(given.insert(uid).inserted, "\(uid) came again after \(event.rawValue)")
                    _ = try service.delete(DeleteRequest(body(["localId": .string(uid)])), as: .admin)
                }
                switch event {
                case .nothing: break
                case .reset: try service.reset()
                case .restart, .restartAfterReset:
                    if event == .restartAfterReset { try service.reset() }
                    try store.close()
                    (service, store) = try open()
                case .restore: try service.importState(.object(service.exportedState()))
                case .move:
                    let state = JSONValue.object(try service.exportedState())
                    file += 1
                    (service, store) = try open()
                    try service.importState(state)
                case .moveOfAnEmulator:
                    try store.close()
                    (service, store) = try open()
                    try service.importState(["users": []])
                }
            }
            try store.close()
        }
    }

    /// A world that keeps nothing gives the same ids as every other of its seed.
    @Test func aFirstStartFollowsTheSeed() throws {
        let uids = try (0..<2).map { _ in
            try Fixture(seed: 7).service.signUp(SignUpRequest(), as: .user).text("localId")
        }
        #expect(uids[0] == uids[1])
    }
}
