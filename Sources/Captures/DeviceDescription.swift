import BridgePrimitives

/// What a `User-Agent` says of who asks: which device, which kind of program, and so which store its cookies are in.
///
/// On one phone an app's own requests and its web views have stores of their own, and they do not look alike on the wire:
/// `Shop/1 CFNetwork/1568 Darwin/24.1.0` is the app, `Mozilla/5.0 (iPhone; …) … Mobile/15E148` its web view.
public struct DeviceDescription: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// A web view of Apple's: a browser without the name of one.
        case webView = "web view"
        case safari = "Safari"
        /// An app's own requests, through URLSession.
        case app
        case chromium = "Chromium"
        case other
    }

    public let kind: Kind
    /// `iPhone, iOS 18.1`, `Mac`; nil where it is not told.
    public let device: String?
    /// The program's name where it tells one: `Shop`, `curl`.
    public let program: String?
    /// The name of the profile that is nearest to its cookie behaviour.
    public let profile: String
    /// Whether the profile is a guess, since the version is not told.
    public let isProfileGuessed: Bool

    /// Whether it trusts what its whole device trusts. Chromium, Firefox and command line tools have trust of their own.
    public var hasSystemTrust: Bool {
        switch kind {
        case .webView, .safari, .app: true
        case .chromium, .other: false
        }
    }

    /// In a line: `iPhone, iOS 18.1, web view`.
    public var text: String {
        let what = kind == .app ? program.map { "app \($0)" } ?? "an app" : kind == .other ? program : kind.rawValue
        return [device, what].compactMap(\.self).joined(separator: ", ")
    }

    /// Longer names are cut off; whoever is on the network may write what they like.
    private static let longestName = 60
    private static let longestAgent = 512

    /// - Parameter userAgent: as it was sent; nil where it was not.
    public init(userAgent: String?) {
        let agent = String((userAgent ?? "").prefix(Self.longestAgent))
        guard !agent.isEmpty else {
            self.init(.other, device: nil, program: "without a User-Agent", profile: "rfc6265bis", isGuessed: true)
            return
        }
        if agent.hasPrefix("Mozilla/5.0") { self.init(browser: agent) } else { self.init(program: agent) }
    }

    private init(_ kind: Kind, device: String?, program: String?, profile: String, isGuessed: Bool) {
        (self.kind, self.device, self.profile, isProfileGuessed) = (kind, device, profile, isGuessed)
        self.program = program.map { String($0.prefix(Self.longestName)) }
    }

    // MARK: - Browsers and web views

    private init(browser agent: String) {
        let isWebKit = agent.contains("AppleWebKit/605") || agent.contains("AppleWebKit/6")
        if agent.contains("Chrome/") || agent.contains("Chromium/") {
            let device = agent.contains("Android") ? "Android" : Self.desktop(agent)
            self.init(.chromium, device: device, program: nil, profile: "chromium", isGuessed: false)
            return
        }
        guard isWebKit else {
            let name = agent.contains("Firefox/") ? "Firefox" : "a browser"
            self.init(.other, device: Self.desktop(agent), program: name, profile: "rfc6265bis", isGuessed: true)
            return
        }
        // From 26 on the system's version stands still at 18, and Safari's own tells it.
        let version = Self.version(after: "Version/", in: agent)
        let system = Self.version(after: "iPhone OS ", in: agent) ?? Self.version(after: "CPU OS ", in: agent)
        let major = max(version?.major ?? 0, system?.major ?? 0)
        let isBrowser = agent.contains("Safari/") || agent.contains("CriOS/") || agent.contains("FxiOS/")
        let kind: Kind = isBrowser ? .safari : .webView
        let apple =
            agent.contains("iPhone")
            ? "iPhone" : agent.contains("iPad") ? "iPad" : agent.contains("iPod") ? "iPod" : nil
        if agent.contains("Linux") || agent.contains("X11") {
            self.init(kind, device: Self.desktop(agent), program: nil, profile: "webkitgtk", isGuessed: false)
            return
        }
        let shown = version.map { $0.major > (system?.major ?? 0) ? $0 : system ?? $0 } ?? system
        let name = apple == "iPad" ? "iPadOS" : "iOS"
        let place: String =
            if let apple { shown.map { "\(apple), \(name) \($0.text)" } ?? apple } else { "Mac or iPad" }
        let stands = version == nil && (system?.major == 18 && (system?.minor ?? 0) >= 6)
        self.init(
            kind, device: stands ? place + " or later" : place, program: nil, profile: Self.profile(ofMajor: major),
            isGuessed: major == 0 || stands)
    }

    private static func desktop(_ agent: String) -> String? {
        agent.contains("Macintosh")
            ? "Mac" : agent.contains("Windows") ? "Windows" : agent.contains("Linux") ? "Linux" : nil
    }

    // MARK: - Programs

    private init(program agent: String) {
        let name = String(agent.prefix { $0 != "/" && $0 != " " })
        if let darwin = Self.version(after: "Darwin/", in: agent), agent.contains("CFNetwork/") {
            // Darwin 24 is iOS 18 and macOS 15; one number was left out for 26.
            let major = darwin.major >= 25 ? darwin.major + 1 : darwin.major - 6
            self.init(
                .app, device: "iOS \(major) or a Mac", program: Self.decoded(name),
                profile: Self.profile(ofMajor: major),
                isGuessed: false)
            return
        }
        // The Firebase SDK and others name the device: `FirebaseAuth.iOS/11.0 com.example.shop/1.0 iPhone/18.1`.
        for model in ["iPhone", "iPad"] {
            guard let version = Self.version(after: model + "/", in: agent) else { continue }
            self.init(
                .app, device: "\(model), \(model == "iPad" ? "iPadOS" : "iOS") \(version.text)",
                program: Self.decoded(name), profile: Self.profile(ofMajor: version.major), isGuessed: false)
            return
        }
        self.init(.other, device: nil, program: name, profile: "rfc6265bis", isGuessed: true)
    }

    /// An app's name as its bundle has it: CFNetwork percent-encodes what is no ASCII.
    private static func decoded(_ name: String) -> String {
        PercentEncoding.text(Array(name.utf8)[...])
    }

    private static func profile(ofMajor major: Int) -> String {
        switch major {
        case 0: "ios18"
        case ..<15: "ios12"
        case ..<18: "ios17"
        case ..<26: "ios18"
        default: "ios26"
        }
    }

    private struct Version {
        let major: Int
        let minor: Int
        var text: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
    }

    /// `18_1`, `18.1`: two numbers of at most three digits.
    private static func version(after mark: String, in agent: String) -> Version? {
        guard let place = agent.firstRange(of: mark) else { return nil }
        let parts = agent[place.upperBound...].utf8.prefix { ASCIIText.isDigit($0) || $0 == 0x5F || $0 == 0x2E }
            .split(whereSeparator: { $0 == 0x5F || $0 == 0x2E })
        let numbers = parts.prefix(2).map { $0.count <= 3 ? Int(String(decoding: $0, as: UTF8.self)) ?? 0 : 0 }
        guard let major = numbers.first, major > 0 else { return nil }
        return Version(major: major, minor: numbers.count > 1 ? numbers[1] : 0)
    }
}
