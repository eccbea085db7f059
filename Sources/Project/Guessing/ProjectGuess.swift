import BridgePrimitives

/// What the files of a folder say of the app in it.
///
/// Pure: whoever reads the files gives their contents. A file that is broken says nothing.
public struct ProjectGuess: Hashable, Sendable {
    /// The files that are looked at.
    public static let files = ["GoogleService-Info.plist", ".firebaserc", "firebase.json", "package.json"]

    /// With the usual names where nothing says otherwise.
    public private(set) var answers = ProjectAnswers()
    /// What was guessed from what, a clause each.
    public private(set) var grounds: [String] = []

    /// - Parameters:
    ///   - files: contents by name, of ``files`` those that are there.
    ///   - isThere: whether a folder is there.
    public init(files: [String: String], isThere: (String) -> Bool = { _ in true }) {
        answers.exchangePath = "/auth/exchange"
        (answers.idTokenName, answers.tokenPlace) = ("id_token", "customToken")
        (answers.signInPath, answers.cookieName) = ("/signin", "customtoken")
        if let list = files["GoogleService-Info.plist"] { read(propertyList: list) }
        if let json = files[".firebaserc"].flatMap({ try? JSONValue(parsing: $0) }) { read(firebaserc: json) }
        if let json = files["firebase.json"].flatMap({ try? JSONValue(parsing: $0) }) {
            read(firebaseJSON: json, isThere: isThere)
        }
        if let json = files["package.json"].flatMap({ try? JSONValue(parsing: $0) }) { read(package: json) }
    }

    private mutating func read(propertyList text: String) {
        if let id = Self.value(of: "PROJECT_ID", in: text) {
            answers.projectID = id
            grounds.append("project \(id), from GoogleService-Info.plist")
        }
        if let key = Self.value(of: "API_KEY", in: text) {
            answers.apiKey = key
            grounds.append("its API key, from GoogleService-Info.plist")
        }
    }

    /// The text after a key of an XML property list, as the Firebase console writes it.
    private static func value(of key: String, in list: String) -> String? {
        guard let keyEnd = list.firstRange(of: "<key>\(key)</key>")?.upperBound else { return nil }
        let rest = list[keyEnd...].drop { $0.isWhitespace }
        guard rest.hasPrefix("<string>"), let end = rest.firstRange(of: "</string>")?.lowerBound else { return nil }
        let text = rest[..<end].dropFirst("<string>".count)
        return text.isEmpty || text.contains("<") || text.contains("&") ? nil : String(text)
    }

    private mutating func read(firebaserc json: JSONValue) {
        guard let id = json["projects"]?["default"]?.stringValue, !id.isEmpty else { return }
        answers.projectID = id
        grounds.append("project \(id), from .firebaserc")
    }

    private mutating func read(firebaseJSON json: JSONValue, isThere: (String) -> Bool) {
        let hosting = json["hosting"]?.arrayValue?.first ?? json["hosting"]
        guard let folder = hosting?["public"]?.stringValue, !folder.isEmpty, isThere(folder) else { return }
        answers.page = folder
        grounds.append("the page in \(folder), from firebase.json")
    }

    /// The dev servers of page builders, and the server frameworks, by their packages.
    private static let pages = [
        ("vite", "http://localhost:5173"), ("@vue/cli-service", "http://localhost:8080"),
        ("react-scripts", "http://localhost:3000"), ("@angular/cli", "http://localhost:4200"),
        ("next", "http://localhost:3000"), ("nuxt", "http://localhost:3000"),
        ("webpack-dev-server", "http://localhost:8080"),
    ]
    private static let servers = ["express", "fastify", "koa", "@hapi/hapi", "@nestjs/core", "hono"]

    private mutating func read(package json: JSONValue) {
        let names = Set(["dependencies", "devDependencies"].flatMap { json[$0]?.objectValue?.names ?? [] })
        if answers.page.isEmpty, let (name, url) = Self.pages.first(where: { names.contains($0.0) }) {
            answers.page = url
            grounds.append("the page at \(url), from package.json (\(name))")
        }
        if names.contains("firebase-admin") {
            answers.hasAdminSDK = true
            grounds.append("strictness lenient, from package.json (firebase-admin)")
        }
        guard let server = Self.servers.first(where: names.contains) else { return }
        answers.backendURL = "http://localhost:${port}"
        let script = json["scripts"]?["start"]?.stringValue == nil ? "run dev" : "start"
        answers.command = "npm \(script)"
        grounds.append("a backend that `npm \(script)` starts, from package.json (\(server)); it must listen at PORT")
    }
}
