import BridgePrimitives
import Yams

extension ScenarioReader {
    func steps(_ node: Node) throws(ScenarioProblem) -> [LocatedStep] {
        guard case .sequence(let sequence) = node else {
            throw problem("scenario/wrong-type", node, "steps are a list", "begin each with `- `")
        }
        var steps: [LocatedStep] = []
        for element in sequence { steps.append(LocatedStep(try step(element), at: location(element))) }
        return steps
    }

    /// `- reload`, or `- open: { … }`.
    private func step(_ node: Node) throws(ScenarioProblem) -> Step {
        switch node {
        case .scalar(let scalar):
            return try step(scalar.string, nameNode: node, arguments: nil)
        case .mapping(let mapping):
            guard mapping.count == 1, let (nameNode, arguments) = mapping.first else {
                throw problem("scenario/wrong-type", node, "a step has one name", "begin each step with `- `")
            }
            return try step(try text(nameNode), nameNode: nameNode, arguments: arguments)
        default:
            throw problem("scenario/wrong-type", node, "a step is a name, or a name with settings", "")
        }
    }

    private func step(_ name: String, nameNode: Node, arguments: Node?) throws(ScenarioProblem) -> Step {
        var fields = StepFields(name: name, nameNode: nameNode, arguments: arguments)
        if let step = Self.plainSteps[name] {
            if let arguments = fields.given {
                throw problem("scenario/wrong-type", arguments, "\(name) takes no settings", "")
            }
            return step
        }
        if name == "advance" {
            guard let arguments else {
                throw problem("scenario/missing-field", nameNode, "advance needs a duration", "write `advance: 61m`")
            }
            return .advance(try duration(arguments))
        }
        let step: Step
        switch name {
        case "sign-in": step = .signIn(try signIn(&fields))
        case "sign-out":
            step = .signOut(SignOut(forgetsEverything: try fields.bool("everywhere", reader: self) ?? false))
        case "enroll": step = .enroll(try enrollment(&fields))
        case "exchange": step = .exchange(field: try fields.text("field", reader: self) ?? "idtoken")
        case "open":
            let path = try fields.text("path", reader: self) ?? "/"
            guard path.hasPrefix("/") else {
                throw problem("scenario/wrong-type", arguments, "a path begins with a slash: \"\(path)\"", "")
            }
            var injections: [Injection] = []
            if let node = try fields.take("inject", reader: self) {
                for element in try list(node) { injections.append(try injection(element)) }
            }
            step = .open(path: path, injections: injections)
        case "rotate-keys": step = .rotateKeys(dropsOld: try fields.bool("drop-old", reader: self) ?? false)
        case "launch": step = .device(.launch(try launch(&fields)))
        case "transfer": step = .device(.transfer(try transfer(&fields)))
        default:
            throw problem(
                "scenario/unknown-step", nameNode, "no step is called \"\(name)\"",
                Suggestion.text(for: name, among: Step.names))
        }
        try fields.refuseRest()
        return step
    }

    /// The steps that take no settings.
    private static let plainSteps: [String: Step] = Dictionary(
        uniqueKeysWithValues: [
            Step.verifyEmail, .unenroll, .register, .currentUser, .reload, .disableUser, .revokeUser, .stopBackend,
            .relaunch, .crashNetworkProcess, .device(.kill), .device(.lock), .device(.unlock), .device(.reboot),
            .device(.uninstall), .device(.install), .device(.update), .device(.tamper),
        ].map { ($0.name, $0) })

