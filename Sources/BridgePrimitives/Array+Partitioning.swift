extension Array {
    /// The first position whose element belongs to the second part; all elements of the first part come before it.
    ///
    /// - Complexity: O(log n).
    package func partitioningIndex(where belongsInSecond: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongsInSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
