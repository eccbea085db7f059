package import BridgePrimitives

/// The form of the Auth Emulator's refresh tokens: a session as base64 of JSON, marked as such.
package enum EmulatorRefreshText: Sendable {
    package static let marker = "_AuthEmulatorRefreshToken"

    /// The session that a text tells of; nil for any other text.
    package static func session(in text: String) -> JSONObject? {
        guard let bytes = StandardBase64.decode(text),
            let object = (try? JSONValue(parsing: bytes))?.objectValue, object[marker] != nil
        else { return nil }
        return object
    }
}
