import CookieStores
import Exploring

/// What an event is, and so what it touches, waits for and is called.
enum RaceEventKind: Hashable, Sendable {
    /// In a store or a view.
    case unordered(UnorderedEvent.Kind, store: String)
    /// A step that is taken as one.
    case step
    /// User scripts are added to the views' configuration.
    case addScripts
    /// A completion handler is called, on the main thread.
    case handler

    /// Beside the step's name; nil for the step as a whole.
    func label(in step: String) -> String? {
        switch self {
        case .unordered(.setCookie(let name), _): "set-" + Self.plain(name)
        case .unordered(.deleteCookie(let name), _): "delete-" + Self.plain(name)
        case .unordered(.deleteCookies, _): step.hasPrefix("delete-cookies") ? nil : "delete-cookies"
        case .unordered(.listCookies, _): "list-cookies"
        case .unordered(.setCookiePolicy, _): nil
        case .unordered(.loadStarts, _): "load"
        case .unordered(.request, _): "request"
        case .unordered(.document, _): "document"
        case .unordered(.readCookies, _): "read-cookies"
        case .step: nil
        case .addScripts: "add-script"
        case .handler: "handler"
        }
    }

    /// Names stand in YAML lists, and cookies' names are anybody's.
    private static func plain(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isPlain ? $0 : "-" }))
    }

    /// What is known before it happens; what it writes to jars shows as it does.
    ///
    /// Writes of cookies with different names commute, but for their order in the `Cookie` header, which nothing here
    /// asks for. All that one view does is in order anyway; what two views do is not told apart, since their pages share
    /// a session. A step that is taken as one may do anything.
    var footprint: Footprint {
        var footprint = Footprint(reads: [.world])
        switch self {
        case .unordered(let kind, let store):
            switch kind {
            case .setCookie(let name), .deleteCookie(let name):
                footprint.formUnion(.init(writes: [.cookies(of: store, name)]))
            case .deleteCookies, .setCookiePolicy: footprint.formUnion(.init(writes: [.cookies(of: store)]))
            case .listCookies: footprint.formUnion(.init(reads: [.cookies(of: store)]))
            case .loadStarts: footprint.formUnion(.init(writes: [.process(of: store), .page]))
            case .request, .readCookies:
                footprint.formUnion(.init(reads: [.cookies(of: store), .scripts], writes: [.page]))
            case .document: footprint.formUnion(.init(reads: [.cookies(of: store), .scripts], writes: [.page]))
            }
            if isCallToStore { footprint.formUnion(.init(reads: [.process(of: store)])) }
        case .step: footprint.formUnion(.init(writes: [.world]))
        case .addScripts: footprint.formUnion(.init(writes: [.scripts]))
        case .handler: break
        }
        return footprint
    }

    /// Whether it waits, in a cold store, for the process that has the jar.
    var isCallToStore: Bool {
        switch self {
        case .unordered(.setCookie, _), .unordered(.deleteCookie, _), .unordered(.deleteCookies, _),
            .unordered(.listCookies, _), .unordered(.setCookiePolicy, _):
            true
        default: false
        }
    }

    /// Whether it happens on the app's main thread.
    var needsMainThread: Bool {
        switch self {
        case .unordered(.loadStarts, _), .unordered(.request, _), .step, .addScripts, .handler: true
        default: false
        }
    }

    var store: String? { if case .unordered(_, let store) = self { store } else { nil } }
}

extension Footprint.Resource {
    static let world = Self("the world"), page = Self("the page"), scripts = Self("user scripts")
    static func cookies(of store: String, _ name: String? = nil) -> Self { Self("cookies of " + store, name) }
    static func process(of store: String) -> Self { Self("process of " + store) }
}

extension Unicode.Scalar {
    fileprivate var isPlain: Bool {
        isASCII && (properties.isAlphabetic || ("0"..."9").contains(self) || "-_.".unicodeScalars.contains(self))
    }
}
