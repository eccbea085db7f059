import BridgePrimitives

extension Proof {
    /// What the trials showed, and what they cost.
    package var sentence: String { sentence(withCost: true) }

    /// - Parameter withCost: whether it has the number of the runs and their time, which differ from run to run.
    func sentence(withCost: Bool) -> String {
        let cost = withCost ? self.cost : ""
        guard let last = tried.last else { return "" }
        let count = tried.count
        let change = "with \(last.change ?? "")"
        let text =
            switch last.result {
            case .proved: "\(count == 1 ? capitalized(change) : all(count)), the page opens signed in\(cost)."
            case .stepsTaken:
                "\(count == 1 ? capitalized(change) : all(count)), all steps can be taken\(cost)."
            case .confirmed:
                "\(count == 1 ? capitalized(change) : all(count)), the page still does not open signed in\(cost)."
            case .notConfirmed:
                count == 1
                    ? "Not confirmed: \(change), it fails the same way\(cost)."
                    : "Cause \(count) is not confirmed: \(change) too, it fails the same way\(cost)."
            case .notTried:
                count == 1
                    ? "Not tried: only your code can change this."
                    : "With what came before it fixed, cause \(count) remains\(cost). Not tried: only your code can"
                        + " change this."
            }
        return text + (keptState ? " Your server kept its state between the runs." : "")
    }

    private func all(_ count: Int) -> String { count == 2 ? "With both fixed" : "With all \(count) fixed" }

    private var cost: String {
        let start = serverStart.map { "; your servers took \($0.wholeMilliseconds) ms to start" } ?? ""
        return " (\(runs) trial run\(runs == 1 ? "" : "s"), \(elapsed.wholeMilliseconds) ms\(start))"
    }

    private func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
