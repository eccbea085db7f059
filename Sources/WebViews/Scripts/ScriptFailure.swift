public import BridgePrimitives
package import BridgeTrace

/// Why a script gave no result.
public struct ScriptFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: ScriptFailureReason
    /// The exception as JavaScript prints it, cut after 2000 UTF-16 units. May quote the script, and with it a secret:
    /// the trace has it without.
    public let message: String
    /// Where it was thrown, both from 1; nil when JavaScript does not say.
    public let line: Int?
    public let column: Int?

    public init(_ reason: ScriptFailureReason, message: String, line: Int? = nil, column: Int? = nil) {
        (self.reason, self.message, self.line, self.column) = (reason, message, line, column)
    }

    /// What a script has told of an error that it caught.
    ///
    /// - Parameter message: as JavaScript prints the error.
    package init(caught message: String) {
        let isMissed = UnsimulatedName.isMissed(by: message)
        self.init(isMissed ? .notSimulated : .threw, message: message)
    }

    /// The message without what it quotes of the script.
    ///
    /// - Parameter source: what may be quoted all the same, since it holds no secret.
    package func message(maskedBy masking: Masking, quoting source: String = "") -> MaskedText {
        ExceptionText.masked(self, by: masking, quoting: source)
    }

    public var description: String {
        let place = line.map { line in " at \(line)" + (column.map { ":\($0)" } ?? "") } ?? ""
        return "\(message)\(place) [\(reason.rawValue)]"
    }
}
