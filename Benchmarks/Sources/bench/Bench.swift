import HTTPLoader
import BridgePrimitives
import Foundation
import Listening
import SessionBridge

/// Measures the product against peers in one run and prints a row for each figure.
@main
struct Bench {
    static func main() async throws {
        let isJSON = CommandLine.arguments.contains("--json")
        let table = BenchTable(isJSON: isJSON)
        try await withEphemeralStateDirectory { state in
            let material = try WorldMaterial(state: state, projectID: "demo-bridge")
            defer { material.transport.shutdown() }
            try await LoaderBench.run(into: table)
            let handoffs = try await HandoffBench.run(material: material, into: table)
            try await BrowserBench.run(material: material, headless: handoffs, into: table)
            try await ServiceBench.run(transport: material.transport, into: table)
        }
    }
}

/// One figure, and what it is held against.
struct BenchRow {
    var what: String
    var subject: String
    var value: Double?
    var unit: String
    /// The peer's figure or the bound.
    var against: String?
    var ratio: Double?
    var target: Double?
    /// Said in place of a figure that could not be had.
    var note: String?
}

/// Prints rows as they come.
struct BenchTable {
    let isJSON: Bool

    func add(_ row: BenchRow) {
        if isJSON { return print(json(row).text()) }
        let value = row.value.map { "\(Self.number($0)) \(row.unit)" } ?? row.note ?? "missing"
        var line = "\(padded(row.what, 26)) \(padded(row.subject, 34)) \(padded(value, 18))"
        if let against = row.against { line += " against \(against)" }
        if let ratio = row.ratio { line += "  ratio \(Self.number(ratio))" }
        if let target = row.target { line += "  target \(Self.number(target))" }
        print(line)
    }

    private func json(_ row: BenchRow) -> JSONValue {
        var object = JSONObject([("what", .string(row.what)), ("subject", .string(row.subject))])
        object["value"] = row.value.map { .number($0) } ?? .null
        object["unit"] = .string(row.unit)
        if let against = row.against { object["against"] = .string(against) }
        if let ratio = row.ratio { object["ratio"] = .number(ratio) }
        if let target = row.target { object["target"] = .number(target) }
        if let note = row.note { object["note"] = .string(note) }
        return .object(object)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Three significant digits.
    static func number(_ value: Double) -> String {
        value >= 100 ? String(Int(value.rounded())) : String(format: value >= 10 ? "%.1f" : "%.2f", value)
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// The middle one of an odd number of values; the upper of the two middle ones otherwise.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
