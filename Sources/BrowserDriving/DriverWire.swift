import BridgePrimitives
import HTTPLoader

/// Sends commands to a driver and reads its answers (W3C WebDriver §6).
struct DriverWire: Sendable {
    let base: WebURL
    let transport: CurlTransport

    /// - Parameters:
    ///   - path: below the driver's address, starts with a slash.
    ///   - body: nil for commands without one.
    /// - Returns: the answer's `value`.
    /// - Throws: ``BridgeFailure`` with a code of ``BrowserReason``.
    func call(
        _ method: String, _ path: String, _ body: JSONValue? = nil, within limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        let url = try base.resolving(path)
        let request =
            body.map { HTTPRequest.json(method: method, url: url, value: $0) } ?? HTTPRequest(method: method, url: url)
        let answer = await Self.first(of: limit) { [transport] in await Self.perform(request, over: transport) }
        guard let answer else {
            throw BrowserReason.timedOut.failure("\(Self.command(method, path)): no answer within \(limit)")
        }
        return try Self.value(of: answer.get(), to: Self.command(method, path))
    }

    /// The answer's value; an error becomes a failure with the driver's words.
    static func value(of response: HTTPResponse, to command: String) throws(BridgeFailure) -> JSONValue {
        guard let value = (try? JSONValue(parsing: response.body))?["value"] else {
            throw BrowserReason.badAnswer.failure("\(command): the driver answered \(response.status) without a value")
        }
        guard response.status != 200 else { return value }
        guard let error = value["error"]?.stringValue else {
            throw BrowserReason.badAnswer.failure("\(command): the driver answered \(response.status) without an error")
        }
        // Chromium appends its version and a stack; the first line is what there is to say.
        let message = value["message"]?.stringValue.map { String($0.prefix { !$0.isNewline }.prefix(300)) } ?? ""
        throw BrowserReason(wireError: error).failure("\(command): \(error)" + (message.isEmpty ? "" : ", \(message)"))
    }

    private static func perform(
        _ request: HTTPRequest, over transport: CurlTransport
    ) async -> Result<HTTPResponse, BridgeFailure> {
        do throws(TransportFailure) {
            return .success(try await transport.perform(request).response)
        } catch {
            let reason: BrowserReason = error.code == .cancelled ? .cancelled : .driverLost
            return .failure(reason.failure("the driver at \(request.url.hostAndPort) gave no answer: \(error.cause)"))
        }
    }

    /// What `body` gives; nil when it takes longer than `limit` of real time.
    private static func first<Value: Sendable>(
        of limit: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                do { try await Task.sleep(for: limit) } catch {
                    // The caller was cancelled; `body` says how that ends.
                }
                return nil
            }
            defer { group.cancelAll() }
            guard let first = await group.next() else { return nil }
            if let value = first { return value }
            return Task.isCancelled ? await group.next() ?? nil : nil
        }
    }

    /// A command as people read it, without the session's id.
    private static func command(_ method: String, _ path: String) -> String {
        let parts = path.split(separator: "/")
        let rest = parts.first == "session" && parts.count > 2 ? parts.dropFirst(2) : parts[...]
        return "\(method) \(rest.joined(separator: "/"))"
    }
}
