import BridgePrimitives
import BridgeTrace
import Diagnosis
import FirebaseAuthClient
import Foundation
import RouterGuard
import WebViews

/// Runs a guard of somebody's own: evaluates its modules in the page's world, calls it as the router wants, and lets the
/// page's auth answer what it asks of Firebase.
///
/// The turns are those of ``GuardShell``: what the script does in the turn of mounting is early, and the service and
/// auth's storage answer after the user scripts at document end.
struct ModuleShell: PageShell {
    /// More requests than this are the guard's loop.
    private static let requestLimit = 50

    private let module: GuardModule
    /// The sign-in page, where the page's other routes are not known; nil where they are.
    private let unknownRoutesBeside: String?
    private var navigation: ModuleNavigation
    private let view: HeadlessWebView
    private let auth: Auth
    private let trace: TraceLog
    private let port: GuardPort
    private var outcome: GuardedOutcome?
    private var isMounting = true
    private let hasStoredUser: Bool
    /// Whether auth has read its storage before the guard runs.
    private let isAuthReadyFirst: Bool
    private var requestCount = 0

    var router: Router { navigation.router }

    init(
        _ module: GuardModule, _ navigation: ModuleNavigation, unknownRoutesBeside: String?, cookieName: String,
        view: HeadlessWebView, auth: Auth, trace: TraceLog, trial: Trial
    ) {
        self.unknownRoutesBeside = unknownRoutesBeside
        (self.module, self.navigation, self.view, self.auth, self.trace) = (module, navigation, view, auth, trace)
        port = GuardPort(cookieName: cookieName, isAnyName: trial.makes(.guardReadsCookie), trace: trace)
        isAuthReadyFirst = trial.makes(.authReadyFirst)
        hasStoredUser = auth.currentUser != nil
    }

    mutating func mount() async {
        let runner = (text: GuardRunner.script(generation: navigation.router.generation), name: GuardRunner.name)
        guard await enter([runner] + module.scripts.map { ($0.text, $0.name) }, isFirst: true) else { return }
        func text(_ name: String?) -> String { name.map { JSONValue.string($0).text() } ?? "null" }
        if isAuthReadyFirst {
            if hasStoredUser { await auth.confirmStoredUser() }
            guard await enter(GuardRunner.call("ready", profile)) else { return }
        }
        guard
            await enter(
                GuardRunner.call(
                    "start", JSONValue.string(module.name).text(), text(module.exportName), text(unknownRoutesBeside)))
        else { return }
        let first: ModuleNavigation.Demand
        do throws(RouteTableProblem) { first = try navigation.start(after: port.takeOperations()) } catch {
            return fail(GuardProblem(error, in: module.name))
        }
        await drive(first)
        if outcome == nil, !navigation.hasGuard {
            fail(GuardProblem(noGuard: "\(module.name) registers no guard in the turn in which the app is mounted"))
        }
    }

    mutating func finish() async -> GuardedOutcome {
        isMounting = false
        if outcome == nil, !isAuthReadyFirst {
            if hasStoredUser { await auth.confirmStoredUser() }
            port.authIsReady()
            if await enter(GuardRunner.call("ready", profile)) {
                await drive(navigation.resume(with: port.takeOperations()))
            }
        }
        while outcome == nil, let request = port.takeRequest() {
            requestCount += 1
            guard requestCount <= Self.requestLimit else {
                fail(GuardProblem(endless: "stopped after \(Self.requestLimit) requests to the auth service"))
                break
            }
            await answer(request)
        }
        let ended = outcome ?? navigation.end()
        record()
        return ended
    }

    // MARK: - The script

    /// Performs what the router wants until it waits.
    private mutating func drive(_ first: ModuleNavigation.Demand) async {
        var demand = first
        while outcome == nil {
            record()
            switch demand {
            case .rest: return
            case .call(let call, let number):
                port.begin()
                let script = GuardRunner.call(
                    "call", "\(number)", "\"\(call.kind.rawValue)\"", "\(call.reference.number)",
                    call.to.scriptObject.text(), call.from.scriptObject.text())
                guard await enter(script) else { return }
            case .tellEnd(let to, let from, let failure):
                let told: JSONValue =
                    failure.map { ["text": .string($0.message), "type": .integer($0.kind.number)] } ?? .null
                let script = GuardRunner.call("tellEnd", to.scriptObject.text(), from.scriptObject.text(), told.text())
                guard await enter(script) else { return }
            case .tellError(let thrown):
                guard await enter(GuardRunner.call("tellError", JSONValue.string(thrown.logText).text())) else {
                    return
                }
            }
            demand = navigation.resume(with: port.takeOperations())
        }
    }

