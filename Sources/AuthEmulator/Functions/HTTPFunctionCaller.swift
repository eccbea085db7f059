public import BridgePrimitives
public import HTTPLoader
import Listening

/// Which functions may be called.
public enum FunctionReach: String, CaseIterable, Sendable {
    /// `localhost`, names under it, and loopback addresses; redirects too lead nowhere else.
    case thisMachine
    /// Whatever the configuration says: events carry users and their credentials there.
    case anywhere

    func allows(_ url: WebURL) -> Bool {
        self == .anywhere || LocalRequest.isLoopback(authority: url.hostHeader)
    }
}

/// Calls functions over HTTP.
public struct HTTPFunctionCaller: FunctionCaller {
    /// How long sign-ins wait for one function, in production and in the emulator.
    public static let deadline = Duration.seconds(60)

    private let transport: any Transport
    private let clock: WorldClock
    private let reach: FunctionReach

    /// - Parameter clock: whose time the 60 seconds are of: the world's, where they pass when it is moved on, or one that
    ///   runs with the machine's.
    public init(transport: any Transport, clock: WorldClock, reach: FunctionReach = .thisMachine) {
        (self.transport, self.clock, self.reach) = (transport, clock, reach)
    }

    public func call(_ uri: String, jwt: Secret<String>) async -> FunctionAnswer {
        guard let url = try? WebURL(uri) else { return .failed(.unreachable, causes: []) }
        let transport = DeadlineTransport(transport, deadline: clock.now + Self.deadline, on: clock)
        var load = LoadMachine()
        var action = load.start(.json(url: url, value: ["data": ["jwt": .string(jwt.reveal())]]))
        while case .send(let request) = action {
            guard reach.allows(request.url) else { return .failed(.notLocal, causes: []) }
            do throws(TransportFailure) {
                let exchange = try await transport.perform(request)
                action = load.received(exchange)
                if action == .deliver {
                    return .answered(status: exchange.response.status, body: exchange.response.body)
                }
            } catch {
                return .failed(error.code == .timedOut ? .deadline : .unreachable, causes: [error.code.code])
            }
        }
        guard case .fail(let reason) = action else { return .failed(.redirected, causes: []) }
        return .failed(.redirected, causes: [reason.code])
    }
}
