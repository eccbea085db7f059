import Listening
import PageEngines
import Testing
import WorldTestSupport
import Worlds

/// Starts each engine once for all tests of a suite. They trust the authority of the shared material; a test has a store
/// of its own, which is a fresh profile.
struct SharedEngines: SuiteTrait, TestScoping {
    @TaskLocal private static var running: [PageEngineKind: EngineHelper] = [:]

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Self.start(TestedEngines.all[...], function)
        #expect(Leftovers.found() == [])
    }

    private static func start(
        _ kinds: ArraySlice<PageEngineKind>, _ body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard let kind = kinds.first else { return try await body() }
        // WebKit trusts the authority; Chromium gets the keys of the certificates to trust.
        let material = try SharedMaterial.material.get()
        let trusted = [material.authority.certificatePEM, material.identity.certificatePEM].joined(separator: "\n")
        try await withPageEngine(kind, trusting: trusted) { helper in
            try await $running.withValue(running.merging([kind: helper]) { $1 }) {
                try await start(kinds.dropFirst(), body)
            }
        }
    }

    /// Lends a view over a fresh store in the engine that runs.
    static func withView(
        _ kind: PageEngineKind, _ settings: EngineViewSettings = EngineViewSettings(),
        _ body: (EngineView, EngineStore) async throws -> Void
    ) async throws {
        let helper = try #require(running[kind], "the suite has the trait .sharedEngines")
        try await helper.withStore { store in
            try await store.withView(settings) { view in try await body(view, store) }
        }
    }
}

extension Trait where Self == SharedEngines {
    static var sharedEngines: Self { Self() }
}
