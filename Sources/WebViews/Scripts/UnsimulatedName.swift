/// Finds out from an exception whether the script missed something that a web view has and this one has not.
///
/// JavaScriptCore says only in its messages what was undefined. A name that WebKit does not have either is the script's
/// own mistake; so is whatever cannot be told.
enum UnsimulatedName {
    /// - Parameter message: of an error that the engine made, or one of the host objects.
    static func isMissed(by message: String) -> Bool {
        if let name = message.rest(after: "ReferenceError: Can't find variable: ") {
            return BrowserNames.window.contains(String(name))
        }
        if let said = message.rest(after: "TypeError: ") { return undefined(in: said).map(isUnsimulated) ?? false }
        // Only host objects of this view give one: for what they do not do.
        return message.hasPrefix("NotSupportedError: ")
    }

    /// The names, from the outermost on, of what was undefined: `window`, `localStorage`.
    private static func undefined(in message: Substring) -> [Substring]? {
        if let member = message.rest(after: "undefined is not an object (evaluating '") {
            let path = Path(member)
            // The last name is what was looked for in it, unless that is computed.
            return path.rest.hasPrefix("[") ? path.names : path.names.dropLast()
        }
        if let made = message.rest(after: "undefined is not a constructor (evaluating 'new ") {
            return Path(made).names
        }
        guard message.contains(" is not a function. (In '"), let called = message.split(separator: ", '").last else {
            return nil
        }
        let path = Path(called)
        return path.rest == "' is undefined)" ? path.names : nil
    }

    private static func isUnsimulated(_ path: [Substring]) -> Bool {
        let names = path.drop { BrowserNames.windows.contains(String($0)) }.map(String.init)
        return switch names.count {
        case 1: BrowserNames.window.contains(names[0])
        case 2: BrowserNames.members[names[0]]?.contains(names[1]) ?? false
        default: false
        }
    }

    /// Names with dots between them at the beginning of a text, or one in brackets behind one: `window['fetch']`.
    private struct Path {
        let names: [Substring]
        let rest: Substring

        init(_ text: Substring) {
            var (names, rest) = ([Substring](), text)
            while true {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
                guard !name.isEmpty else { break }
                names.append(name)
                rest = rest[name.endIndex...]
                if let bracket = rest.rest(after: "['"), let end = bracket.firstRange(of: "']") {
                    names.append(bracket[..<end.lowerBound])
                    rest = bracket[end.upperBound...]
                }
                guard rest.first == "." else { break }
                rest = rest.dropFirst()
            }
            (self.names, self.rest) = (names, rest)
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate func rest(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? self[index(startIndex, offsetBy: prefix.count)...] : nil
    }
}
