public import BridgePrimitives

/// What a guard hands to `next`.
public enum NextArgument: Hashable, Sendable {
    /// Nothing: go on.
    case none
    /// `false` aborts; a string, or an object with a string `path` or `name`, redirects; `null` is a TypeError;
    /// anything else goes on.
    case value(JSONValue)
    /// An `Error`: abort with it.
    case error(message: String)
    /// A callback, which `beforeRouteEnter` keeps until the component is there; other guards just go on.
    case callback(label: String)

    /// What generations 4 and 5 make of it, whether it was handed to `next` or returned: every object is a location.
    package var modernMeaning: Meaning {
        switch self {
        case .value(.null): .proceed
        case .value(.string(undefinedMark)): .proceed
        case .value(.object(let object)): .redirect(.location(RouteLocation(object)), replace: false)
        case .value(.array): .redirect(.location(RouteLocation()), replace: false)
        default: meaning
        }
    }

    package enum Meaning {
        case proceed
        case abort
        case fail(ThrownValue)
        case redirect(LocationInput, replace: Bool)
        case explode(ThrownValue)
    }

    package var meaning: Meaning {
        switch self {
        case .none, .callback: return .proceed
        case .error(let message): return .fail(.error(message: message))
        case .value(.bool(false)): return .abort
        case .value(.null): return .explode(.typeError("Cannot read properties of null"))
        case .value(.string(undefinedMark)): return .proceed
        case .value(.string(let path)): return .redirect(.path(path), replace: false)
        case .value(.object(let object)):
            func isText(_ value: JSONValue?) -> Bool {
                if case .string(let text)? = value { text != undefinedMark } else { false }
            }
            guard isText(object["path"]) || isText(object["name"]) else { return .proceed }
            let input = LocationInput(json: .object(object))
            return .redirect(input, replace: input.replaces)
        case .value: return .proceed
        }
    }
}
