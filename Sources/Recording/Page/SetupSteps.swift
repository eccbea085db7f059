import Listening

/// How a device comes to be read, and how that is undone, as a terminal has it.
struct SetupSteps {
    /// Where the proxy listens, as devices reach it; the first is the likeliest.
    let addresses: [String]
    let port: Int

    /// Whether nobody but this machine's own programs reaches the proxy: an iPhone that is told 127.0.0.1 asks itself.
    var isForThisMachineAlone: Bool {
        addresses.allSatisfy { LocalRequest.isLoopback(authority: "\(ListenAddress(host: $0, port: port))") }
    }

    private var server: String { "server \(addresses.first ?? "127.0.0.1"), port \(port)" }

    static let noDevice = "No device reaches this: pass --host 0.0.0.0"
    /// No command of the simulator takes out one certificate alone.
    static let reset =
        "xcrun simctl keychain booted reset (empties its whole keychain, which also signs its apps out)"

    /// Lines for before: what they are for, and the steps.
    var before: [String] {
        guard !isForThisMachineAlone else {
            return [
                "\(Self.noDevice).", "To record a browser or simulator of this machine",
                "  1. Browser: in its proxy settings, for HTTP and HTTPS: \(server).",
                "     A simulator takes the Mac's own proxy: System Settings › Network › Details › Proxies.",
                "  2. Open http://\(RecordingPage.host)/ there, and download the certificate it offers.",
                "  3. Browser: import it as an authority for websites.",
                "     Simulator: xcrun simctl keychain booted add-root-cert session-bridge-proxy.crt",
            ]
        }
        return [
            "To record a device",
            "  1. iPhone: Settings › Wi-Fi › (i) › Configure Proxy › Manual: \(server).",
            "     A simulator takes the Mac's own proxy: System Settings › Network › Details › Proxies.",
            "  2. Open http://\(RecordingPage.host)/ in Safari there, and install the profile it offers.",
            "  3. Settings › General › About › Certificate Trust Settings: switch it on.",
        ]
    }

    /// Lines for after, in the same way.
    var after: [String] {
        guard !isForThisMachineAlone else {
            return [
                "To undo it on this machine",
                "  1. Take the proxy out of the settings of the browser, or of the Mac.",
                "  2. Remove the authority \"session-bridge proxy …\" from the browser, or in Keychain Access.",
                "     Simulator: \(Self.reset).",
            ]
        }
        return [
            "To undo it on the device",
            "  1. iPhone: Settings › Wi-Fi › (i) › Configure Proxy › Off.",
            "  2. Settings › General › VPN & Device Management: remove the profile \"session-bridge proxy …\".",
            "     Mac: delete it in Keychain Access.",
            "     Simulator: \(Self.reset).",
        ]
    }
}
