public import BridgePrimitives

/// Something that a script throws, or that the router throws on a script's behalf.
public enum ThrownValue: Error, Hashable, Sendable {
    /// An `Error` with a message.
    case error(message: String)
    /// An error that the script engine makes; reports show its class, because messages differ between engines.
    case engine(className: String, message: String)
    /// Anything that is not an `Error`. The router passes it on but tells no `onError` callback.
    case value(JSONValue)

    static func typeError(_ message: String) -> Self { .engine(className: "TypeError", message: message) }
    static func rangeError(_ message: String) -> Self { .engine(className: "RangeError", message: message) }

    /// Whether `onError` callbacks see it.
    public var isError: Bool { if case .value = self { false } else { true } }

    /// What logs and outcomes show: the message, the engine error's class, or the value as text.
    public var logText: String {
        switch self {
        case .error(let message): message
        case .engine(let className, _): className
        case .value(let value): value == .string(undefinedMark) ? "undefined" : scriptText(value)
        }
    }
}
