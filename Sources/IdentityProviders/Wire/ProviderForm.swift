public import BridgePrimitives

/// Reasons of a provider whose requests are forms.
public protocol FormReason: Reason {
    static var brokenForm: Self { get }
    static var parameterMissing: Self { get }
    static var parameterRepeated: Self { get }
    static var parameterTooLong: Self { get }
}

extension AppleReason: FormReason {}
extension OIDCReason: FormReason {}

public typealias AppleRefusal = ProviderRefusal<AppleReason>
public typealias OIDCRefusal = ProviderRefusal<OIDCReason>

/// A reason as an error, with the value at fault if the value is harmless.
public struct ProviderRefusal<Reason: FormReason>: Error, Hashable, Sendable {
    public let reason: Reason
    /// A parameter's name, or a value that is not a secret; nil if there is nothing to name.
    public let detail: String?

    init(_ reason: Reason, _ detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    fileprivate init(_ fault: FormItems.Fault) {
        switch fault {
        case .tooMany, .brokenEscape, .notUTF8: self.init(.brokenForm)
        case .repeated(let name): self.init(.parameterRepeated, name)
        case .valueTooLong(let name): self.init(.parameterTooLong, name)
        }
    }
}

/// A query or a form body, refused with a provider's own reasons.
struct ProviderForm<Reason: FormReason>: Sendable {
    private let items: FormItems

    init(_ text: some Sequence<UInt8>) throws(ProviderRefusal<Reason>) {
        do { items = try FormItems(parsing: text) } catch { throw ProviderRefusal(error) }
    }

    /// Returns nil for a value that is missing or empty.
    func text(_ name: String) throws(ProviderRefusal<Reason>) -> String? {
        do {
            let text = try items.text(name)
            return text?.isEmpty == true ? nil : text
        } catch { throw ProviderRefusal(error) }
    }

    func required(_ name: String) throws(ProviderRefusal<Reason>) -> String {
        guard let text = try text(name) else { throw ProviderRefusal(.parameterMissing, name) }
        return text
    }
}
