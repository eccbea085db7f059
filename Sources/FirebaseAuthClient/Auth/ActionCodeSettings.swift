import BridgePrimitives
public import Foundation

/// Where the link in a mail leads.
public final class ActionCodeSettings: Sendable {
    private struct Values {
        var url: URL?
        var handleCodeInApp = false
        var iOSBundleID: String?
        var linkDomain: String?
        var dynamicLinkDomain: String?
        var android: (name: String, installs: Bool, minimumVersion: String?)?
    }

    private let values = Mutex(Values())

    public init() {}

    /// The page that follows; its domain must be one of the project's.
    public var url: URL? {
        get { values.withLock { $0.url } }
        set { values.withLock { $0.url = newValue } }
    }
    /// Whether the app takes the code, instead of a web page.
    public var handleCodeInApp: Bool {
        get { values.withLock { $0.handleCodeInApp } }
        set { values.withLock { $0.handleCodeInApp = newValue } }
    }
    public var iOSBundleID: String? {
        get { values.withLock { $0.iOSBundleID } }
        set { values.withLock { $0.iOSBundleID = newValue } }
    }
    public var linkDomain: String? {
        get { values.withLock { $0.linkDomain } }
        set { values.withLock { $0.linkDomain = newValue } }
    }
    public var dynamicLinkDomain: String? {
        get { values.withLock { $0.dynamicLinkDomain } }
        set { values.withLock { $0.dynamicLinkDomain = newValue } }
    }

    public func setIOSBundleID(_ iOSBundleID: String) { self.iOSBundleID = iOSBundleID }

    public func setAndroidPackageName(
        _ androidPackageName: String, installIfNotAvailable: Bool, minimumVersion: String?
    ) {
        values.withLock { $0.android = (androidPackageName, installIfNotAvailable, minimumVersion) }
    }

    func write(to members: inout JSONObject) {
        let values = values.withLock { $0 }
        members["continueUrl"] = values.url.map { .string($0.absoluteString) }
        members["iOSBundleId"] = values.iOSBundleID.map { .string($0) }
        members["androidPackageName"] = values.android.map { .string($0.name) }
        if let android = values.android, android.installs { members["androidInstallApp"] = true }
        members["androidMinimumVersion"] = values.android?.minimumVersion.map { .string($0) }
        members["canHandleCodeInApp"] = .bool(values.handleCodeInApp)
        members["dynamicLinkDomain"] = values.dynamicLinkDomain.map { .string($0) }
        members["linkDomain"] = values.linkDomain.map { .string($0) }
    }
}
