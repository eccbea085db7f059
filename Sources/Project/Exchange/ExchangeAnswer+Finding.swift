import BridgePrimitives
import HTTPLoader
import Tokens
import Wording

// Where tokens are in an answer.
extension ExchangeAnswer {
    enum Found {
        case found(String)
        case missing(ExchangeReason, String)
    }

    /// What stands in a place.
    func find(_ place: TokenPlace) -> Found {
        switch place {
        case .cookie(let name):
            let names = cookies.map(\.name).filter { !$0.isEmpty }
            guard let cookie = cookies.last(where: { $0.name == name }) else {
                if let folded = response.headers.all("set-cookie").lazy.map({ String(decoding: $0, as: UTF8.self) })
                    .first(where: { FoldedSetCookie.parts($0).dropFirst().contains { $0.hasPrefix("\(name)=") } })
                {
                    return .missing(
                        .foldedCookie,
                        "the answer has \(place.label) in the Set-Cookie line of \(folded.prefix { $0 != "=" }), behind a comma,"
                            + " and a client reads one cookie a line")
                }
                let known = names.isEmpty ? "" : ", only \(names.joined(separator: ", "))"
                return .missing(.noToken, "the answer sets no cookie called \(name)\(known)")
            }
            if cookie.value.isEmpty, cookies.contains(where: { $0.name == name && !$0.value.isEmpty }) {
                return .missing(.emptyToken, "the answer sets \(place.label), and a later Set-Cookie empties it again")
            }
            return filled(cookie.value, place)
        case .header(let name):
            guard let value = response.headers.first(name) else {
                return .missing(.noToken, "the answer has no header \(name)")
            }
            let isBearer = ASCIIText.lowercased(value.utf8.prefix(7)) == "bearer "
            return filled(isBearer ? String(value.dropFirst(7)) : value, place)
        case .query(let name): return find(name, in: redirect?.query, place)
        case .fragment(let name): return find(name, in: redirect?.fragment, place)
        case .json(let path): return find(path, place)
        }
    }

    private func find(_ name: String, in text: String?, _ place: TokenPlace) -> Found {
        guard let redirect else {
            return .missing(.noToken, "the answer redirects nowhere, so there is no URL with \(name) in it")
        }
        let pairs = FormBody.pairs((text ?? "").utf8)
        guard let pair = pairs.first(where: { $0.0 == name }) else {
            return .missing(
                .noToken, "the answer redirects to \(redirect.origin)\(redirect.path), without \(place.label)")
        }
        return filled(pair.1, place)
    }

    /// Where the answer redirects to; nil where it does not, or where no URL can be made of it.
    private var redirect: WebURL? {
        response.headers.first("location").flatMap { try? request.url.resolving($0) }
    }

    private func find(_ path: String, _ place: TokenPlace) -> Found {
        let json: JSONValue
        do { json = try JSONValue(parsing: response.body) } catch {
            let type =
                (response.headers.first("content-type").map { ", \($0)" } ?? "")
                + (isCompressed ? ", compressed with gzip without a Content-Encoding" : "")
            return .missing(.notJSON, "the answer is no JSON (\(response.body.count) bytes\(type))")
        }
        var value = json
        var walked = ""
        for name in path.split(separator: ".").map(String.init) {
            guard let next = value[name] ?? value.element(name) else {
                let names = value.objectValue?.names ?? []
                let known = names.isEmpty ? "" : "; \(Suggestion.listing(names, for: name))"
                return .missing(.noToken, "\(walked.isEmpty ? "the JSON answer" : walked) has no \(name)\(known)")
            }
            value = next
            walked += (walked.isEmpty ? "" : ".") + name
        }
        if let text = value.stringValue { return filled(text, place) }
        if value.objectValue?.names.isEmpty == true {
            return .missing(
                .printedValue,
                "\(path) of the JSON answer is {}, as JSON has a promise: createCustomToken was not awaited")
        }
        return .missing(.emptyToken, "\(path) of the JSON answer is no text")
    }

    private func filled(_ value: String, _ place: TokenPlace) -> Found {
        value.isEmpty ? .missing(.emptyToken, "\(place.label) is empty") : .found(value)
    }

    /// Every cookie that the answer sets to some value.
    private var cookies: [(name: String, value: String)] {
        response.headers.all("set-cookie").map { field in
            let pair = field.prefix { $0 != UInt8(ascii: ";") }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return ("", ASCIIText.trimmed(pair)) }
            return (ASCIIText.trimmed(pair[..<equals]), ASCIIText.trimmed(pair[(equals + 1)...]))
        }
    }

    /// All that may be a token: each cookie, and custom tokens in the headers and the JSON.
    var tokens: [(place: String, token: String, isCustom: Bool)] {
        var found = cookies.filter { !$0.value.isEmpty }.map {
            (place: TokenPlace.cookie($0.name).label, token: $0.value, isCustom: Self.isCustomToken($0.value))
        }
        if let json = try? JSONValue(parsing: response.body) {
            var waiting = [(path: "", value: json)]
            while let (path, value) = waiting.popLast() {
                func below(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
                switch value {
                case .string(let text):
                    if Self.isCustomToken(text) { found.append((TokenPlace.json(path).label, text, true)) }
                case .array(let elements):
                    waiting += elements.enumerated().map { (below(String($0.offset)), $0.element) }
                case .object(let object): waiting += object.map { (below($0.name), $0.value) }
                case .null, .bool, .integer, .number: continue
                }
            }
        }
        return found
    }

    private static func isCustomToken(_ text: String) -> Bool {
        (try? UnverifiedToken(parsing: text))?.isCustomToken ?? false
    }
}

extension JSONValue {
    /// The element of an array at a position that is written down.
    fileprivate func element(_ position: String) -> JSONValue? {
        guard let elements = arrayValue, let index = Int(position), elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension ValueForm {
    /// What a language printed in a token's place: a clause after the place's name. Nil for every other form.
    var clauseIfPrinted: String? {
        switch self {
        case .printedPromise: "holds a promise as text: createCustomToken was not awaited"
        case .nothingWord: "holds the word for nothing: there was no token when it was written"
        case .printedObject: "holds an object as text, not its token"
        case .printedBytes: "holds Python's b'…': bytes that were not decoded"
        default: nil
        }
    }
}
