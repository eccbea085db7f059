import Foundation
import Project
import Scenarios
import Testing
import TestSupport

/// The scenarios of `Scenarios/ways`: for each cell, what in them says what the matrix says, and where.
struct HandoverScenarios {
    /// One side of a cell.
    enum Side: CaseIterable, Sendable { case request, page, listing }

    /// Where a file says it.
    struct Place: Hashable, Sendable {
        let file: String
        let line: Int

        /// For a page in `docs`.
        var link: String { "../Scenarios/ways/\(file)#L\(line)" }
    }

    /// By the way's number.
    private let scenarios: [Int: [Scenario]]

    init() throws {
        let all = try ScenarioFiles.scenarios(at: [Checkout.root.appendingPathComponent("Scenarios/ways").path])
        scenarios = Dictionary(grouping: all) { Int(Self.file(of: $0).prefix(2)) ?? 0 }
    }

    private static func file(of scenario: Scenario) -> String {
        scenario.file.split(separator: "/").last.map(String.init) ?? ""
    }

    func file(of method: HandoverMethod) -> String? { scenarios[method.rawValue]?.first.map(Self.file) }

    /// Whether scenarios can show it: they look at stores at their end, and at the page once it has been answered.
    static func canShow(_ side: Side, at column: HandoverColumn) -> Bool {
        switch side {
        case .request: true
        case .page: column != .first
        case .listing: column != .first && column != .documentStart
        }
    }

    /// Where it is said; nil where any of the column's scenarios does not say it, each in its row's words.
    func place(of side: Side, _ method: HandoverMethod, _ column: HandoverColumn) -> Place? {
        let chosen = (scenarios[method.rawValue] ?? []).filter { scenario in
            column.titles.contains { scenario.name.contains(": \($0)") }
        }
        // Of two that look at the place, as the first page and a later request, one is enough.
        let titles = column.titles.filter { title in chosen.contains { $0.name.contains(": \(title)") } }
        for title in titles {
            let places = chosen.filter { $0.name.contains(": \(title)") }.map { scenario in
                HandoverStatement(scenario, method, column).line(for: side).map {
                    Place(file: Self.file(of: scenario), line: $0)
                }
            }
            if let first = places.first ?? nil, !places.contains(nil) { return first }
        }
        return nil
    }
}

extension HandoverColumn {
    /// What scenarios that look there are called, behind the way's name.
    fileprivate var titles: [String] {
        switch self {
        case .first, .documentStart: ["the first page"]
        case .later: ["a later request", "the first page"]
        case .redirect: ["behind a redirect"]
        case .reload: ["a reload"]
        case .relaunch: ["after a relaunch"]
        case .sameSiteFrame: ["in frames of the site"]
        case .crossSiteFrame: ["in a frame of another site"]
        }
    }
}