    private mutating func enter(_ script: String) async -> Bool { await enter([(script, GuardRunner.name)]) }

    /// Runs scripts in the page.
    ///
    /// - Returns: whether the page goes on with them; else ``outcome`` says why not.
    private mutating func enter(_ scripts: [(text: String, name: String)], isFirst: Bool = false) async -> Bool {
        let route = navigation.currentRoute
        port.enter(
            GuardPort.Place(
                path: route.fullPath, routeName: route.name, isEarly: isMounting && hasScriptsAtDocumentEnd,
                hasStoredUser: hasStoredUser))
        for script in scripts {
            let isFirst = isFirst && script.name == GuardRunner.name
            switch await view.run([script], of: port, isFirst: isFirst, follows: !isMounting) {
            case .done: continue
            case .failed(let failure):
                fail(
                    GuardProblem(
                        failure, in: script.name == GuardRunner.name ? module.name : script.name, script: script.text,
                        masking: trace.masking))
                return false
            case .leaves, .gone:
                outcome = .aborted
                record()
                return false
            }
        }
        guard let problem = port.problem else { return true }
        fail(problem)
        return false
    }

    private mutating func fail(_ problem: GuardProblem) {
        outcome = navigation.fail(problem.text, problem.reasons)
        record()
    }

    private var hasScriptsAtDocumentEnd: Bool {
        view.configuration.userContentController.userScripts.contains { $0.injectionTime == .atDocumentEnd }
    }

    // MARK: - Auth

    private mutating func answer(_ request: GuardPort.Request) async {
        var operations: [GuardOperation] = []
        var (error, value) = (nil as String?, JSONValue.null)
        var hasNewToken = false
        switch request.kind {
        case .signIn(let token):
            switch await auth.signInOnPage(token, trace: trace) {
            case .accepted:
                operations.append(.signedIn)
                hasNewToken = true
            case .refused(let refused):
                operations.append(.signInFailed(refused))
                error = refused.rawValue
            }
        case .signOut:
            do { try auth.signOut() } catch { operations = [] }
        case .token(let forcesRefresh):
            do {
                let token = try await auth.currentUser?.getIDToken(forcingRefresh: forcesRefresh)
                value = token.map { .string($0) } ?? .null
                hasNewToken = forcesRefresh
                if token == nil { error = "auth/no-current-user" }
            } catch let refused {
                error = (refused as? AuthError)?.javaScriptName ?? "auth/internal-error"
            }
        }
        let script = GuardRunner.call(
            "answer", "\(request.id)", error.map { JSONValue.string($0).text() } ?? "null", value.text(), profile,
            "\(hasNewToken)")
        guard await enter(script) else { return }
        await drive(navigation.resume(with: operations + port.takeOperations()))
    }

    /// The page's user as a script has it; `null` for nobody.
    private var profile: String {
        guard let user = auth.currentUser else { return "null" }
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        let members: JSONValue = [
            "uid": .string(user.uid), "email": text(user.email), "emailVerified": .bool(user.isEmailVerified),
            "displayName": text(user.displayName), "photoURL": text(user.photoURL?.absoluteString),
            "phoneNumber": text(user.phoneNumber), "isAnonymous": .bool(user.isAnonymous),
            "tenantId": text(user.tenantID), "providerId": "firebase", "providerData": [],
        ]
        return members.text()
    }

    private mutating func record() {
        for step in navigation.drainSteps() { step.record(in: trace, at: navigation.router) }
    }
}

extension RouterGuard.NavigationFailure.Kind {
    /// As Vue Router 4 numbers them.
    fileprivate var number: Int64 {
        switch self {
        case .redirected: 2
        case .aborted: 4
        case .cancelled: 8
        case .duplicated: 16
        }
    }
}
