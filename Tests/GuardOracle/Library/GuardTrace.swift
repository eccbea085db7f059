public import BridgePrimitives
import RouterGuard

/// One thing that happened while a guard case ran.
public struct GuardTraceEntry: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A step of the case began.
        case step
        /// The router called a guard.
        case called
        /// A guard looked at variables: who is signed in, what the cookie holds.
        case read
        /// Something that a guard waited for came: auth was ready, a sign-in ended.
        case settled
        /// A guard called `next`.
        case next
        /// A guard's function returned, where that decides.
        case returned
        case threw
        /// A guard sent a navigation elsewhere.
        case redirected
        case entered
        /// The router told whether it is ready.
        case ready
        /// A navigation ended without entering anything, or never does.
        case ended
    }

    /// In ticks of the case's clock.
    public let time: Int
    public let kind: Kind
    /// For people; one clause.
    public let text: String
    public let reasons: [GuardReason]

    /// The entry as a line: time, kind, text, reasons.
    public var line: String {
        let codes = reasons.isEmpty ? "" : "  [\(reasons.map(\.rawValue).joined(separator: ", "))]"
        return "\(time)  \(kind.rawValue.padded(to: 10)) \(text)\(codes)"
    }
}

/// What became of a guard case, and how.
public struct GuardRun: Sendable {
    /// In the form of a case's `expected`.
    public let result: JSONValue
    /// In order; at most ``entryLimit``.
    public let trace: [GuardTraceEntry]

    public static let entryLimit = 2_000
    static let endLimit = 64
    /// How many lines of a loop are shown, of its beginning and of its end.
    private static let shownOfLoop = (first: 7, last: 2)
    private static let defects: [GuardReason] = [
        .neverCalledNext, .nextCalledTwice, .redirectLoop, .staleRedirect, .invalidGuard, .threw, .unmatchedRoute,
    ]

    /// The defects that the trace shows, each once, worst first.
    public var defects: [GuardReason] {
        let seen = Set(trace.flatMap(\.reasons))
        return Self.defects.filter { seen.contains($0) }
    }

    /// The log for people: what happened, where the router is, which defects there are and what fixes them.
    public var lines: [String] {
        let end = result["isStart"] == true ? "nowhere yet" : result["fullPath"]?.stringValue ?? "?"
        return traceLines + ["at \(end)"]
            + defects.flatMap { ["! \($0.rawValue): \($0.meaning)"] + ($0.fix.isEmpty ? [] : ["  hint: \($0.fix)"]) }
    }

    /// A loop says the same again and again.
    private var traceLines: [String] {
        let (first, last) = Self.shownOfLoop
        let hidden = trace.count - first - last
        guard hidden > 1, defects.contains(.redirectLoop) else { return trace.map(\.line) }
        return trace.prefix(first).map(\.line) + ["…  \(hidden) more lines of this loop are left out"]
            + trace.suffix(last).map(\.line)
    }
}
