/// The reasons of one module, each type once, in the order in which they are listed.
///
/// A module that declares reasons has exactly one list, a static member of this type in `ReasonList+MODULE.swift`.
public struct ReasonList: Sendable {
    public let types: [any Reason.Type]

    public init(_ types: any Reason.Type...) { self.types = types }
}

/// Reasons of several modules: what a code means and what to do about it.
public struct ReasonCatalogue: Sendable {
    /// One row of `session-bridge reasons`.
    public struct Entry: Hashable, Sendable {
        public let code: ReasonCode
        public let meaning: String
        public let fix: String
        /// Chrome DevTools' name for the same thing, where it has one.
        public let devToolsName: String?
        /// Set for a reason that ends a command, which then exits with ``BridgeFailure/Kind/exitCode``.
        public let kind: BridgeFailure.Kind?

        init(_ reason: some Reason) {
            code = reason.code
            (meaning, fix, devToolsName) = (reason.meaning, reason.fix, reason.devToolsName)
            kind = (reason as? any FailureReason)?.kind
        }

        public var json: JSONValue {
            var object = JSONObject([
                ("code", .string(code.rawValue)), ("meaning", .string(meaning)), ("fix", .string(fix)),
            ])
            if let devToolsName { object["devtools"] = .string(devToolsName) }
            if let kind { object["exit_code"] = .integer(Int64(kind.exitCode)) }
            return .object(object)
        }
    }

    public let types: [any Reason.Type]
    /// In the order of the lists.
    public let entries: [Entry]
    private let byCode: [ReasonCode: Entry]

    /// - Complexity: O(n) in the number of reasons.
    public init(_ lists: [ReasonList]) { self.init(types: lists.flatMap(\.types)) }

    private init(types: [any Reason.Type]) {
        self.types = types
        entries = types.flatMap { Self.entries(of: $0) }
        byCode = Dictionary(entries.map { ($0.code, $0) }) { first, _ in first }
    }

    /// This catalogue and what the lists have besides.
    public func adding(_ lists: [ReasonList]) -> ReasonCatalogue {
        ReasonCatalogue(types: types + lists.flatMap(\.types))
    }

    /// The entry of a code; nil for a code that is no reason's.
    public subscript(code: ReasonCode) -> Entry? { byCode[code] }

    private static func entries<R: Reason>(of type: R.Type) -> [Entry] { type.allCases.map { Entry($0) } }
}
