import BridgePrimitives

/// Which members a `PATCH` changes: `updateMask=signIn.allowDuplicateEmails,emailPrivacyConfig`.
struct FieldMask: Hashable, Sendable {
    /// Names in camel case; a path stands for all that is below it.
    let paths: [[String]]
    private static let pathLimit = 64

    /// Nil for an empty or absent text: then everything is replaced.
    init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        paths = text.utf8.split(separator: UInt8(ascii: ",")).prefix(Self.pathLimit).map { path in
            path.split(separator: UInt8(ascii: ".")).map { camelCaseName(String(Substring($0))) }
        }
    }

    /// Takes what the mask names from `source`; what is named and absent there is removed.
    func merge(_ source: JSONObject, into target: JSONObject) -> JSONObject {
        paths.reduce(target) { Self.merging($1[...], of: source, into: $0) }
    }

    /// As deep as the path is long.
    private static func merging(
        _ path: ArraySlice<String>, of source: JSONObject?, into target: JSONObject
    ) -> JSONObject {
        guard let name = path.first else { return target }
        var target = target
        if path.count == 1 {
            target[name] = source?[name]
        } else {
            let inner = target[name]?.objectValue ?? JSONObject()
            target[name] = .object(merging(path.dropFirst(), of: source?[name]?.objectValue, into: inner))
        }
        return target
    }
}
