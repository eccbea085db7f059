/// The page that says how the local authority is installed and removed. It loads nothing.
package struct AuthorityPage {
    let fingerprint: [UInt8]

    private var shownFingerprint: String { Self.shown(fingerprint) }

    /// In two lines: on a phone it is read digit by digit.
    package static func shown(_ fingerprint: [UInt8]) -> String {
        let digits = fingerprint.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return [digits.prefix(16), digits.dropFirst(16)].map { $0.joined(separator: ":") }.joined(separator: ":<wbr>")
    }

    var html: String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Trust this session-bridge</title><style>\(Self.style)</style></head><body>
        <header><p class="eyebrow">session-bridge</p><h1>Trust the local authority</h1>
        <p>It signs the certificates of the <code>https://</code> addresses that <code>serve</code> prints. A device that
        trusts it opens them without a warning, in Safari and in a web view.</p>
        <p class="buttons"><a class="button" href="ca/session-bridge.mobileconfig">Profile for iPhone and iPad</a>
        <a class="button quiet" href="ca/session-bridge.pem">Certificate (.pem)</a></p></header><main>
        <section><h2>iPhone and iPad</h2><ol>
        <li>Open this page <strong>in Safari</strong>, tap <em>Profile for iPhone and iPad</em>, and allow the download.</li>
        <li><em>Settings › General › VPN &amp; Device Management</em>: choose the profile and install it.</li>
        <li><em>Settings › General › About › Certificate Trust Settings</em>: switch it on. Without this step the device
        has the certificate and does not trust it.</li></ol></section>
        <section><h2>Simulator</h2><ol>
        <li>Download the certificate on the Mac and start the simulator.</li>
        <li>In the folder of the download:
        <pre><code>xcrun simctl keychain booted add-root-cert session-bridge.pem</code></pre></li></ol>
        <p>Dragging the file onto the simulator's window does the same.</p></section>
        <section><h2>macOS</h2><ol>
        <li>Download the certificate.</li>
        <li>In the folder of the download:
        <pre><code>security add-trusted-cert -r trustRoot -p ssl \\
          -k ~/Library/Keychains/login.keychain-db session-bridge.pem</code></pre></li></ol>
        <p>Firefox asks its own store: <em>Settings › Privacy &amp; Security › View Certificates › Import</em>.</p></section>
        <section class="limits"><h2>What it can sign</h2>
        <p><code>localhost</code> and names under it, names under <code>.local</code>, loopback and private addresses. By
        its own certificate nothing else is valid, so nobody can use it to stand in for a site of the internet.</p>
        <p>Is it the one on your machine? Its SHA-256 fingerprint:</p><p class="print">\(shownFingerprint)</p></section>
        <section><h2>When you are done</h2><p>iPhone: remove the profile where it was installed. macOS: delete
        <em>session-bridge local authority</em> in Keychain Access. Simulator: erase it, or
        <code>xcrun simctl keychain booted reset</code>; either empties its whole keychain, so that its apps are signed out
        too.</p></section>
        </main></body></html>
        """
    }

    /// Of pages that a phone opens; nothing is loaded for it.
    package static let style = """
        :root { color-scheme: light dark; --ink: #1c2430; --soft: #5c6673; --paper: #f7f7f4; --card: #fff;
          --line: #d8d9d2; --accent: #0b6e4f; --on: #fff; --code: #eef1ec }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #a3acb8; --paper: #14181f; --card: #1d232c;
          --line: #38404c; --accent: #5fd0a5; --on: #10231b; --code: #12161c } }
        * { box-sizing: border-box }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
        header, main { max-width: 44rem; margin: 0 auto; padding: 0 1.2rem }
        header { padding-top: 2.6rem }
        .eyebrow { margin: 0; color: var(--accent); font-weight: 600; letter-spacing: .02em }
        h1 { font-size: 1.9rem; line-height: 1.2; margin: .2rem 0 .6rem }
        h2 { font-size: 1.1rem; margin: 0 0 .5rem }
        section { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: 1.1rem 1.3rem;
          margin: 1rem 0 }
        main { padding-bottom: 3rem }
        section > :last-child { margin-bottom: 0 }
        ol { margin: 0; padding-left: 1.3rem }
        li { margin: .35rem 0; padding-left: .2rem }
        li::marker { color: var(--accent); font-weight: 600 }
        .buttons { display: flex; flex-wrap: wrap; gap: .7rem; margin: 1.3rem 0 1.6rem }
        .button { background: var(--accent); color: var(--on); border: 1px solid var(--accent); border-radius: .55rem;
          padding: .65rem 1.1rem; font-weight: 600; text-decoration: none }
        .button.quiet { background: transparent; color: var(--accent) }
        .button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
        code, .print { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
        code { background: var(--code); border-radius: .3rem; padding: .1em .35em }
        pre { background: var(--code); border-radius: .5rem; padding: .7rem .9rem; margin: .5rem 0 0; overflow-x: auto }
        pre code { background: none; padding: 0; overflow-wrap: normal }
        .limits { border-left: .3rem solid var(--accent) }
        .print { color: var(--soft); margin-top: .3rem }
        """
}
