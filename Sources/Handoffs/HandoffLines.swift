import BridgePrimitives

/// A line as it was read.
package enum HandoffLine: Sendable {
    case text(String)
    /// It was longer than is kept, and was read past.
    case tooLong
}

/// Answers lines until they end, or one says `quit`.
package struct HandoffLines: Sendable {
    private let fleet: DeviceFleet
    private let write: @Sendable (HandoffAnswer) -> Void

    /// - Parameter write: gets an answer for each line, from any thread, in the order in which they are ready.
    package init(_ fleet: DeviceFleet, write: @escaping @Sendable (HandoffAnswer) -> Void) {
        (self.fleet, self.write) = (fleet, write)
    }

    /// Returns when all lines are answered. How many are under way at a time is for whoever reads them to limit.
    package func answer(_ lines: some AsyncSequence<HandoffLine, Never> & Sendable) async {
        var last: HandoffRequest?
        await withDiscardingTaskGroup { [fleet, write] group in
            for await line in lines {
                let request: HandoffRequest
                do throws(RefusedLine) { request = try Self.request(in: line) } catch {
                    write(HandoffAnswer(error))
                    continue
                }
                guard request.operation != .quit else {
                    last = request
                    break
                }
                // Begun here, so that one device gets its requests in the order of the lines.
                let task = fleet.begin(request)
                group.addTask { write(await task.value) }
            }
        }
        if let last { write(await fleet.begin(last).value) }
        await fleet.end()
    }

    private static func request(in line: HandoffLine) throws(RefusedLine) -> HandoffRequest {
        guard case .text(let text) = line else { throw .tooLong }
        return try HandoffRequest(line: text)
    }
}
