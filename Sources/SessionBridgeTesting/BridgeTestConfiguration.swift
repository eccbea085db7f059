import BridgePrimitives
public import Cookies
import Foundation
import HTTPLoader
import Listening
import Project
import Scenarios
public import Worlds

/// What the worlds of a test are like, where the test or the scenario does not say it.
///
/// A ``SessionBridgeTrait`` puts one in force for a test or a suite.
public struct BridgeTestConfiguration: Sendable {
    /// Nil for the project file's, or else the usual one.
    public var profile: CookieProfile?
    /// Fixes uids and other ids.
    public var seed: UInt64 = 1
    /// The path of a project file: somebody's own backend, page and names. Nil for none.
    public var projectFile: String?
    /// Where keys are kept; nil for the user's folder, or what `SESSION_BRIDGE_STATE` names.
    public var stateFolder: String?

    public init() {}

    /// What is in force for the test that runs now.
    @TaskLocal public static var current = BridgeTestConfiguration()

    /// The world that it asks for.
    ///
    /// A function without `async`, and not inlined: where such settings are made within an asynchronous one, the
    /// optimizer of Swift 6.3 crashes.
    /// - Throws: what is wrong with the project file.
    @inline(never)
    public func worldSettings() throws -> WorldSettings {
        var settings = try projectFile.map { try ProjectFiles.load($0).worldSettings() } ?? WorldSettings()
        if let profile { settings.profile = profile }
        settings.seed = seed
        return settings
    }

    func result(of scenario: Scenario) async throws -> ScenarioResult {
        let runs = ScenarioRuns(settings: try worldSettings(), stateFolder: stateFolder, width: 1)
        let results = try await runs.run([scenario]) { _ in }
        guard let result = results.first else {
            throw BridgeFailure(RunReason.worldFailed, cause: "\(scenario.name) has no result")
        }
        return result
    }
}

/// Lends `body` a world as the test's trait has it, and takes it down however `body` ends.
///
/// - Throws: what keeps the world from being made; else what `body` throws.
public func withTestWorld<Value: Sendable>(_ body: (World) async throws -> Value) async throws -> Value {
    let configuration = BridgeTestConfiguration.current
    let settings = try configuration.worldSettings()
    let state = try StateDirectory(configuration.stateFolder ?? WorldMaterial.usualStateFolder)
    let material = try WorldMaterial(state: state, for: settings)
    defer { material.transport.shutdown() }
    return try await withWorld(settings, material: material, body)
}
