import BridgePrimitives
import Listening
import Worlds

/// How a device comes to be read: the proxy set, the day's authority installed, and all of it removed again. It loads
/// nothing.
struct SetupPage {
    let authority: RunAuthority
    /// Where the proxy listens, as devices reach it; the first is the likeliest.
    let addresses: [String]
    let port: Int

    private var steps: SetupSteps { SetupSteps(addresses: addresses, port: port) }

    var html: String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Record this device</title><style>\(AuthorityPage.style)</style></head><body>
        <header><p class="eyebrow">session-bridge proxy</p><h1>Record this device</h1>
        <p>The proxy explains each request's cookies as they pass. To read <code>https://</code>, the device has to trust an
        authority that was made for this one run: it ends on <strong>\(MarkupText.escaped(authority.expiry.rfc3339))</strong>,
        and its key is kept nowhere.</p>
        <p class="buttons">\(steps.isForThisMachineAlone ? "" : Self.profileButton)
        <a class="button quiet" href="/session-bridge-proxy.crt">Certificate (.crt)</a></p></header><main>
        <section class="limits"><h2>What it can do</h2><p>Whoever has its key can read what this device sends to
        <em>any</em> host. Install it on a device for development, and remove it when you are done.</p>
        <p>Is it the one that your terminal names? Its SHA-256 fingerprint:</p>
        <p class="print">\(AuthorityPage.shown(authority.fingerprint))</p></section>
        \(steps.isForThisMachineAlone ? nearSections : deviceSections)
        </main></body></html>
        """
    }

    private static let profileButton =
        #"<a class="button" href="/session-bridge-proxy.mobileconfig">Profile for iPhone and iPad</a>"#

    private var servers: String {
        addresses.map { "<code>\(MarkupText.escaped($0))</code>" }.joined(separator: " or ")
    }

    private var deviceSections: String {
        """
        <section><h2>The proxy</h2><p><em>Settings › Wi-Fi › (i) › Configure Proxy › Manual</em>: server \(servers), port
        <code>\(port)</code>. If you read this under its name, it is set already.</p></section>
        <section><h2>iPhone and iPad</h2><ol>
        <li>Tap <em>Profile for iPhone and iPad</em> <strong>in Safari</strong>, and allow the download.</li>
        <li><em>Settings › General › VPN &amp; Device Management</em>: choose the profile and install it.</li>
        <li><em>Settings › General › About › Certificate Trust Settings</em>: switch it on. Without this step the device
        has the certificate and does not trust it.</li></ol></section>
        \(Self.simulatorSection)
        <section><h2>When you are done</h2><ol>
        <li><em>Settings › Wi-Fi › (i) › Configure Proxy › Off</em>: with the proxy gone the device has no network.</li>
        <li><em>Settings › General › VPN &amp; Device Management</em>: choose
        <em>\(MarkupText.escaped(authority.name))</em>, and remove it.</li>
        \(Self.simulatorReset)</ol></section>
        """
    }

    private var nearSections: String {
        """
        <section class="limits"><h2>This machine alone</h2><p>\(MarkupText.escaped(SetupSteps.noDevice)). Without it the
        proxy takes a browser or simulator of this machine.</p></section>
        <section><h2>The proxy</h2><p>In the settings of the browser, or of the Mac for a simulator, for HTTP and HTTPS:
        server \(servers), port <code>\(port)</code>. If you read this under its name, it is set already.</p></section>
        <section><h2>Browser</h2><ol><li>Download the certificate.</li>
        <li>Import it in the browser's settings, as an authority for websites.</li></ol></section>
        \(Self.simulatorSection)
        <section><h2>When you are done</h2><ol>
        <li>Take the proxy out of those settings: with the proxy gone there is no network.</li>
        <li>Remove <em>\(MarkupText.escaped(authority.name))</em> from the browser's authorities.</li>
        \(Self.simulatorReset)</ol></section>
        """
    }

    private static let simulatorSection = """
        <section><h2>Simulator</h2><ol><li>Download the certificate on the Mac and start the simulator.</li>
        <li><pre><code>xcrun simctl keychain booted add-root-cert session-bridge-proxy.crt</code></pre></li></ol></section>
        """

    private static let simulatorReset = """
        <li>Simulator: <code>xcrun simctl keychain booted reset</code>, or erase it. Either empties its whole keychain, so
        that its apps are signed out too.</li>
        """

    /// As Apple's devices take the authority in.
    var profile: [UInt8] {
        AuthorityProfile(
            certificate: authority.certificateDER, fingerprint: authority.fingerprint,
            texts: .init(
                identifier: "dev.session-bridge.proxy", name: authority.name,
                reach: "Signs for any host, until \(authority.expiry.rfc3339). Remove it when you are done.",
                purpose: "Lets session-bridge proxy read what this device sends, until you remove it.")
        ).plist
    }
}
