/// Says of each event which one led to it, from what is in the trace alone: an answer comes of its request, a write of
/// the answer that asked for it, what a service does of the request that it has not answered yet, a script's write of
/// where its value was seen before.
///
/// What is not known stays without a cause; where more than one request is open, the latest is taken. Feed it the events
/// of one trace in their order.
///
/// A world that is served for weeks forgets: of answers and values only the latest ``memory`` are known.
///
/// - Complexity: O(1) for each event and cookie on the average; memory for one entry a value and open request.
public struct TraceCauses: Sendable {
    private var openRequests: [(hop: Int, sequence: Int, actor: TraceActor)] = []
    /// The answer of each hop, or its request as long as there is none.
    private var hops: [Int: Int] = [:]
    /// Where a value was seen last.
    private var values: [MaskedText: Int] = [:]
    /// An answer that sends elsewhere, which nobody has followed yet.
    private var redirects: [TraceActor: Int] = [:]
    private var navigation: Int?
    private var document: Int?
    private var script: Int?
    private var routing: (step: RoutingEvent.Step, sequence: Int)?
    /// What the auth service last said of an account.
    private var judgement: Int?

    private let memory: Int

    /// - Parameter memory: how many answers, and how many values, are remembered for certain; not negative.
    public init(memory: Int = 50_000) { self.memory = max(1, memory) }

    public mutating func cause(of event: TraceEvent) -> Int? {
        let cause = cause(of: event.kind, by: event.actor)
        note(event)
        return cause
    }

    private func cause(of kind: TraceEvent.Kind, by actor: TraceActor) -> Int? {
        switch kind {
        case .response(let response): hops[response.hop]
        case .request: redirects[actor] ?? openRequest(of: actor) ?? occasion(of: actor)
        case .cookieWrite(let write): write.hop.flatMap { hops[$0] } ?? values[write.value] ?? document
        case .cookieRead: routing?.sequence ?? script ?? document
        case .edge, .served, .proxied, .fault: openRequest(of: actor)
        case .script: document
        case .navigation(let navigation): cause(of: navigation)
        case .message, .pageError: script ?? document
        case .scriptSkipped, .policyViolation: document
        case .requestFailed(let failed): failed.hop.flatMap { hops[$0] } ?? occasion(of: actor)
        case .printed: openRequest(of: actor)
        case .routing: latest(routing?.sequence ?? document, judgementOfSignIn)
        case .token(let token): openRequest(of: actor) ?? signIn ?? values[token.token]
        case .account: actor == .auth ? openRequest(of: actor) ?? signIn : latest(judgement, signIn)
        case .clock, .device, .keychain, .process: nil
        }
    }

    /// What a page or a web view was at when it asked for something.
    private func occasion(of actor: TraceActor) -> Int? {
        switch actor {
        case .webView: navigation
        case .page: latest(routing?.sequence, latest(script, document))
        default: nil
        }
    }

    private func cause(of event: NavigationEvent) -> Int? {
        switch event.phase {
        case .didReceiveServerRedirect, .decidePolicyForResponse, .didFail:
            latest(navigation, hops.isEmpty ? nil : lastAnswer)
        case .decidePolicyForAction, .refresh: document
        case .didStartProvisional, .didCommit, .didFinish, .didNavigateWithinDocument: navigation
        }
    }

    private var lastAnswer: Int?

    /// The page's sign-in that the auth service is at.
    private var signIn: Int? { routing.flatMap { $0.step == .signIn ? $0.sequence : nil } }

    private var judgementOfSignIn: Int? { signIn == nil ? nil : judgement }

    private func latest(_ a: Int?, _ b: Int?) -> Int? { a.map { a in max(a, b ?? a) } ?? b }

    /// The latest request that somebody else waits for.
    private func openRequest(of actor: TraceActor) -> Int? { openRequests.last { $0.actor != actor }?.sequence }

    private mutating func note(_ event: TraceEvent) {
        let sequence = event.sequence
        switch event.kind {
        case .request(let request):
            openRequests.append((request.hop, sequence, event.actor))
            hops[request.hop] = sequence
            forget(&hops)
            redirects[event.actor] = nil
            for cookie in request.sent { note(cookie.value, at: sequence) }
        case .response(let response):
            openRequests.removeAll { $0.hop == response.hop }
            hops[response.hop] = sequence
            lastAnswer = sequence
            if response.location != nil, (300..<400).contains(response.status ?? 0) {
                redirects[event.actor] = sequence
            }
        case .cookieWrite(let write): note(write.value, at: sequence)
        case .cookieRead(let read): for cookie in read.visible { note(cookie.value, at: sequence) }
        case .token(let token): note(token.token, at: sequence)
        case .script: script = sequence
        case .navigation(let navigation):
            self.navigation = sequence
            if navigation.phase == .didCommit { (document, script, routing) = (sequence, nil, nil) }
        case .routing(let routing): self.routing = (routing.step, sequence)
        case .account: if event.actor == .auth { judgement = sequence }
        default: break
        }
    }

    /// Short values, which many things have in common, tell nothing.
    private mutating func note(_ value: MaskedText, at sequence: Int) {
        guard value.text.utf8.count > 12 else { return }
        values[value] = sequence
        forget(&values)
    }

    /// Keeps the latest half of twice as many as are to be remembered.
    private func forget<Key>(_ seen: inout [Key: Int]) {
        guard seen.count > 2 * memory else { return }
        let oldest = seen.values.sorted()[seen.count - memory]
        seen = seen.filter { $0.value >= oldest }
    }
}
