public import BridgePrimitives

/// What a script did in a page of the engine's, which no proxy sees.
public struct PageScriptAction: Sendable {
    public enum Kind: Sendable {
        /// `document.cookie = …`.
        case wroteCookie(Secret<String>)
        /// Got `document.cookie`; told once until it changes.
        case readCookies(Secret<String>)
        /// A user script, by its place among those that were given. One that did not come to its end is no JavaScript, or
        /// threw; the engine keeps to itself what.
        case userScript(Int, hasEnded: Bool)
        /// The page's content security policy kept something back: by which directive, and what, as far as it is told.
        case policyViolation(directive: String, blocked: String)
        /// A script of the page's did not come, or was not run: its address, and whether the page gives its hash.
        case lostScript(String, hasIntegrity: Bool)
        /// The app's `evaluateJavaScript`: what for, and why it gave nothing; nil when it ran to its end.
        case evaluated(String, failure: BridgeFailure?)
    }

    public let kind: Kind
    /// Of the document.
    public let url: String
    /// By the page's clock, in milliseconds; by ours for what the app does.
    public let at: Instant

    package init(_ kind: Kind, url: String, at: Instant) { (self.kind, self.url, self.at) = (kind, url, at) }

    /// What the observer's messages tell, in their order. Others are passed over: a page may call the handler itself.
    static func actions(in bodies: [JSONValue]) -> [PageScriptAction] {
        var actions: [PageScriptAction] = []
        for body in bodies {
            guard let url = body["url"]?.stringValue, let time = body["at"]?.integerValue else { continue }
            func add(_ kind: Kind) {
                actions.append(PageScriptAction(kind, url: url, at: Instant(millisecondsSinceEpoch: time)))
            }
            if let text = body["text"]?.stringValue {
                add(.wroteCookie(Secret(text)))
            } else if let text = body["read"]?.stringValue {
                add(.readCookies(Secret(text)))
            } else if let directive = body["violated"]?.stringValue, let blocked = body["blocked"]?.stringValue {
                add(.policyViolation(directive: directive, blocked: blocked))
            } else if let script = body["lost"]?.stringValue {
                add(.lostScript(script, hasIntegrity: body["hashed"]?.boolValue ?? false))
            } else if let number = body["script"]?.integerValue.flatMap({ Int(exactly: $0) }) {
                switch body["mark"]?.stringValue {
                case PageObserver.began: add(.userScript(number, hasEnded: false))
                case PageObserver.ended:
                    // Its end stands for it, behind what it did.
                    guard let begin = actions.lastIndex(where: { $0.kind.isUnended(number) }) else { continue }
                    actions.remove(at: begin)
                    add(.userScript(number, hasEnded: true))
                default: continue
                }
            }
        }
        return actions
    }
}

extension PageScriptAction.Kind {
    fileprivate func isUnended(_ number: Int) -> Bool {
        if case .userScript(number, hasEnded: false) = self { true } else { false }
    }
}
