import AppFrameworks
import BridgePrimitives
import Doctoring
import Files
import Foundation
import Linting

/// Reads what a set-up is judged by out of an app's folders.
enum AppSetup {
    /// What is read of a folder besides sources.
    static func isWanted(_ path: String) -> SourceFile.Language? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        switch name {
        case ".firebaserc", "package.json", "Package.resolved": return .json
        case "Podfile.lock": return .fields
        // What is written to be copied is filled in elsewhere.
        case _ where [".example", ".sample", ".template", ".dist"].contains(where: name.hasSuffix): return nil
        case _ where name == ".env" || name.hasPrefix(".env."): return .fields
        case _ where name.hasSuffix(".plist") || name.hasSuffix(".entitlements"): return .fields
        case _ where name.hasSuffix(".json") && name.contains("service"): return .json
        default: return SourceFile.Language(path: path)
        }
    }

    /// - Complexity: O(n) in the files' bytes.
    static func read(_ files: [SourceFile], into surroundings: inout Surroundings) {
        for file in files {
            let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
            switch file.language {
            case .swift, .script, .markup: surroundings.sources.append(SourceFacts(file))
            case .json:
                guard let value = try? JSONValue(parsing: file.text) else { continue }
                if name == "Package.resolved" {
                    surroundings.packages += packages(inResolved: value, file.path)
                } else {
                    surroundings.documents.append(.init(path: file.path, value: value))
                }
            case .fields where name == "Podfile.lock": surroundings.packages += packages(inLock: file)
            case .fields where name.hasPrefix(".env"): surroundings.variables += variables(in: file)
            case .fields where name.hasSuffix(".plist") || name.hasSuffix(".entitlements"):
                if let value = propertyList(file.text) {
                    surroundings.documents.append(.init(path: file.path, value: value))
                }
            case .fields, .python: break
            }
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
                let date = attributes[.modificationDate] as? Date
            else { continue }
            let written = Instant(millisecondsSinceEpoch: Int64(clamping: Int(date.timeIntervalSince1970 * 1000)))
            if surroundings.newestFile.map({ $0.at < written }) ?? true {
                surroundings.newestFile = (file.path, written)
            }
        }
        for variable in surroundings.variables where variable.name == "GOOGLE_APPLICATION_CREDENTIALS" {
            let folder = variable.place.map { OutputPlace.folder(of: $0) } ?? "."
            let path = variable.value.hasPrefix("/") ? variable.value : "\(folder)/\(variable.value)"
            surroundings.namedFiles[variable.value] = FileManager.default.fileExists(atPath: path)
        }
    }

    /// `KEY=value`, `export KEY="value"`; comments and other lines are passed over.
    private static func variables(in file: SourceFile) -> [Surroundings.Variable] {
        file.text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            var text = ASCIIText.trimmed(line)[...]
            if text.hasPrefix("export ") { text = text.dropFirst(7) }
            guard !text.hasPrefix("#"), let equals = text.firstIndex(of: "=") else { return nil }
            let name = ASCIIText.trimmed(Array(text[..<equals].utf8))
            var value = ASCIIText.trimmed(Array(text[text.index(after: equals)...].utf8))
            if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
                value = String(value.dropFirst().dropLast())
            }
            guard !name.isEmpty, !name.contains(" ") else { return nil }
            return Surroundings.Variable(name, value, place: "\(file.path):\(index + 1)")
        }
    }

    /// Swift packages, in the forms of both versions of the file.
    private static func packages(
        inResolved value: JSONValue, _ path: String
    ) -> [(name: String, version: String, path: String)] {
        let pins = value["pins"]?.arrayValue ?? value["object"]?["pins"]?.arrayValue ?? []
        return pins.compactMap { pin in
            guard let name = pin["identity"]?.stringValue ?? pin["package"]?.stringValue,
                let version = pin["state"]?["version"]?.stringValue
            else { return nil }
            return (name == "Firebase" ? "firebase-ios-sdk" : name, version, path)
        }
    }

    /// `  - FirebaseAuth (10.2.0):`
    private static func packages(inLock file: SourceFile) -> [(name: String, version: String, path: String)] {
        file.text.split(separator: 0x0A).compactMap { line in
            let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
            guard words.count >= 3, words[0] == "-", words[2].hasPrefix("("), words[2].contains(")") else { return nil }
            let version = words[2].dropFirst().prefix { $0 != ")" }
            return version.first?.isNumber == true ? (words[1], String(version), file.path) : nil
        }
    }

    private static func propertyList(_ bytes: [UInt8]) -> JSONValue? {
        guard let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) else { return nil }
        return json(list, depth: 0)
    }

    private static func json(_ value: Any, depth: Int) -> JSONValue {
        guard depth < 32 else { return .null }
        if let number = NumberObject(value) {
            return number.isTruth ? .bool(number.truth) : .integer(number.integer)
        }
        switch value {
        case let text as String: return .string(text)
        case let list as [Any]: return .array(list.map { json($0, depth: depth + 1) })
        case let members as [String: Any]:
            return .object(
                JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, json($0.value, depth: depth + 1)) }))
        case let bool as Bool: return .bool(bool)
        case let number as Int: return .integer(Int64(number))
        default: return .null
        }
    }
}
