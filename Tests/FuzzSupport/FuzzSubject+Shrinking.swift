extension FuzzSubject {
    /// A smaller input that breaks the same property: pieces are left out, from large to small, then bytes made plain.
    ///
    /// - Parameters:
    ///   - input: one that ``check(_:)`` finds fault with; any other comes back as it is.
    ///   - check: what is asked again, ``check(_:)`` unless a test brings its own.
    /// - Complexity: O(n²) checks at worst, usually O(n log n).
    public static func shrunk(
        _ input: [UInt8], by check: ([UInt8]) -> FuzzFinding? = { Self.check($0) }
    ) -> [UInt8] {
        guard let property = check(input)?.property else { return input }
        var smallest = input
        var length = max(1, input.count / 2)
        while true {
            let before = smallest
            var start = 0
            while start < smallest.count {
                let candidate = Array(smallest[..<start] + smallest[min(start + length, smallest.count)...])
                if check(candidate)?.property == property { smallest = candidate } else { start += length }
            }
            guard length > 1 else {
                if smallest == before { break }
                continue
            }
            length /= 2
        }
        for position in smallest.indices {
            for plain in [0, UInt8(ascii: "a")] where smallest[position] != plain {
                var candidate = smallest
                candidate[position] = plain
                guard check(candidate)?.property == property else { continue }
                smallest = candidate
                break
            }
        }
        return smallest
    }
}
