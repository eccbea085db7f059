import BridgePrimitives
import HTTPTypes
public import Hummingbird
public import Listening
import NIOCore
import Scenarios

/// Serves the sample web app: its files, its configuration, redirects, and the page of another site.
///
/// Any path without a file answers with the app's page, because its router lives in the browser. With `?sdk=official`
/// the page gets an import map, by which it loads the official firebase package if that is there.
public struct SampleWebApp: PlainService {
    /// What the page must know of the services.
    public struct Configuration: Sendable {
        /// The auth service's origin; nil for the host `auth.localhost` at the page's own scheme and port, and for the
        /// page's own origin on another machine, which cannot resolve that name.
        public var auth: String?
        public var apiKey: String
        public var projectID: String
        public var cookieName: String
        /// How other machines reach this one; nil where they don't.
        public var network: LocalNetwork?

        public init(auth: String?, apiKey: String, projectID: String, cookieName: String) {
            (self.auth, self.apiKey, self.projectID, self.cookieName) = (auth, apiKey, projectID, cookieName)
        }
    }

    /// The host of the other site, for stories in which the web view leaves the app.
    public static let partnerHost = "partner.localhost"
    /// A host of the web app's site that is another origin; it shows what the web app shows.
    static let siblingHost = "www.app.localhost"

    /// Where the other site shows the web app in a frame.
    static let embeddingPath = "/embed"

    let files: WebAppFiles
    let configuration: Configuration
    /// By path; `${partner}` in a target stands for the origin of the other site.
    let redirects: [String: String]
    /// What a path shows in frames, and nothing else; targets as in ``redirects``, and `${sibling}` for that host's origin.
    let frames: [String: [String]]
    /// Of the listener that this is served at: a request over HTTP/1.1 does not say.
    let scheme: String

    public init(
        files: WebAppFiles, configuration: Configuration, redirects: [String: String] = [:], scheme: String
    ) {
        self.init(files: files, configuration: configuration, redirects: redirects, frames: [:], scheme: scheme)
    }

    init(
        files: WebAppFiles, configuration: Configuration, redirects: [String: String],
        frames: [String: [String]], scheme: String
    ) {
        (self.files, self.configuration, self.redirects, self.scheme) = (files, configuration, redirects, scheme)
        self.frames = frames
    }

    public func response(to request: PlainRequest) -> Response {
        guard ["GET", "HEAD"].contains(request.method) else {
            return Response(
                status: .methodNotAllowed, headers: [.allow: "GET, HEAD"],
                json: ["status": "error", "message": "The web app answers GET and HEAD only."])
        }
        var response = answer(to: request)
        if request.method == "HEAD" { response = response.createHeadResponse() }
        return response
    }

