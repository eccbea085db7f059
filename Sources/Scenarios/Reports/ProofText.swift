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
        TextRow.lines(proof.isComplete ? "proved" : "trial", sentence(proof))
    }

    /// What the trials showed.
    static func sentence(_ proof: Proof) -> String {
        guard let last = proof.tried.last else { return "" }
        let count = proof.tried.count
        let change = "with \(last.change ?? "")"
        let text =
            switch last.result {
            case .proved: "\(count == 1 ? capitalized(change) : all(count)), the page opens signed in\(cost(proof))."
            case .confirmed:
                "\(count == 1 ? capitalized(change) : all(count)), the page still does not open signed in\(cost(proof))."
            case .notConfirmed:
                count == 1
                    ? "Not confirmed: \(change), it fails the same way\(cost(proof))."
                    : "Cause \(count) is not confirmed: \(change) too, it fails the same way\(cost(proof))."
            case .notTried:
                count == 1
                    ? "Not tried: only your code can change this."
                    : "With what came before it fixed, cause \(count) remains\(cost(proof)). Not tried: only your code can"
                        + " change this."
            }
        return text + (proof.keptState ? " Your server kept its state between the runs." : "")
    }

    private static func all(_ count: Int) -> String { count == 2 ? "With both fixed" : "With all \(count) fixed" }

    private static func cost(_ proof: Proof) -> String {
        let start = proof.serverStart.map { "; your servers took \($0.wholeMilliseconds) ms to start" } ?? ""
        return " (\(proof.runs) trial run\(proof.runs == 1 ? "" : "s"), \(proof.elapsed.wholeMilliseconds) ms\(start))"
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
