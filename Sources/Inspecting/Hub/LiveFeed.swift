/// Messages of an event stream (HTML Standard §9.2), numbered, the latest of which are kept for those who lost their
/// connection.
struct LiveFeed {
    private struct Message {
        let number: Int
        let name: String
        let data: @Sendable () -> String

        var text: String { "id: \(number)\nevent: \(name)\ndata: \(data())\n\n" }
    }

    private var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    private var lastListener = 0
    private var kept: [Message] = []
    private var lastNumber = 0
    private var isClosed = false
    /// Those that are to be let go: not here, under somebody's lock, for that calls whoever waits.
    private var leaving: [AsyncStream<String>.Continuation] = []
    private static let keptCount = 2000

    /// - Parameter data: on one line. Asked for once somebody is there to read it: most of what happens nobody sees.
    mutating func tell(_ name: String, _ data: @escaping @Sendable () -> String) {
        lastNumber += 1
        let message = Message(number: lastNumber, name: name, data: data)
        kept.append(message)
        if kept.count > 2 * Self.keptCount { kept.removeFirst(Self.keptCount) }
        guard !listeners.isEmpty else { return }
        let text = message.text
        for (number, listener) in listeners {
            // Whoever is so slow that messages were lost comes again and asks for everything.
            if case .dropped = listener.yield(text) { letGo(of: number) }
        }
    }

    mutating func join(_ listener: AsyncStream<String>.Continuation, after last: Int?) -> Int {
        lastListener += 1
        guard !isClosed else {
            leaving.append(listener)
            return lastListener
        }
        // A comment: the browser knows at once that it is connected, and comes back after a second.
        listener.yield("retry: 1000\n: session-bridge\n\n")
        if let last {
            let missed = kept.drop { $0.number <= last }
            if last > lastNumber || (missed.first?.number ?? last + 1) != last + 1 {
                listener.yield("id: \(lastNumber)\nevent: resync\ndata: {}\n\n")
            } else {
                for message in missed { listener.yield(message.text) }
            }
        }
        listeners[lastListener] = listener
        return lastListener
    }

    mutating func leave(_ number: Int) { listeners[number] = nil }

    /// A comment, so that nobody in between takes the connection for a dead one.
    func stayAwake(_ number: Int) { listeners[number]?.yield(": here\n\n") }

    mutating func close() {
        isClosed = true
        for number in listeners.keys { letGo(of: number) }
    }

    private mutating func letGo(of number: Int) {
        if let listener = listeners.removeValue(forKey: number) { leaving.append(listener) }
    }

    /// Whom to end now, outside of any lock.
    mutating func takeLeaving() -> [AsyncStream<String>.Continuation] {
        defer { leaving = [] }
        return leaving
    }
}
