import BridgePrimitives
import ChildProcesses
import Files
import Foundation
import Listening

/// Starts Chromium without a window, lends it to `body`, and ends it with all that it has started, however `body` ends.
///
/// It is spoken to by the DevTools Protocol over a pipe. What is asked of it and what it tells has the words of WKWebView's
/// API, as far as Chromium has the matter.
///
/// - Parameters:
///   - authority: certificates in PEM form: a server is trusted that shows one of them above its own, beside those whom
///     Chromium trusts by itself. Chromium does not verify that the one has signed the other, so they are to be of one run,
///     which nobody elsewhere has seen. Nil for Chromium's own authorities alone.
///   - timeouts: `command` bounds each request, `page` a load.
/// - Throws: `engine/not-installed`, `engine/did-not-start`, `engine/timed-out`, `token/unreadable-key` for what is no
///   certificate; else what `body` throws.
/// - Complexity: half a second before `body` runs.
public func withChromium<Value>(
    trusting authority: String? = nil, timeouts: EngineTimeouts = EngineTimeouts(),
    _ body: (EngineHelper) async throws -> Value
) async throws -> Value {
    // What is missing is said before anything is started.
    let program = try ChromiumProgram.location()
    let keys = try authority.map { text throws(BridgeFailure) in try CertificateKeys.digests(ofPEM: text) } ?? []
    let folder = try EngineFolder()
    defer { folder.remove() }
    let browser = try await EngineHelper.startChromium(program, trusting: keys, in: folder, timeouts: timeouts)
    return try await lending(browser, body) { await browser.stop() }
}

extension EngineHelper {
    /// - Parameters:
    ///   - keys: digests of the keys of authorities (``CertificateKeys``).
    ///   - folder: for its profile and its complaints.
    static func startChromium(
        _ program: String, trusting keys: [String] = [], in folder: EngineFolder, timeouts: EngineTimeouts
    ) async throws -> EngineHelper {
        let log = try folder.openFile("browser.log")
        defer { try? log.close() }
        let (channel, child) = try LineChannel.pair(ending: 0)
        let process: ChildProcess
        do throws(ChildProcessFailure) {
            defer { try? child.close() }
            // Chromium reads its commands from descriptor 3 and answers on 4.
            process = try ChildProcess(
                "/bin/sh",
                ["-c", #"exec "$0" "$@" 3<&0 4>&1 </dev/null >&2"#, program]
                    + chromiumArguments(trusting: keys, folder: folder.path),
                environment: PageEngineKind.chromium.environment(folder: folder.path),
                input: child, output: child, errors: log)
        } catch {
            throw PageEngineReason.didNotStart.failure(error.cause)
        }
        let connection = ChromiumConnection(channel) { folder.lastLine(of: "browser.log") }
        do {
            let version = try await hello(over: connection, within: timeouts.start)
            return EngineHelper(
                engine: PageEngineKind.chromium.rawValue, version: version, over: connection, process, timeouts)
        } catch {
            connection.end()
            await Task { await process.stop(within: timeouts.stop) }.value
            throw error
        }
    }

    private static func hello(
        over connection: ChromiumConnection, within limit: Duration
    ) async throws(BridgeFailure) -> String {
        do throws(BridgeFailure) { return try await connection.hello(within: limit) } catch {
            guard error.code == PageEngineReason.lost.code else { throw error }
            throw PageEngineReason.didNotStart.failure(
                error.cause, fix: "run chromium --headless by hand and read what it says")
        }
    }

    private static func chromiumArguments(trusting keys: [String], folder: String) -> [String] {
        // As a web view is: no other scheme is tried than the URL's, no page is kept or shown before its time, and frames
        // share their page's process, so that scripts and events reach them.
        let without = [
            "HttpsUpgrades", "HttpsFirstBalancedMode", "HttpsFirstBalancedModeAutoEnable", "HttpsFirstModeIncognito",
            "BackForwardCache", "Prerender2", "IsolateOrigins", "site-per-process",
            // What asks others on its own.
            "Translate", "MediaRouter", "OptimizationHints", "CertificateTransparencyComponentUpdater",
            "AutofillServerCommunication",
        ]
        var arguments =
            ChromiumProgram.arguments(profile: "\(folder)/profile") + [
                "--remote-debugging-pipe", "--disable-features=\(without.joined(separator: ","))",
                "--disable-site-isolation-trials", "--disable-auto-reload", "--disable-extensions",
                "--disable-default-apps", "--disable-domain-reliability", "--disable-client-side-phishing-detection",
                "--disable-breakpad", "--metrics-recording-only", "--no-default-browser-check", "--no-pings",
                "--no-service-autorun", "--deny-permission-prompts", "--mute-audio", "--password-store=basic",
                "--use-mock-keychain",
                // Stores have their own: what is in none has no business with anybody.
                "--proxy-server=http://127.0.0.1:1", "--proxy-bypass-list=<-loopback>",
            ]
        if !keys.isEmpty {
            arguments.append("--ignore-certificate-errors-spki-list=\(keys.joined(separator: ","))")
        }
        return arguments
    }
}
