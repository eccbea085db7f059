public import BridgePrimitives

extension AuthReason {
    /// The code as replies spell it: `EMAIL_EXISTS`.
    public var wireCode: String {
        // One code of the wire for two things: a payload of the wrong shape, and a factor of an unknown kind.
        if self == .unsupportedMFAProvider { return "INVALID_ARGUMENT" }
        // And of two statuses: a function that refuses answers 400, one that does not answer 500.
        if self == .blockingFunctionFailed { return Self.blockingFunctionErrorResponse.wireCode }
        let bytes = rawValue.utf8.dropFirst("auth/".utf8.count).map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "_")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte & 0xDF
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The reason for a reply's code; nil for a code that the service does not know.
    ///
    /// `INVALID_ARGUMENT`, the code of two, is the general one.
    public init?(wireCode: String) {
        self.init(rawValue: "auth/" + ASCIIText.lowercased(wireCode).replacing("_", with: "-"))
    }
}
