import BridgePrimitives

/// Why guard cases cannot be read. The codes are this tool's alone, so they are not in the product's table.
public enum GuardCaseReason: String, Sendable {
    case unreadableFile = "guard-case/unreadable-file"
    case notJSON = "guard-case/not-json"
    case unreadableCase = "guard-case/unreadable-case"
    case noCases = "guard-case/no-cases"

    /// - Parameters:
    ///   - cause: one clause that names the value.
    ///   - fix: nil for the reason's own.
    func failure(_ cause: String, fix: String? = nil) -> BridgeFailure {
        BridgeFailure(
            kind: .unreadableInput, code: ReasonCode(unchecked: rawValue), cause: cause, fix: fix ?? self.fix)
    }

    private var fix: String {
        switch self {
        case .unreadableFile: "name a file of cases, or - for standard input"
        case .notJSON: "write one JSON object a line, or one array"
        case .unreadableCase: "correct the member that is named"
        case .noCases: "write one JSON object a line, or one array; swift run guard-oracle --help has an example"
        }
    }
}