    /// `user-script`, or `{ user-script: { value: …, guarded: true } }`; stores take `domain` and `path`.
    private func injection(_ node: Node) throws(ScenarioProblem) -> Injection {
        guard case .mapping(let mapping) = node else { return Injection(try word(node)) }
        guard mapping.count == 1, let (nameNode, arguments) = mapping.first else {
            throw problem("scenario/wrong-type", node, "an injection has one name", "write a list of them")
        }
        var injection = Injection(try word(nameNode))
        var fields = try Fields(arguments, of: injection.method.rawValue, reader: self)
        if let node = fields.take("value") { injection.value = try text(node) }
        if let node = fields.take("guarded") { injection.isGuardedByHost = try bool(node) }
        if let node = fields.take("awaited") {
            guard injection.method == .cookieStore else {
                throw problem(
                    "scenario/wrong-type", node, "only cookie-store is awaited, or not", "leave `awaited` out")
            }
            injection.isAwaited = try bool(node)
        }
        if [.cookieStore, .nativeStorage].contains(injection.method) {
            if let node = fields.take("domain") { injection.domain = try text(node) }
            if let node = fields.take("path") { injection.path = try text(node) }
        }
        try fields.refuseRest()
        return injection
    }

    func expectation(_ node: Node) throws(ScenarioProblem) -> ScenarioExpectation {
        var fields = try Fields(node, of: "expect", reader: self)
        var expectation = ScenarioExpectation()
        if let node = fields.take("route") { expectation.route = try text(node) }
        if let node = fields.take("verdict") { expectation.verdict = try word(node) }
        if let node = fields.take("signed-in-as") { expectation.signedInAs = try text(node) }
        if let node = fields.take("reasons") { expectation.reasons = try reasons(node) }
        if let node = fields.take("findings") { expectation.findings = try reasons(node) }
        if let node = fields.take("no-findings") { expectation.noFindings = try reasons(node) }
        if let node = fields.take("cookie") { expectation.cookie = try cookie(node) }
        if let node = fields.take("first-request") {
            var request = try Fields(node, of: "first-request", reader: self)
            expectation.firstRequest = ScenarioExpectation.RequestExpectation(
                with: try request.take("with").map { (node) throws(ScenarioProblem) in try text(node) },
                without: try request.take("without").map { (node) throws(ScenarioProblem) in try text(node) })
            try request.refuseRest()
        }
        if let node = fields.take("failure") { expectation.failure = try failure(node) }
        try fields.refuseRest()
        guard expectation != ScenarioExpectation() else {
            throw problem("scenario/no-expectation", node, "nothing is expected here", "say `route:` or `reasons:`")
        }
        return expectation
    }

    private func reasons(_ node: Node) throws(ScenarioProblem) -> [ReasonCode] {
        var codes: [ReasonCode] = []
        for element in try list(node) { codes.append(try reason(element)) }
        return codes
    }

    private func cookie(_ node: Node) throws(ScenarioProblem) -> ScenarioExpectation.CookieExpectation {
        var fields = try Fields(node, of: "cookie", reader: self)
        guard let name = fields.take("name") else {
            throw problem("scenario/missing-field", node, "which cookie?", "add `name: customtoken`")
        }
        let expectation = ScenarioExpectation.CookieExpectation(
            name: try text(name),
            isVisibleToScript: try fields.take("visible-to-script").map { (node) throws(ScenarioProblem) in
                try bool(node)
            },
            isSent: try fields.take("sent").map { (node) throws(ScenarioProblem) in try bool(node) },
            isStored: try fields.take("stored").map { (node) throws(ScenarioProblem) in try bool(node) })
        try fields.refuseRest()
        return expectation
    }

    private func failure(_ node: Node) throws(ScenarioProblem) -> ScenarioExpectation.FailureExpectation {
        var fields = try Fields(node, of: "failure", reader: self)
        guard let reasonNode = fields.take("reason") else {
            throw problem("scenario/missing-field", node, "a failure needs its reason", "add `reason: area/code`")
        }
        var step: String?
        if let node = fields.take("step") {
            let name = try text(node)
            guard Step.names.contains(name) else {
                throw problem(
                    "scenario/unknown-step", node, "no step is called \"\(name)\"",
                    Suggestion.text(for: name, among: Step.names))
            }
            step = name
        }
        try fields.refuseRest()
        return ScenarioExpectation.FailureExpectation(step: step, reason: try reason(reasonNode))
    }
}
