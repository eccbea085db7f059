import Crypto

extension FingerprintKey {
    /// A value that can take a secret's place: as long, with letters, digits and all else where they were, the same for the
    /// same secret. `${…}` is a variable's name and stays.
    ///
    /// Whoever has not got the key cannot search for the secret.
    ///
    /// - Complexity: O(n) in the value's length.
    package func standIn(for value: String) -> String {
        var stream = Stream(value: value, key: self)
        var output = ""
        var rest = Substring(value)
        while let scalar = rest.unicodeScalars.first {
            if rest.hasPrefix("${"), let end = rest.firstIndex(of: "}") {
                output += rest[...end]
                rest = rest[rest.index(after: end)...]
                continue
            }
            rest.unicodeScalars.removeFirst()
            switch scalar {
            case "0"..."9": output.unicodeScalars.append(stream.next("0", 10))
            case "A"..."Z": output.unicodeScalars.append(stream.next("A", 26))
            case "a"..."z": output.unicodeScalars.append(stream.next("a", 26))
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// Bytes that follow from the value and the key alone.
    private struct Stream {
        let value: String
        let key: FingerprintKey
        var block = 0
        var bytes: [UInt8] = []

        mutating func next(_ first: Unicode.Scalar, _ count: UInt8) -> Unicode.Scalar {
            if bytes.isEmpty {
                bytes = key.code(of: "stand-in \(block) \(value)")
                block += 1
            }
            return Unicode.Scalar(UInt8(first.value) + bytes.removeLast() % count)
        }
    }
}
