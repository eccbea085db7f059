public import BridgePrimitives
public import BridgeTrace
import Faults

/// One fault's row of the matrix.
public struct FaultRow: Sendable {
    public let fault: ShippedFault
    public let fate: FaultFate
    public let verdict: Verdict
    public let recovery: FaultSighting.Recovery
    public let askedAgain: Int
    /// Whether the handoff came across the fault at all; of one that did not, nothing is known.
    public let isMet: Bool
    /// What stands for the ending: where a step failed, why; else what the page's guard said. Nil where all went well.
    public let reason: ReasonCode?
    public let leaks: [String]
    public let cause: RootCause?
    /// Why the fault could not be brought about, so that nothing is known of it; nil where it was tried.
    public let obstacle: BridgeFailure?

    public init(_ fault: ShippedFault, _ sighting: FaultSighting, reason: ReasonCode?, cause: RootCause?) {
        (self.fault, fate, verdict) = (fault, sighting.fate, sighting.verdict)
        (recovery, askedAgain) = (sighting.recovery, sighting.askedAgain)
        isMet = sighting.isMet
        (self.reason, leaks, self.cause) = (reason, sighting.leaks, cause)
        obstacle = nil
    }

    /// The row of a fault that could not be brought about.
    public init(_ fault: ShippedFault, notJudged obstacle: BridgeFailure) {
        (self.fault, self.obstacle, reason) = (fault, obstacle, obstacle.code)
        (fate, verdict, recovery, askedAgain, isMet) = (.notRecovered, .notOpened, .none, 0, false)
        (leaks, cause) = ([], nil)
    }

    /// What a table has in its columns.
    public static let heads = ["fault", "fate", "ends", "asked again", "recovers by", "reason"]

    public var cells: [String] {
        if let obstacle { return [fault.name, "(not judged)", "", "", "", obstacle.code.rawValue] }
        return [
            fault.name, isMet ? fate.rawValue : "(not met)", verdict.rawValue,
            askedAgain == 0 ? "" : "\(askedAgain)×", recovery == .notNeeded ? "" : recovery.rawValue,
            reason?.rawValue ?? "",
        ]
    }

    public static let head = line(heads)
    public var line: String { Self.line(cells) }

    private static func line(_ cells: [String]) -> String {
        let widths = [30, 16, 12, 12, 12]
        let columns = zip(cells, widths).map { $0.padded(to: $1, gap: 2) } + cells.dropFirst(widths.count)
        return ASCIIText.withoutTrailingBlanks(columns.joined())
    }

    public var json: JSONValue {
        var object = JSONObject([
            ("fault", .string(fault.name)), ("service", .string(fault.fault.service.rawValue)),
            ("effect", .string(fault.fault.effect.text)),
        ])
        if let obstacle {
            object["not_judged"] = [
                "code": .string(obstacle.code.rawValue), "message": .string(obstacle.cause),
                "fix": .string(obstacle.fix),
            ]
            return .object(object)
        }
        let members: [(String, JSONValue)] = [
            ("fate", .string(fate.rawValue)), ("met", .bool(isMet)), ("verdict", .string(verdict.rawValue)),
            ("asked_again", .integer(Int64(askedAgain))), ("recovery", .string(recovery.rawValue)),
        ]
        for (name, value) in members { object[name] = value }
        object["reason"] = reason.map { .string($0.rawValue) }
        if !leaks.isEmpty { object["leaks"] = .array(leaks.map { .string($0) }) }
        object["root_cause"] = cause.map { .object($0.json) }
        return .object(object)
    }
}

extension ASCIIText {
    fileprivate static func withoutTrailingBlanks(_ text: String) -> String {
        var text = text
        while text.utf8.last == 0x20 { text.removeLast() }
        return text
    }
}
