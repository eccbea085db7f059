import AuthEmulator
public import BridgePrimitives
import Cookies
import HTTPLoader
public import Project
import RouterGuard
package import Scenarios

extension LoadedProject {
    /// The world that it asks for.
    public func worldSettings() throws(BridgeFailure) -> WorldSettings {
        var settings = try WorldSettings().adopting(project)
        settings.seeds = seeds
        return settings
    }
}

extension WorldSettings {
    /// The settings that a project file asks for, these being the defaults. Its file of users is not read here: see
    /// ``seeds``.
    ///
    /// - Throws: `url/…`, `project/unknown-profile` or `project/bad-routes` for what no reader of a file has checked.
    public func adopting(_ project: AppProject) throws(BridgeFailure) -> WorldSettings {
        var settings = self
        settings.adopt(project.auth)
        try settings.adopt(project.web, in: project)
        settings.ownBackend = project.backend.map { ($0, project.folder) }
        if let backend = project.backend, backend.start == nil, project.auth.port == nil {
            settings.authPort = Self.emulatorPort
        }
        settings.trustedCertificates = Array(project.trusted.joined(separator: "\n").utf8)
        settings.handover = project.handover
        if let name = project.cookieName { settings.cookieName = name }
        return settings
    }

    /// What a project file says of the auth service itself: the project, how strict it is and the form of its tokens.
    ///
    /// Neither its port, which a world of its own chooses, nor a backend or a page.
    package mutating func adoptAuthService(of project: AppProject) {
        var auth = project.auth
        (auth.port, auth.user) = (nil, nil)
        adopt(auth)
    }

    /// Where a backend that runs already looks for the auth service, unless the project file says otherwise.
    private static let emulatorPort = 9099

    /// Whether a world of these settings has a port that no other can have at the same time.
    package var hasFixedPorts: Bool {
        [authPort, webPort, backendPort] != [0, 0, 0] || ownBackend.map { !$0.backend.choosesPort } ?? false
            || startedPage.map { !$0.service.choosesPort } ?? false
    }

    /// Whether any of these scenarios, under these settings, has such a port: they run one after the other then.
    package func haveFixedPorts(in scenarios: some Sequence<Scenario>) -> Bool {
        // One that cannot be read as settings says so when it is its turn.
        hasFixedPorts || scenarios.contains { (try? adopting($0.setting))?.hasFixedPorts ?? false }
    }

    /// Where somebody's own page is served by somebody else; with `${port}` where it is started. Nil for one that is served
    /// here.
    package var ownPageAddress: String? { startedPage?.service.url.text ?? webURL?.origin }

    /// Where somebody's own page and backend are, with the port or without.
    package var ownHosts: [String] {
        let templates = [ownBackend?.backend.url, startedPage?.service.url].compactMap(\.self)
        // Any port will do to see the host.
        let urls = templates.compactMap { try? WebURL($0.filled(with: [TextTemplate.port: "1"])) }
        return (urls + [webURL].compactMap(\.self)).map(\.host)
    }

    private mutating func adopt(_ auth: ProjectAuth) {
        if let id = auth.projectID { projectID = id }
        if let key = auth.apiKey { apiKey = key }
        if let strictness = auth.strictness { self.strictness = strictness == .strict ? .strict : .lenient }
        if let tokens = auth.tokens { tokenForm = tokens == .signed ? .signed : .unsigned }
        if let isOn = auth.emailEnumerationProtection { emailEnumerationProtection = isOn }
        switch auth.singleProject {
        case nil: break
        case .off: singleProject = .off
        case .warn: singleProject = .warning
        case .error: singleProject = .error
        }
        if let port = auth.port { authPort = port }
        if let user = auth.user { self.user = user }
    }

    private mutating func adopt(_ page: OwnPage, in project: AppProject) throws(BridgeFailure) {
        if let name = page.profile {
            guard let profile = CookieProfile.named(name) else {
                throw ProjectReason.unknownProfile.failure("there is no profile \"\(name)\"")
            }
            self.profile = profile
        }
        if let engine = page.engine { self.engine = engine }
        signedIn = page.signedIn
        if let limit = page.within { pageTimeouts.page = limit }
        if let patience = page.patience { pageTimeouts.withoutUser = patience }
        webRoot = page.folder.map(project.place(of:))
        startedPage = page.service.map { ($0, project.folder) }
        webURL = page.start == nil ? try page.url.map { (url) throws(BridgeFailure) in try WebURL(url.text) } : nil
        if let pageGuard = page.pageGuard { adopt(pageGuard) }
        if let path = page.signInPath { pageGuard.signInPath = path }
        guard page.routes != nil || page.isOwn else { return }
        let routes = page.routes.map(PageRoutes.list) ?? .guarded(besides: pageGuard.signInPath)
        do throws(RouteTableProblem) { _ = try routes.table(for: ownGuard?.generation ?? .three) } catch {
            throw ProjectReason.badRoutes.failure("\(error)")
        }
        self.routes = routes
    }
}
