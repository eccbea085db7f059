import CookieStores
import Foundation
import HTTPLoader
import Listening
import SessionBridge
import WebViews
import Worlds

/// Measures the product against peers in one run and prints a row for each figure.
@main
struct Bench {
    static func main() async {
        do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(70)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        let table = BenchTable(isJSON: arguments.contains("--json"))
        let selection = Selection(arguments)
        if selection.takes(.cookies) { try CookieBench.run(suffixes: PublicSuffixList.standard, into: table) }
        if selection.takes(.diagnosis) { try DiagnosisBench.run(into: table) }
        if selection.takes(.loader) { try await LoaderBench.run(into: table) }
        if selection.takes(.scenarios) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-scenarios-\(getpid())")
                .path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await ScenarioBench.run(stateFolder: folder, into: table)
        }
        if selection.takes(.explore) {
            try await withEphemeralStateDirectory { try await ExploreBench.run(state: $0.path, into: table) }
        }
        guard [.handoffs, .engines, .service, .scale].contains(where: selection.takes) else { return }
        try await withEphemeralStateDirectory { state in
            let material = try WorldMaterial(state: state, projectID: "demo-bridge")
            defer { material.transport.shutdown() }
            if selection.takes(.service) { try await ServiceBench.run(transport: material.transport, into: table) }
            if selection.takes(.scale) { try await ScaleBench.run(transport: material.transport, into: table) }
            guard selection.takes(.handoffs) || selection.takes(.engines) else { return }
            let handoffs = try await HandoffBench.run(material: material, into: table)
            if selection.takes(.engines) {
                try await EngineBench.run(material: material, headless: handoffs, into: table)
            }
        }
    }
}

/// The parts of a run: all, or the one that `--only` names. The part on engines needs the handoffs' figures.
private struct Selection {
    enum Section: String, CaseIterable {
        case cookies, diagnosis, loader, scenarios, explore, service, scale, handoffs, engines
    }

    private let only: Section?

    init(_ arguments: [String]) {
        guard let flag = arguments.firstIndex(of: "--only") else {
            only = nil
            return
        }
        let name = arguments.dropFirst(flag + 1).first ?? ""
        guard let section = Section(rawValue: name) else {
            let known = Section.allCases.map(\.rawValue).joined(separator: ", ")
            FileHandle.standardError.write(Data("bench: there is no section \"\(name)\"; use one of \(known)\n".utf8))
            exit(64)
        }
        only = section
    }

    func takes(_ section: Section) -> Bool { only == nil || only == section }
}
