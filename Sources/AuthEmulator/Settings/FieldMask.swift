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

    /// Takes what the mask names from `source`, whole values at a time. A path that leads through something that is no
    /// object names nothing.
    ///
    /// - Parameter clears: whether what is named and absent in `source` is removed, or stays as it is.
    func merge(_ source: JSONObject, into target: JSONObject, clears: Bool) -> JSONObject {
        paths.reduce(target) { Self.merging($1[...], of: source, into: $0, clears: clears) }
    }

    /// As deep as the path is long.
    private static func merging(
        _ path: ArraySlice<String>, of source: JSONObject, into target: JSONObject, clears: Bool
    ) -> JSONObject {
        guard let name = path.first else { return target }
        var target = target
        let rest = path.dropFirst()
        if rest.isEmpty {
            if source[name] != nil || clears { target[name] = source[name] }
            return target
        }
        let isObject = target[name].map { $0.objectValue != nil } ?? true
        guard isObject, let inner = source[name]?.objectValue ?? (clears ? JSONObject() : nil) else { return target }
        target[name] = .object(
            merging(rest, of: inner, into: target[name]?.objectValue ?? JSONObject(), clears: clears))
        return target
    }
}
