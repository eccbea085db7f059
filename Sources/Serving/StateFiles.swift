import AuthEmulator
import BridgePrimitives
import Files
import Foundation

/// Reads and writes what the auth service keeps, in files that the Firebase Auth Emulator's users know.
enum StateFiles {
    /// Reads an `accounts.json`: the file itself, or the folder of `firebase emulators:export` with all that is in it.
    ///
    /// - Throws: `state/unreadable-export` with the file and what is wrong.
    static func read(_ path: String) throws(BridgeFailure) -> JSONValue {
        if isFile("\(path)/\(EmulatorExport.metadataName)") { return try export(in: path).state() }
        let files = [path, path + "/auth_export/accounts.json", path + "/accounts.json"]
        guard let file = files.first(where: isFile) else { throw unreadable("there is no accounts.json at \(path)") }
        do { return try JSONValue(parsing: try bytes(of: file)) } catch let failure as BridgeFailure {
            throw failure
        } catch {
            throw unreadable("\(file) is \(error)")
        }
    }

    /// The files that an export names, and no others.
    private static func export(in folder: String) throws(BridgeFailure) -> EmulatorExport {
        func text(_ path: String) throws(BridgeFailure) -> String {
            String(decoding: try bytes(of: "\(folder)/\(path)"), as: UTF8.self)
        }
        var files = [EmulatorExport.metadataName: try text(EmulatorExport.metadataName)]
        for path in EmulatorExport(files: files).named where isFile("\(folder)/\(path)") {
            files[path] = try text(path)
        }
        return EmulatorExport(files: files)
    }

    private static func bytes(of file: String) throws(BridgeFailure) -> [UInt8] {
        do { return Array(try InputFile.read(file, upTo: sizeLimit).withoutByteOrderMark) } catch {
            throw unreadable("\(file) \(error.clause)")
        }
    }

    /// Writes a state: one file if the name ends in `.json`, else a folder that `firebase emulators:start --import`
    /// takes as well, with a file beside the emulator's for what those cannot hold. Only the owner may read it.
    ///
    /// - Throws: `output/not-writable`.
    static func write(_ state: JSONObject, to path: String) throws(BridgeFailure) {
        guard !path.hasSuffix(".json") else {
            return try OutputFile.write(
                JSONValue.object(state).text(indented: true) + "\n", to: path, isSecret: true)
        }
        let files = EmulatorExport(state: state).files
        try OutputFile.makeFolder(path + "/auth_export")
        // What names the others comes last: a folder that has it is whole.
        for (name, text) in files where name != EmulatorExport.metadataName {
            try OutputFile.write(text, to: "\(path)/\(name)", isSecret: true)
        }
        try OutputFile.write(
            files[EmulatorExport.metadataName] ?? "", to: "\(path)/\(EmulatorExport.metadataName)")
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
        "auth_export/accounts.json", "auth_export/config.json", "auth_export/session-bridge.json",
        "firebase-export-metadata.json",
    ]
    private static let sizeLimit = 1 << 28

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
