/// Lays two lists beside each other, so that what is in both stands in one row.
enum Alignment: Sendable {
    /// How far the next row that fits is looked for. What two traces have no more in common than this is told as missing
    /// on both sides, and the work stays in proportion to the lists.
    private static let window = 64

    /// - Returns: pairs of indices; nil where the other has no such element. Both columns grow, and have all indices.
    /// - Complexity: O(n) for equal lists and for those that have nothing in common; at worst O(n · window²).
    static func rows(_ a: [Int], _ b: [Int]) -> [(a: Int?, b: Int?)] {
        var rows: [(a: Int?, b: Int?)] = []
        let (inA, inB) = (Set(a), Set(b))
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if !inB.contains(a[i]) {
                rows.append((i, nil))
                i += 1
                continue
            }
            if !inA.contains(b[j]) {
                rows.append((nil, j))
                j += 1
                continue
            }
            if a[i] == b[j] {
                rows.append((i, j))
                (i, j) = (i + 1, j + 1)
                continue
            }
            let (left, right) = gap(a[i...], b[j...])
            for step in 0..<left { rows.append((i + step, nil)) }
            for step in 0..<right { rows.append((nil, j + step)) }
            (i, j) = (i + left, j + right)
        }
        rows += (i..<a.count).map { ($0, nil) }
        rows += (j..<b.count).map { (nil, $0) }
        return rows
    }

    /// How many elements of each to pass over until both have the same again; one of each where that is too far.
    private static func gap(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) -> (a: Int, b: Int) {
        for distance in 1..<window {
            for left in 0...distance {
                let right = distance - left
                guard left < a.count, right < b.count else { continue }
                if a[a.startIndex + left] == b[b.startIndex + right] { return (left, right) }
            }
        }
        return (1, 1)
    }
}
