package import BridgePrimitives

/// What a wrong answer rests on.
package struct Evidence: Hashable, Sendable {
    /// A file with its line, a variable, an address.
    package let place: String
    /// A clause; keys and other secrets are not in it.
    package let what: String

    init(_ place: String, _ what: String) { (self.place, self.what) = (place, what) }
}

/// Under which checks are listed.
package enum DoctorArea: String, Hashable, Sendable, CaseIterable {
    case addresses = "Addresses and ports"
    case emulator = "Emulator or production"
    case projects = "Projects and keys"
    case time = "Clocks"
    case app = "The iOS app"
    case cookies = "Cookies"
    case trust = "Certificates and proxies"
    case versions = "Accounts and versions"
    case files = "Files"
}

/// What came of all checks.
package struct Examination: Sendable {
    package struct Row: Sendable {
        package enum Outcome: String, Hashable, Sendable {
            case ok, wrong
            case notApplicable = "not-applicable"
        }

        package let reason: DoctorReason
        package let area: DoctorArea
        package let outcome: Outcome
        package let evidence: [Evidence]

        /// - Parameter masked: hides what may be a secret in a text from the app's files.
        package func json(masked: (String) -> String = { $0 }) -> JSONValue {
            var object = JSONObject([
                ("code", .string(reason.rawValue)), ("area", .string(area.rawValue)),
                ("outcome", .string(outcome.rawValue)),
            ])
            if outcome == .wrong {
                object["meaning"] = .string(reason.meaning)
                object["evidence"] = .array(
                    evidence.map { ["place": .string($0.place), "what": .string(masked($0.what))] })
                object["fix"] = .string(reason.fix)
            }
            return .object(object)
        }
    }

    /// By area, in the order in which they are asked.
    package let rows: [Row]

    /// - Complexity: O(n) in files for each check.
    package init(of surroundings: Surroundings) {
        let checks = Check.all
        rows = DoctorArea.allCases.flatMap { area in
            checks.filter { $0.area == area }.map { check in
                switch check.look(surroundings) {
                case .notApplicable: Row(reason: check.reason, area: area, outcome: .notApplicable, evidence: [])
                case .fine: Row(reason: check.reason, area: area, outcome: .ok, evidence: [])
                case .wrong(let evidence):
                    Row(reason: check.reason, area: area, outcome: .wrong, evidence: evidence)
                }
            }
        }
    }

    package var wrong: [Row] { rows.filter { $0.outcome == .wrong } }

    package func count(_ outcome: Row.Outcome) -> Int { rows.count { $0.outcome == outcome } }
}
