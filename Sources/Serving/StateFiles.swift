import AuthEmulator
import BridgePrimitives
import Files
import Foundation
import Reporting

/// Reads and writes what the auth service keeps, in files that the Firebase Auth Emulator's users know.
enum StateFiles {
    /// Reads an `accounts.json`: the file itself, or the folder of `firebase emulators:export`.
    ///
    /// - Throws: `state/unreadable-export` with the file and what is wrong.
    static func read(_ path: String) throws(BridgeFailure) -> JSONValue {
        let files = [path, path + "/auth_export/accounts.json", path + "/accounts.json"]
        guard let file = files.first(where: isFile) else { throw unreadable("there is no accounts.json at \(path)") }
        let data: [UInt8]
        do { data = try InputFile.read(file, upTo: sizeLimit) } catch { throw unreadable("\(file) \(error.clause)") }
        do { return try JSONValue(parsing: data.withoutByteOrderMark) } catch {
            throw unreadable("\(file) is \(error)")
        }
    }

    /// Writes a state: one file if the name ends in `.json`, else a folder that `firebase emulators:start --import`
    /// takes as well. Only the owner may read it.
    ///
    /// - Throws: `output/not-writable`.
    static func write(_ state: JSONObject, to path: String) throws(BridgeFailure) {
        let text = JSONValue.object(state).text(indented: true) + "\n"
        guard !path.hasSuffix(".json") else { return try OutputFile.write(text, to: path, isSecret: true) }
        let folder = path + "/auth_export"
        try OutputFile.makeFolder(folder)
        try OutputFile.write(text, to: folder + "/accounts.json", isSecret: true)
        let configuration = state["configuration"] ?? [:]
        try OutputFile.write(configuration.text(indented: true) + "\n", to: folder + "/config.json")
        let metadata: JSONValue = [
            "version": .string(Self.toolsVersion),
            "auth": ["version": .string(Self.toolsVersion), "path": "auth_export"],
        ]
        try OutputFile.write(metadata.text(indented: true) + "\n", to: path + "/firebase-export-metadata.json")
    }

    /// Says at the start what ``write(_:to:)`` would say at the end, when it is too late.
    ///
    /// - Throws: `output/not-writable`.
    static func prepare(_ path: String) throws(BridgeFailure) {
        guard !path.hasSuffix(".json") else { return try OutputFile.check(path) }
        try OutputFile.makeFolder(path + "/auth_export")
        for file in Self.exportedFiles { try OutputFile.check("\(path)/\(file)") }
    }

    private static let exportedFiles = [
        "auth_export/accounts.json", "auth_export/config.json", "firebase-export-metadata.json",
    ]
    private static let sizeLimit = 1 << 28
    /// What the emulator's own exports of this form say.
    private static let toolsVersion = "13.0.0"

    private static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    private static func unreadable(_ cause: String) -> BridgeFailure {
        BridgeFailure(
            AuthServiceReason.unreadableExport, cause: cause,
            fix: "name an accounts.json, or the folder of firebase emulators:export")
    }
}