    private func answer(to request: PlainRequest) -> Response {
        // Once: what is still an escape afterwards is part of a name.
        let path = PercentEncoding.text(Array(request.path.utf8)[...])
        let authority = request.host
        let looksLikeAFile = path.split(separator: "/").last?.contains(".") ?? false
        func origin(of host: String) -> String {
            "\(scheme)://\(host)\(authority.firstIndex(of: ":").map { String(authority[$0...]) } ?? "")"
        }
        if authority.prefix(while: { $0 != ":" }) == Self.partnerHost {
            guard !looksLikeAFile else { return Response(status: .notFound) }
            if path == Self.embeddingPath {
                return page(
                    """
                    <!doctype html><html lang="en"><meta charset="utf-8"><title>A partner's page</title>
                    <iframe src="\(origin(of: VirtualHosts.webHost))/"></iframe></html>
                    """)
            }
            return page(
                """
                <!doctype html><html lang="en"><meta charset="utf-8"><title>A partner's page</title>
                <p>This page belongs to another site.</p></html>
                """)
        }
        if let target = redirects[request.path] ?? redirects[path] {
            let location = target.replacing("${partner}", with: origin(of: Self.partnerHost))
            return Response(status: .found, headers: [.location: location])
        }
        if let targets = frames[request.path] ?? frames[path] {
            let sources = targets.map { target in
                target.replacing("${partner}", with: origin(of: Self.partnerHost))
                    .replacing("${sibling}", with: origin(of: Self.siblingHost))
            }
            return page(Self.framing(sources))
        }
        if path == "/config.json", files.files[path] == nil {
            let isElsewhere = configuration.network?.has(authority: authority) ?? false
            let auth = isElsewhere ? "\(scheme)://\(authority)" : origin(of: VirtualHosts.authHost)
            return Response(
                status: .ok,
                json: [
                    "auth": .string(configuration.auth ?? auth),
                    "apiKey": .string(configuration.apiKey),
                    "projectId": .string(configuration.projectID), "cookieName": .string(configuration.cookieName),
                    "officialSdk": officialSDK,
                ])
        }
        if path.hasPrefix(BrowserPackages.pathPrefix), case .success(let packages) = files.officialSDK {
            if let file = packages.file(at: path) { return Self.response(.ok, file) }
        }
        if path != "/index.html", let file = files.files[path] { return Self.response(.ok, file) }
        if let refusal = files.refusals.first(where: { $0.path == path })?.failure {
            return Response(
                status: .forbidden,
                json: [
                    "status": "error", "code": .string(refusal.code.rawValue),
                    "message": .string(WebAppReason(rawValue: refusal.code.rawValue)?.meaning ?? ""),
                ])
        }
        // As nginx and Firebase Hosting do, a folder's own page comes before the root's.
        if !path.hasSuffix("/"), files.files[path + "/index.html"] != nil {
            let query = request.query.isEmpty ? "" : "?" + request.query
            return Response(status: .movedPermanently, headers: [.location: request.path + "/" + query])
        }
        let ownPage = path.hasSuffix("/") ? files.files[path + "index.html"] : nil
        guard !looksLikeAFile || path == "/index.html", let index = ownPage ?? files.files["/index.html"] else {
            return Response(status: .notFound, json: ["status": "error", "message": "There is no such file."])
        }
        return Self.response(.ok, wantsOfficialSDK(request) ? withImportMap(index) : index)
    }

    private static func framing(_ sources: [String]) -> String {
        let head: Markup = """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>A page with a frame</title>
            <link rel="icon" href="data:,">
            """
        let frames = sources.map { source -> String in
            let frame: Markup = "<iframe src=\"\(exact: source)\"></iframe>"
            return frame.text
        }
        return head.text + frames.joined() + "</html>"
    }

    private var officialSDK: JSONValue {
        switch files.officialSDK {
        case .success(let packages): ["version": .string(packages.version)]
        case .failure(let failure): ["missing": .string("The server says: \(failure.cause); \(failure.fix).")]
        }
    }

    private func wantsOfficialSDK(_ request: PlainRequest) -> Bool {
        FormBody.pairs(request.query.utf8).contains { $0 == ("sdk", "official") }
    }

    /// The page with the import map before its first module, where every browser still heeds it.
    private func withImportMap(_ index: WebAppFiles.File) -> WebAppFiles.File {
        let html = String(decoding: index.content, as: UTF8.self)
        guard case .success(let packages) = files.officialSDK,
            let place = html.firstRange(of: "<script type=\"module\"")?.lowerBound
        else { return index }
        let map = "<script type=\"importmap\">\(packages.importMap)</script>\n    "
        return WebAppFiles.File(
            content: Array((html[..<place] + map + html[place...]).utf8), mediaType: index.mediaType)
    }

    private func page(_ html: String) -> Response {
        Self.response(.ok, WebAppFiles.File(content: Array(html.utf8), mediaType: "text/html; charset=utf-8"))
    }

    private static func response(_ status: HTTPResponse.Status, _ file: WebAppFiles.File) -> Response {
        Response(
            status: status,
            headers: [.contentType: file.mediaType, .cacheControl: "no-cache", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.content)))
    }
}
