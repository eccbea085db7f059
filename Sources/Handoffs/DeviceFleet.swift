import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import WebViews
package import Worlds

/// Many phones on one world's services, each with stores and an app of its own, by the names that requests give them.
package final class DeviceFleet: Sendable {
    private struct State {
        var devices: [String: FleetDevice] = [:]
        var made: UInt64 = 0
        var begun = 0
        var answered = 0
        var verdicts: [String: Int] = [:]
        var reasons: [String: Int] = [:]
    }

    private let services: World
    private let executor: any TaskExecutor
    private let limit: Int
    private let state = Mutex(State())
    /// Devices take turns at these: what runs scripts is large, and each has a thread.
    private let pools = (0..<4).map { _ in ProcessPool() }

    /// - Parameters:
    ///   - services: the world whose services all devices use; its own phone is left alone.
    ///   - limit: how many devices are kept at a time.
    ///   - executor: where devices run; the HTTP client's own saves a change of thread for each answer.
    package init(on services: World, limit: Int = 10_000, executor: any TaskExecutor) {
        (self.services, self.limit, self.executor) = (services, limit, executor)
    }

    /// Begins what is asked. Of one device requests are answered in the order in which they are begun.
    ///
    /// - Returns: what came of it, in time.
    package func begin(_ request: HandoffRequest) -> Task<HandoffAnswer, Never> {
        state.withLock { $0.begun += 1 }
        let task: Task<HandoffAnswer, Never>
        do throws(BridgeFailure) {
            switch request.operation {
            case .stats, .quit: task = Task { self.statistics(id: request.id) }
            case .forget:
                let device = try existing(request)
                state.withLock { $0.devices[request.device ?? ""] = nil }
                task = device.begin(request, on: executor, thenEnds: true)
            case .handoff, .signIn, .exchange, .open, .relaunch:
                let device = try request.operation.needsDevice ? existing(request) : made(for: request)
                task = device.begin(request, on: executor, thenEnds: request.device == nil)
            }
        } catch {
            let answer = HandoffAnswer(RefusedLine(id: request.id, error))
            task = Task { answer }
        }
        return Task(executorPreference: executor) {
            let answer = await task.value
            self.count(answer)
            return answer
        }
    }

    /// Ends all devices' apps.
    package func end() async {
        let devices = state.withLock { state in
            defer { state.devices = [:] }
            return Array(state.devices.values)
        }
        for device in devices { await device.end() }
    }

    /// - Throws: `stdio/no-such-device`.
    private func existing(_ request: HandoffRequest) throws(BridgeFailure) -> FleetDevice {
        let name = request.device ?? ""
        guard let device = state.withLock({ $0.devices[name] }) else {
            throw BridgeFailure(HandoffLineReason.noSuchDevice, cause: "there is no device \"\(name.prefix(40))\"")
        }
        return device
    }

    /// The device that is meant, which is made unless it is there.
    ///
    /// - Throws: `stdio/other-profile`, `stdio/too-many-devices`; what keeps a device from being made.
    private func made(for request: HandoffRequest) throws(BridgeFailure) -> FleetDevice {
        let name = request.device
        if let name, let device = state.withLock({ $0.devices[name] }) {
            guard let profile = request.profile, profile.name != device.profile.name else { return device }
            throw BridgeFailure(
                HandoffLineReason.otherProfile,
                cause: "the device \"\(name.prefix(40))\" has the profile \(device.profile.name)")
        }
        var settings = services.settings
        let number = state.withLock { state in
            state.made += 1
            return state.made
        }
        settings.seed &+= number
        let pool = pools[Int(number % UInt64(pools.count))]
        if let profile = request.profile { settings.profile = profile }
        guard let name else { return try FleetDevice(settings, beside: services, pool: pool) }
        guard state.withLock({ $0.devices.count < limit }) else {
            throw BridgeFailure(HandoffLineReason.tooManyDevices, cause: "there are \(limit) devices")
        }
        let device = try FleetDevice(settings, beside: services, pool: pool)
        state.withLock { $0.devices[name] = device }
        return device
    }

    private func count(_ answer: HandoffAnswer) {
        state.withLock { state in
            state.answered += 1
            if let verdict = answer.verdict { state.verdicts[verdict.rawValue, default: 0] += 1 }
            let isWell = answer.verdict == .signedIn
            if !isWell, let reason = answer.rootCause?.code ?? answer.reasons.first {
                state.reasons[reason.rawValue, default: 0] += 1
            }
        }
    }

    private func statistics(id: JSONValue) -> HandoffAnswer {
        func rows(_ counts: [String: Int]) -> JSONValue {
            .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) }))
        }
        let state = state.withLock { $0 }
        var answer = HandoffAnswer(id: id)
        answer.members = JSONObject([
            ("devices", .integer(Int64(state.devices.count))),
            // Without the one that asks.
            ("in_flight", .integer(Int64(state.begun - state.answered - 1))),
            ("answered", .integer(Int64(state.answered))), ("verdicts", rows(state.verdicts)),
            ("reasons", rows(state.reasons)), ("resident_bytes", .integer(Int64(ProcessMemory.resident))),
            (
                "services",
                [
                    "auth": .string(services.addresses.auth.origin),
                    "backend": .string(services.addresses.backend.origin),
                    "web": .string(services.addresses.web.origin),
                ]
            ),
        ])
        return answer
    }
}
