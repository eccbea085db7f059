import BridgePrimitives
import HTTPLoader
import Project
import Tokens

extension ExchangeStory {
    func run(keys: ExampleKeys) throws -> ExampleRun {
        let request = HTTPRequest(method: "POST", url: try WebURL("https://api.example.com/auth/exchange"))
        let fields = headers.compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
        let response = HTTPResponse(
            status: status, headers: HTTPHeaders(try fields.map { ($0.0, try filled($0.1, keys: keys)) }),
            body: Array(try filled(body, keys: keys).utf8))
        let outcome = ExchangeAnswer(response, to: request).outcome(at: place, projectID: "demo-bridge")
        var steps = [ExampleStep("POST /auth/exchange answers  \(status)")]
        steps += headers.map { ExampleStep("    \($0)") }
        if !body.isEmpty { steps.append(ExampleStep("    \(body)")) }
        let looked = "the app looks for the token in \(Self.words(place))"
        switch outcome {
        case .token: steps.append(ExampleStep(looked, "found"))
        case .refused(let reasons, _): steps.append(ExampleStep(looked, "not found", reasons: reasons.map(\.code)))
        }
        return ExampleRun(steps)
    }

    private func filled(_ text: String, keys: ExampleKeys) throws -> String {
        var text = text
        for (name, project, uid) in [
            ("custom-token", "demo-bridge", "taro"), ("second-token", "demo-bridge", "hana"),
            ("other-token", "other-project", "taro"),
        ] where text.contains("${\(name)}") {
            let account = ServiceAccount(projectID: project, key: keys.own)
            let token = try account.customToken(
                uid: uid, issuedAt: Instant(secondsSinceEpoch: TokenStory.now))
            text = text.replacing("${\(name)}", with: token)
        }
        if text.contains("${id-token}") {
            let now = Instant(secondsSinceEpoch: TokenStory.now)
            let claims = IDTokenClaims(
                projectID: "demo-bridge", uid: "taro", authTime: now, issuedAt: now, signInProvider: "password")
            text = text.replacing("${id-token}", with: try TokenMint.idToken(claims, key: keys.own))
        }
        return text
    }

    private static func words(_ place: TokenPlace) -> String {
        switch place {
        case .cookie(let name): "the cookie \(name)"
        case .json(let path): "\(path) of the JSON answer"
        case .header(let name): "the header \(name)"
        case .query(let name): "\(name) in the query of the redirect"
        case .fragment(let name): "\(name) in the fragment of the redirect"
        }
    }
}
