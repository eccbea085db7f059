public import BridgePrimitives

/// A token, what is wrong with it, and who is given it.
///
/// The token is made and signed when the example runs, so that its times are those of the run and no page holds a
/// credential.
public struct TokenStory: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case idToken = "ID token"
        case customToken = "custom token"
        case sessionCookie = "session cookie"
    }

    public enum Signature: String, Hashable, Sendable {
        case own = "the right key"
        case other = "another key"
        case nobody = "no key"
    }

    public enum Reader: String, Hashable, Sendable {
        case verifyIDToken = "verifyIdToken"
        case signInWithCustomToken
        /// `session-bridge token decode`.
        case decode = "session-bridge token decode"
    }

    /// What is done to the text of the token.
    public enum Change: Hashable, Sendable {
        case replaced(String)
        case quoted
        case percentEncoded
        case broken
        case lengthened(Int)
        /// The payload as it is, without header and signature.
        case payloadOnly
        /// A member that stands twice in the payload.
        case repeated(String)
    }

    public struct Member: Hashable, Sendable {
        public let name: String
        /// Nil takes it out.
        public let value: JSONValue?
    }

    public var kind: Kind
    public var header: [Member]
    public var claims: [Member]
    public var signature: Signature
    public var change: Change?
    public var reader: Reader

    public init(
        _ kind: Kind, header: [(String, JSONValue?)] = [], claims: [(String, JSONValue?)] = [],
        signature: Signature = .own, change: Change? = nil, to reader: Reader
    ) {
        (self.kind, self.signature, self.change, self.reader) = (kind, signature, change, reader)
        self.header = header.map { Member(name: $0.0, value: $0.1) }
        self.claims = claims.map { Member(name: $0.0, value: $0.1) }
    }

    /// The time at which a token is read, in seconds since the epoch: claims are written around it.
    static let now: Int64 = 1_795_251_600
}
