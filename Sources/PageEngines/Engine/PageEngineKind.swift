public import Cookies

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A real engine that pages open in.
public enum PageEngineKind: String, CaseIterable, Sendable {
    /// WebKitGTK through its own API: the nearest to a WKWebView that Linux has.
    case webkitgtk
    /// Chromium without a window, over the DevTools Protocol: the nearest to an Android WebView.
    case chromium

    /// The profile that is to be like it.
    public var cookieProfile: CookieProfile {
        switch self {
        case .webkitgtk: .webkitgtk
        case .chromium: .chromium
        }
    }

    /// The environment of its process: it keeps what it writes in `folder`.
    ///
    /// - Parameter display: as `DISPLAY` has it; for WebKitGTK.
    func environment(display: String? = nil, folder: String) -> [String: String] {
        switch self {
        // Profiles, lock files and sockets of Chromium stay in the folder, which goes also where Chromium was killed.
        case .chromium: return ["XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, "TMPDIR": folder]
        case .webkitgtk:
            var environment = [
                "DISPLAY": display ?? "", "GDK_BACKEND": "x11", "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder,
                "XDG_DATA_HOME": folder, "NO_AT_BRIDGE": "1", "WAYLAND_DISPLAY": "",
            ]
            if Self.isRoot { environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1" }
            return environment
        }
    }

    /// The engines' sandboxes refuse to run as root.
    static var isRoot: Bool { geteuid() == 0 }
}
