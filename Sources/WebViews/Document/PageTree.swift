/// What stands in what in a document: found once for all elements, so that no answer walks up or down again.
struct PageTree {
    private let elements: [PageDocument.Element]
    /// The place behind the last element inside each.
    private let ends: [Int]

    /// - Complexity: O(n) in elements.
    init(_ elements: [PageDocument.Element]) {
        var ends = elements.indices.map { $0 + 1 }
        // Children come after their parents, so that the last ones are known first.
        for place in elements.indices.reversed() {
            if let parent = elements[place].parent { ends[parent] = max(ends[parent], ends[place]) }
        }
        (self.elements, self.ends) = (elements, ends)
    }

    /// For each element the nearest one called `name`: itself, or one around it.
    ///
    /// - Complexity: O(n) in elements.
    func nearest(_ name: String) -> [Int?] {
        var nearest: [Int?] = []
        nearest.reserveCapacity(elements.count)
        for (place, element) in elements.enumerated() {
            nearest.append(element.name == name ? place : element.parent.flatMap { nearest[$0] })
        }
        return nearest
    }

    /// The text of an element with that of the elements inside it, the own text first. What is in another element of
    /// the same name is that one's, so that all of them together are no longer than the document.
    ///
    /// - Complexity: O(n) in the elements and the text inside it.
    func text(of place: Int) -> String {
        var texts = [elements[place].text]
        var next = place + 1
        while next < ends[place] {
            guard elements[next].name != elements[place].name else {
                next = ends[next]
                continue
            }
            texts.append(elements[next].text)
            next += 1
        }
        return texts.joined(separator: " ")
    }
}
