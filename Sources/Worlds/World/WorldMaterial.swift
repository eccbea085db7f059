public import AuthEmulator
public import BridgePrimitives
import Files
import Foundation
public import HTTPLoader
public import Listening
public import Tokens

/// What worlds share because it is slow to make: keys, the local authority, the page's files, the HTTP client.
public struct WorldMaterial: Sendable {
    public let keys: KeyRing
    public let serviceAccount: ServiceAccount
    /// The file that an Admin SDK takes for it.
    public let serviceAccountPath: String
    /// What the simulated Apple signs identity tokens with.
    public let appleKey: SigningKey
    public let authority: LocalAuthority
    public let identity: ServerIdentity
    public let files: WebAppFiles
    /// Trusts the local authority besides the system's.
    public let transport: CurlTransport

    /// The names that the listeners' certificate is for.
    public static let hostNames = [
        VirtualHosts.webHost, VirtualHosts.backendHost, VirtualHosts.authHost, SampleWebApp.partnerHost,
        SampleWebApp.siblingHost,
        VirtualHosts.appleHost, VirtualHosts.twitterHost, "localhost", "127.0.0.1", "::1",
    ]

    /// Reads all from the state directory; what is missing is made and kept there.
    ///
    /// - Parameter network: how other machines reach this one, for its names in the certificate; nil where they don't.
    /// - Complexity: about a second the first time, milliseconds from then on.
    public init(
        state: StateDirectory, projectID: String, serviceAccountFile: String? = nil, webRoot: String? = nil,
        network: LocalNetwork? = nil, now: Instant = SystemTime.now
    ) throws(BridgeFailure) {
        try self.init(
            state: state, projectID: projectID, serviceAccountFile: serviceAccountFile, webRoot: webRoot,
            network: network, trusting: [], now: now)
    }

    /// The same for worlds of these settings.
    public init(state: StateDirectory, for settings: WorldSettings) throws(BridgeFailure) {
        try self.init(
            state: state, projectID: settings.projectID, webRoot: settings.webRoot,
            trusting: settings.trustedCertificates)
    }

    /// The same with an HTTP client that trusts these certificates besides, as PEM.
    package init(
        state: StateDirectory, projectID: String, serviceAccountFile: String? = nil, webRoot: String? = nil,
        network: LocalNetwork? = nil, trusting others: [UInt8], now: Instant = SystemTime.now
    ) throws(BridgeFailure) {
        _ = try WorldRoom.width(1)
        keys = try KeyRing(in: state)
        if let serviceAccountFile {
            serviceAccount = try ServiceAccount(file: serviceAccountFile, projectID: projectID)
            serviceAccountPath = serviceAccountFile
        } else {
            serviceAccount = try ServiceAccount(projectID: projectID, in: state)
            serviceAccountPath = state.file("service-account.json")
        }
        appleKey = try SigningKey.kept(as: "apple-key.pem", in: state)
        authority = try LocalAuthority(in: state, now: now, reach: network == nil ? .thisMachine : .localNetwork)
        identity = try authority.serverIdentity(for: Self.hostNames + (network?.certifiable ?? []), now: now)
        files = try WebAppFiles(folder: webRoot)
        transport = try CurlTransport(trust: .systemAnd(pem: Array(authority.certificatePEM.utf8) + [0x0A] + others))
    }

    /// The folder in which state is kept when none is named: the user's, as the system has it.
    public static var usualStateFolder: String {
        let environment = ProcessInfo.processInfo.environment
        #if os(macOS)
            let base = NSHomeDirectory() + "/Library/Application Support"
        #else
            // Foundation asks the list of users first; a container's user has a HOME, and there often nothing.
            let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
            let base = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.local/state"
        #endif
        return environment["SESSION_BRIDGE_STATE"].flatMap { $0.isEmpty ? nil : $0 } ?? base + "/session-bridge"
    }
}

extension ServiceAccount {
    /// Reads the key file of somebody's own service account.
    ///
    /// - Throws: `token/unreadable-service-account`.
    package init(file: String) throws(BridgeFailure) {
        let bytes: [UInt8]
        do { bytes = try InputFile.read(file, upTo: 1 << 20) } catch {
            throw BridgeFailure(KeyReason.unreadableServiceAccount, cause: "\(file) \(error.clause)")
        }
        guard let json = try? JSONValue(parsing: bytes.withoutByteOrderMark) else {
            throw BridgeFailure(
                KeyReason.unreadableServiceAccount, cause: "\(file) is no JSON file",
                fix: "name the key file of a service account")
        }
        do { try self.init(json: json) } catch { throw error.about(file) }
    }

    /// - Throws: the same, or `usage/other-project` for one of another project.
    fileprivate init(file: String, projectID: String) throws(BridgeFailure) {
        try self.init(file: file)
        guard self.projectID == projectID else {
            throw BridgeFailure(
                WorldReason.otherProject,
                cause: "\(file) belongs to the project \(self.projectID), not to \(projectID)",
                fix: "pass --project \(self.projectID)")
        }
    }
}
