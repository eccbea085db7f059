public import BridgePrimitives
import Files
import Foundation
import HTTPLoader

/// What `GoogleService-Info.plist` says of a project and an app.
public final class FirebaseOptions: Sendable {
    private struct Values {
        var googleAppID: String
        var gcmSenderID: String
        var apiKey: String?
        var projectID: String?
        var bundleID: String?
        var clientID: String?
        var reversedClientID: String?
    }

    private let values: Mutex<Values>

    /// The options of an app that sets the rest itself.
    public init(googleAppID: String, gcmSenderID: String) {
        values = Mutex(Values(googleAppID: googleAppID, gcmSenderID: gcmSenderID))
    }

    /// Reads the text of a `GoogleService-Info.plist`.
    ///
    /// - Parameter bytes: a property list, XML or binary, of at most 1 MiB.
    /// - Throws: `client/options-unreadable`; `client/option-missing`, which names the first missing one of `API_KEY`,
    ///   `PROJECT_ID`, `GOOGLE_APP_ID` and `BUNDLE_ID`.
    public init(propertyList bytes: [UInt8]) throws(BridgeFailure) {
        let texts = try Self.texts(in: bytes)
        func text(_ key: String) throws(BridgeFailure) -> String {
            guard let text = texts[key], !text.isEmpty else {
                throw BridgeFailure(
                    FirebaseOptionsReason.missing, cause: "GoogleService-Info.plist has no \(key)")
            }
            return text
        }
        values = Mutex(
            Values(
                googleAppID: try text("GOOGLE_APP_ID"), gcmSenderID: texts["GCM_SENDER_ID"] ?? "",
                apiKey: try text("API_KEY"), projectID: try text("PROJECT_ID"), bundleID: try text("BUNDLE_ID"),
                clientID: texts["CLIENT_ID"], reversedClientID: texts["REVERSED_CLIENT_ID"]))
    }

    /// Reads a file of the machine; nil when it is no usable `GoogleService-Info.plist`.
    public convenience init?(contentsOfFile plistPath: String) {
        guard let bytes = try? InputFile.read(plistPath, upTo: Self.sizeLimit),
            let options = try? Self.init(propertyList: bytes)
        else { return nil }
        self.init(options)
    }

    private static let sizeLimit = 1 << 20

    private init(_ other: FirebaseOptions) { values = Mutex(other.values.withLock { $0 }) }

    /// A copy that later changes do not reach.
    var copy: FirebaseOptions { FirebaseOptions(self) }

    /// The options of the bundle; nil when it has none.
    public static func defaultOptions() -> FirebaseOptions? { FirebaseEnvironment.current?.bundledOptions?.copy }

    public var googleAppID: String {
        get { values.withLock { $0.googleAppID } }
        set { values.withLock { $0.googleAppID = newValue } }
    }
    public var gcmSenderID: String {
        get { values.withLock { $0.gcmSenderID } }
        set { values.withLock { $0.gcmSenderID = newValue } }
    }
    public var apiKey: String? {
        get { values.withLock { $0.apiKey } }
        set { values.withLock { $0.apiKey = newValue } }
    }
    public var projectID: String? {
        get { values.withLock { $0.projectID } }
        set { values.withLock { $0.projectID = newValue } }
    }
    public var bundleID: String {
        get { values.withLock { $0.bundleID ?? "" } }
        set { values.withLock { $0.bundleID = newValue } }
    }
    public var clientID: String? {
        get { values.withLock { $0.clientID } }
        set { values.withLock { $0.clientID = newValue } }
    }
    /// `REVERSED_CLIENT_ID`: the custom scheme of web sign-ins.
    public var reversedClientID: String? { values.withLock { $0.reversedClientID } }

    func configuration(appName: String, service: WebURL?) -> FirebaseConfiguration {
        let values = values.withLock { $0 }
        return FirebaseConfiguration(
            apiKey: values.apiKey ?? "", projectID: values.projectID ?? "", host: service,
            platform: .ios(bundleID: values.bundleID ?? ""), googleAppID: values.googleAppID,
            clientID: values.clientID, appName: appName)
    }

    private static func texts(in bytes: [UInt8]) throws(BridgeFailure) -> [String: String] {
        guard bytes.count <= sizeLimit,
            let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
        else {
            throw BridgeFailure(
                FirebaseOptionsReason.unreadable, cause: "GoogleService-Info.plist is not a property list")
        }
        return list.compactMapValues { $0 as? String }
    }
}
