public import BridgePrimitives

/// What a wrong answer rests on.
public struct Evidence: Hashable, Sendable {
    /// A file with its line, a variable, an address.
    public let place: String
    /// A clause; keys and other secrets are not in it.
    public let what: String

    init(_ place: String, _ what: String) { (self.place, self.what) = (place, what) }
}

/// Under which checks are listed.
public enum DoctorArea: String, Hashable, Sendable, CaseIterable {
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
public struct Examination: Sendable {
    public struct Row: Sendable {
        public enum Outcome: String, Hashable, Sendable {
            case ok, wrong
            case notApplicable = "not-applicable"
        }

        public let reason: DoctorReason
        public let area: DoctorArea
        public let outcome: Outcome
        public let evidence: [Evidence]

        /// - Parameter masked: hides what may be a secret in a text from the app's files.
        public func json(masked: (String) -> String = { $0 }) -> JSONValue {
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
    public let rows: [Row]

    /// - Complexity: O(n) in files for each check.
    public init(of surroundings: Surroundings) {
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

    public var wrong: [Row] { rows.filter { $0.outcome == .wrong } }

    public func count(_ outcome: Row.Outcome) -> Int { rows.count { $0.outcome == outcome } }
}
