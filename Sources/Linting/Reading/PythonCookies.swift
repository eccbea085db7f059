import BridgePrimitives

// Python's servers: Flask, Django, Starlette with FastAPI, aiohttp and Tornado name a cookie's attributes alike.
extension Code {
    /// `response.set_cookie("customtoken", token, httponly=True)` as the line that it sends.
    func pythonCookies() -> [WrittenCookie] {
        calls(to: "set_cookie").compactMap { call in
            // `**options` may say anything.
            guard call.chain.count > 1, !call.arguments.contains(where: { text($0.range.lowerBound) == "*" }) else {
                return nil
            }
            let inOrder = call.arguments.filter { $0.label == nil }
            guard let key = call.argument("key") ?? call.argument("name") ?? inOrder.first,
                let name = value(of: key.range).text
            else { return nil }
            let given = call.argument("value") ?? inOrder.dropFirst().first
            var line = name + PartialText([.known("="), .unknown(words: given.map { words(in: $0.range) } ?? [])])
            if call.argument("path") == nil { line = line + PartialText("; Path=/") }
            for argument in call.arguments {
                switch (argument.label, value(of: argument.range)) {
                case ("httponly", .bool(true)): line = line + PartialText("; HttpOnly")
                case ("secure", .bool(true)): line = line + PartialText("; Secure")
                case ("max_age", .number(let seconds)):
                    line = line + PartialText("; Max-Age=\(Int64(clampingSeconds: seconds))")
                case ("path", .text(let text)): line = line + PartialText("; Path=") + text
                case ("domain", .text(let text)): line = line + PartialText("; Domain=") + text
                case ("samesite", .text(let text)): line = line + PartialText("; SameSite=") + text
                default: break
                }
            }
            return WrittenCookie(writer: .response, text: line, offset: offset(call.name))
        }
    }

    /// Cookies that a server reads, each by its name and the token of it: `request.cookies.get("name")`,
    /// `request.COOKIES["name"]`.
    func cookiesReadByPython() -> [(name: String, token: Int)] {
        callLimited { index in
            guard ["cookies", "COOKIES"].contains(text(index)), text(index - 1) == "." else { return nil }
            let isCall = text(index + 1) == "." && text(index + 2) == "get" && text(index + 3) == "("
            let place = isCall ? index + 4 : index + 2
            guard isCall || text(index + 1) == "[", let name = literal(place)?.known, !name.isEmpty else { return nil }
            return (name, place)
        }
    }
}
