import BridgePrimitives
public import BridgeTrace
import Diagnosis

/// A trace as a table for people: each hop with what was sent, withheld and stored, then what scripts did and saw, and
/// the page's sign-in.
public enum CookieFlowText: Sendable {
    /// - Parameter events: in order; those that say nothing about cookies are left out.
    public static func lines(for events: [TraceEvent]) -> [String] {
        // A block for each hop and for each line between hops, in the order in which they began.
        var blocks: [(head: String, details: [String])] = []
        var openHops: [Int: Int] = [:]
        var hopBlocks: [Int: Int] = [:]
        for event in events {
            switch event.kind {
            case .request(let request):
                let sent = request.sent.map(pair)
                var details = [row("sent", sent.isEmpty ? "no cookies" : sent.joined(separator: "; "))]
                details += request.withheld.flatMap { [row("withheld", mention($0))] + fixes($0.reasons) }
                details += request.notes.map { row("note", $0.rawValue) }
                (openHops[request.hop], hopBlocks[request.hop]) = (blocks.count, blocks.count)
                blocks.append(("\(request.hop)  \(request.method) \(request.url)", details))
            case .response(let response):
                guard let block = openHops.removeValue(forKey: response.hop) else { continue }
                // How long nobody answered is not measured.
                let time = response.status == nil ? "" : "  \(milliseconds(response.elapsed))"
                blocks[block].head += "  →  \(answer(response))\(time)"
                // Why a load failed is told with its fix as its cause.
                blocks[block].details += fixes(
                    response.reasons.filter { TransportReason(rawValue: $0.rawValue) == nil })
            case .cookieWrite(let write):
                let why = write.reasons.isEmpty ? "" : "  \(codes(write.reasons))"
                let attributes = write.attributes.isEmpty ? "" : "; \(write.attributes)"
                let cookie = "\(CookieLabel.text(write.name))=\(write.value)\(attributes)"
                let head = row(write.outcome.rawValue, "\(cookie)  [\(write.source.rawValue) → \(write.store)]\(why)")
                // Others may have asked meanwhile: a response's cookie stands under its own request.
                // Whoever deletes a cookie needs no later expiry.
                let faults = write.reasons.filter { !write.isDeletion || $0 != StoreReason.expiredOnArrival.code }
                if let block = write.hop.flatMap({ hopBlocks[$0] }) {
                    blocks[block].details += [head] + fixes(faults)
                } else {
                    // What the app writes by itself belongs to no request above it.
                    let margin = write.source == .native ? "app " : String(head.prefix(4))
                    blocks.append((margin + head.dropFirst(4), fixes(faults)))
                }
            case .account(let account) where event.actor == .page:
                guard let line = signIn(account) else { continue }
                blocks.append((row("sign-in", line), account.action == .refused ? fixes(account.reasons) : []))
            case .script(let script):
                let place = script.line.map { " (line \($0)\(script.column.map { ", column \($0)" } ?? ""))" } ?? ""
                let outcome = script.exception.map { "failed\(place): \($0)  \(codes(script.reasons))" } ?? "finished"
                blocks.append((row("script", "\(script.origin.rawValue): \(outcome)"), []))
            case .cookieRead(let read):
                let visible = read.visible.map(pair)
                let none = "nothing to script" + (read.reasons.isEmpty ? "" : "  \(codes(read.reasons))")
                blocks.append(
                    (
                        row("visible", visible.isEmpty ? none : visible.joined(separator: "; ")),
                        fixes(read.reasons)
                            + read.hidden.flatMap { [row("hidden", mention($0))] + fixes($0.reasons) }
                    ))
            case .edge(let edge):
                let dropped = edge.dropped.map(CookieLabel.text).joined(separator: ", ")
                blocks.append((row("dropped", "\(dropped)  by \(edge.edge)  \(codes(edge.reasons))"), []))
            case .navigation(let navigation) where navigation.phase == .didFail:
                blocks.append((row("failed", "\(navigation.url)  \(codes(navigation.reasons))"), []))
            case .navigation(let navigation) where navigation.phase == .refresh:
                let why = navigation.reasons.isEmpty ? "" : "  \(codes(navigation.reasons))"
                blocks.append(
                    (
                        row(
                            why.isEmpty ? "refresh" : "ignored",
                            "\(why.isEmpty ? "" : "refresh ")to \(navigation.url)\(why)"),
                        fixes(navigation.reasons)
                    ))
            default:
                continue
            }
        }
        for block in openHops.values { blocks[block].head += "  →  no answer" }
        return blocks.flatMap { [$0.head] + $0.details }
    }

    /// What the page's Firebase client did, under the name that its SDK has for it.
    private static func signIn(_ account: AccountEvent) -> String? {
        let call =
            switch account.provider {
            case "custom"?: "signInWithCustomToken"
            case let provider?: "sign-in with \(provider)"
            case nil: "sign-in"
            }
        return switch account.action {
        case .signedIn: "\(call)  →  \(account.uid ?? "somebody")"
        case .refused: "\(call)  →  refused  \(codes(account.reasons))"
        case .signedOut: "signed out"
        case .created, .found, .updated, .deleted, .carried, .lenient: nil
        }
    }

    /// Findings, each with its code and fix.
    public static func lines(for findings: [Finding]) -> [String] {
        findings.flatMap { finding in
            ["! \(finding.message)", "  \(finding.code)" + (finding.fix.isEmpty ? "" : " → \(finding.fix)")]
        }
    }

    /// What to do about each reason, below the line that names them.
    private static func fixes(_ reasons: [ReasonCode]) -> [String] {
        reasons.compactMap { ReasonCatalogue.all[$0] }.filter { !$0.fix.isEmpty }.map {
            row("", (reasons.count > 1 ? "\($0.code) → " : "→ ") + $0.fix)
        }
    }

    private static func row(_ title: String, _ text: String) -> String {
        "    \(title.padded(to: 8))  \(text)"
    }

    private static func pair(_ cookie: CookieMention) -> String {
        let pair = "\(CookieLabel.text(cookie.name))=\(cookie.value)"
        return switch cookie.writer {
        case .store: pair
        case .app: "\(pair) (written by the app)"
        }
    }

    private static func mention(_ cookie: CookieMention) -> String {
        "\(CookieLabel.text(cookie.name)) (\(cookie.domain)\(cookie.path))  \(codes(cookie.reasons))"
    }

    private static func answer(_ response: ResponseEvent) -> String {
        guard let status = response.status else {
            return "no answer  \(codes(response.reasons))"
        }
        // Its head is there, and why the rest is not.
        let isCut = response.reasons.contains { TransportReason(rawValue: $0.rawValue) != nil }
        let place = response.location.map { " to \($0)" } ?? ""
        return "\(status)\(place)\(isCut ? ", not whole" : "")"
            + (response.reasons.isEmpty ? "" : "  \(codes(response.reasons))")
    }

    private static func codes(_ codes: [ReasonCode]) -> String { codes.map(\.rawValue).joined(separator: ", ") }

    private static func milliseconds(_ duration: Duration) -> String { "\(duration.wholeMilliseconds) ms" }
}
