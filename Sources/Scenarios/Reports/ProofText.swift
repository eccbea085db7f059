import BridgePrimitives
import BridgeTrace

/// What trials showed, as rows of text.
enum ProofText {
    /// `cause 1`, `fix`, `cause 2`, `fix`: the causes that showed one after the other. Empty if there is only one.
    static func causes(_ proof: Proof) -> [String] {
        guard proof.tried.count > 1 else { return [] }
        return proof.tried.enumerated().flatMap { number, tried in
            TextRow.lines("cause \(number + 1)", "\(tried.cause.code): \(tried.cause.message)")
                + (tried.cause.fix.isEmpty ? [] : TextRow.lines("fix", tried.cause.fix))
        }
    }

    /// `proved`, or `trial` for what was not.
    static func ending(_ proof: Proof) -> [String] {
        TextRow.lines(proof.isComplete ? "proved" : "trial", proof.sentence)
    }
}
