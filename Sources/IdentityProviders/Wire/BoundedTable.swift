/// Values by key, of which the oldest goes when there are too many: what a peer can make us keep has an end.
struct BoundedTable<Value: Sendable>: Sendable {
    let capacity: Int
    private var values: [String: Value] = [:]
    private var order: [String] = []

    init(capacity: Int = 10_000) { self.capacity = max(capacity, 1) }

    var count: Int { values.count }

    /// - Complexity: O(1) on average; removing and dropping the oldest are O(n).
    subscript(key: String) -> Value? {
        get { values[key] }
        set {
            guard let newValue else {
                if values.removeValue(forKey: key) != nil { order.removeAll { $0 == key } }
                return
            }
            guard values.updateValue(newValue, forKey: key) == nil else { return }
            order.append(key)
            guard order.count > capacity else { return }
            // A tenth at a time: one by one, each new value would move the whole list.
            for oldest in order.prefix(max(capacity / 10, 1)) { values[oldest] = nil }
            order.removeFirst(max(capacity / 10, 1))
        }
    }

    /// Removes every value that `isGone` says so of.
    mutating func removeAll(where isGone: (Value) -> Bool) {
        order.removeAll { key in
            guard let value = values[key], isGone(value) else { return false }
            values[key] = nil
            return true
        }
    }
}
