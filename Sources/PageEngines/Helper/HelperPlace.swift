public import BridgePrimitives
import Foundation

/// Where the helper over WebKitGTK is looked for.
public struct HelperPlace: Hashable, Sendable {
    static let name = "session-bridge-webkit"
    /// The variable that names it, for those who keep it elsewhere.
    static let variable = "SESSION_BRIDGE_WEBKIT"

    /// Nil where the variable is not set.
    let named: String?
    /// The program that runs: the helper lies beside it, or in `engines` of a folder above it, as builds have it.
    let program: String
    /// As the environment has it, folders with colons between them.
    let path: String

    /// As this process's environment and place say.
    public init() {
        let environment = ProcessInfo.processInfo.environment
        self.init(
            named: environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 },
            program: Bundle.main.executablePath ?? "", path: environment["PATH"] ?? "")
    }

    init(named: String?, program: String, path: String) {
        (self.named, self.program, self.path) = (named, program, path)
    }

    /// The helper's path: as the variable says, beside the program, in a build, or in a folder of `PATH`.
    ///
    /// - Throws: `engine/not-built`.
    public func find() throws(BridgeFailure) -> String {
        if let named {
            guard InstalledTool.isProgram(named) else {
                throw PageEngineReason.notBuilt.failure(
                    "\(Self.variable) names \(named), which is no program",
                    fix: "correct it, or take it away and run make webkit")
            }
            return named
        }
        guard let place = candidates.first(where: InstalledTool.isProgram) else {
            #if os(Linux)
                throw PageEngineReason.notBuilt.failure(
                    "there is no \(Self.name) beside the program or in PATH, and \(Self.variable) names none")
            #else
                throw PageEngineReason.notBuilt.failure(
                    "there is no \(Self.name)", fix: "use the engine model; the helper is over WebKitGTK, for Linux")
            #endif
        }
        return place
    }

    private var candidates: [String] {
        var folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
        var places = [folder.appendingPathComponent(Self.name).path]
        // `.build/engines` seen from `.build/debug` or `.build/x86_64-unknown-linux-gnu/debug`.
        for _ in 0..<3 {
            folder.deleteLastPathComponent()
            places.append(folder.appendingPathComponent("engines/\(Self.name)").path)
        }
        return places + path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(Self.name)" }
    }
}
