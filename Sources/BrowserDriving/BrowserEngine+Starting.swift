import BridgePrimitives

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// What each driver wants to hear.
extension BrowserEngine {
    func driverArguments(port: Int) -> [String] {
        switch self {
        case .webkitgtk, .chromium: ["--port=\(port)"]
        case .safari: ["--port", "\(port)"]
        }
    }

    package func driverEnvironment(display: String?, folder: String) -> [String: String] {
        switch self {
        case .safari: [:]
        // Profiles, lock files and sockets of Chromium stay in the folder, which goes also where Chromium was killed.
        case .chromium: ["XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, "TMPDIR": folder]
        case .webkitgtk:
            [
                "DISPLAY": display ?? "", "GDK_BACKEND": "x11", "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder,
                "XDG_DATA_HOME": folder, "NO_AT_BRIDGE": "1", "WAYLAND_DISPLAY": "",
            ].merging(Self.isRoot ? ["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"] : [:]) { $1 }
        }
    }

    /// The session's capabilities (W3C WebDriver §7).
    ///
    /// - Parameter profile: a folder that does not exist yet, for browsers that keep their profile in one.
    /// - Throws: `browser/not-installed`.
    func capabilities(settings: BrowserSettings, profile: String?) throws(BridgeFailure) -> JSONValue {
        let page = JSONValue.integer(settings.timeouts.page.wholeMilliseconds)
        var capabilities = JSONObject([
            ("timeouts", ["pageLoad": page, "script": page, "implicit": 0])
        ])
        switch self {
        case .webkitgtk:
            capabilities["webkitgtk:browserOptions"] = [
                "binary": .string(try InstalledTool.miniBrowser()), "args": ["--automation"],
            ]
        case .chromium:
            capabilities["goog:chromeOptions"] = [
                "args": .array(ChromiumProgram.arguments(profile: profile).map { .string($0) })
            ]
        case .safari:
            capabilities["browserName"] = "safari"
        }
        if settings.acceptsInsecureCertificates { capabilities["acceptInsecureCerts"] = true }
        return .object(capabilities)
    }

    static var isRoot: Bool { geteuid() == 0 }
}
