public import Cookies
public import Testing

/// What the worlds of a test, or of all tests in a suite, are like: `.sessionBridge(profile: .ios17, seed: 7)`.
///
/// A test's own wins over its suite's, member by member.
public struct SessionBridgeTrait: TestTrait, SuiteTrait, TestScoping {
    let change: @Sendable (inout BridgeTestConfiguration) -> Void

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        var configuration = BridgeTestConfiguration.current
        change(&configuration)
        try await BridgeTestConfiguration.$current.withValue(configuration) { try await function() }
    }
}

extension Trait where Self == SessionBridgeTrait {
    /// - Parameters:
    ///   - profile: whose cookie behaviour the web view has.
    ///   - seed: fixes uids and other ids.
    ///   - projectFile: a path as for ``ScenarioTests/all(in:filter:testFile:)``.
    ///   - stateFolder: where keys are kept.
    ///   - testFile: the test's own file.
    public static func sessionBridge(
        profile: CookieProfile? = nil, seed: UInt64? = nil, projectFile: String? = nil, stateFolder: String? = nil,
        testFile: String = #filePath
    ) -> Self {
        SessionBridgeTrait { configuration in
            if let profile { configuration.profile = profile }
            if let seed { configuration.seed = seed }
            if let stateFolder { configuration.stateFolder = stateFolder }
            if let projectFile {
                configuration.projectFile = ScenarioTests.place(of: projectFile, beside: testFile)
            }
        }
    }
}
