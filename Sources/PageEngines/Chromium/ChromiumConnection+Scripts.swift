import BridgePrimitives
import Cookies
import Foundation
import HTTPLoader
import WebViews

// Scripts and pictures of a page.
extension ChromiumConnection {
    func evaluate(
        _ script: String, awaits: Bool, in name: String, _ limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        let answer = try await askPage(
            name, "Runtime.evaluate",
            [
                "expression": .string(script), "awaitPromise": .bool(awaits), "objectGroup": "session-bridge",
                // Chromium opens windows for users alone.
                "userGesture": .bool(try view(name).page.opensWindows),
            ], limit)
        if let details = answer["exceptionDetails"] {
            let words = details["exception"].map(ConsoleText.text) ?? details["text"]?.stringValue ?? ""
            throw PageEngineReason.scriptFailed.failure(ConsoleText.clipped(words))
        }
        return ["value": try await value(of: answer["result"] ?? .null, in: name, limit)]
    }

    func value(
        of object: JSONValue, in name: String, _ limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        guard let id = object["objectId"] else {
            switch object["type"]?.stringValue {
            case "bigint", "symbol": throw PageEngineReason.noJSON.failure("a \(object["type"]?.stringValue ?? "")")
            // NaN and the infinities, which have no JSON and are null there.
            default: return object["value"] ?? .null
            }
        }
        let answer = try await askPage(
            name, "Runtime.callFunctionOn",
            ["objectId": id, "functionDeclaration": .string(ChromiumScript.stringify), "returnByValue": true], limit)
        if let session = try? view(name).session {
            send("Runtime.releaseObjectGroup", ["objectGroup": "session-bridge"], of: session)
        }
        guard answer["exceptionDetails"] == nil, let text = answer["result"]?["value"]?.stringValue,
            let value = try? JSONValue(parsing: text)
        else {
            let words = answer["exceptionDetails"]?["exception"].map(ConsoleText.text) ?? "it has no JSON"
            throw PageEngineReason.noJSON.failure(ConsoleText.clipped(words))
        }
        return value
    }

    /// Asks what only the page's process can answer.
    func askPage(
        _ name: String, _ method: String, _ parameters: JSONValue, _ limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        let session = try view(name).session
        let id = audience.freshID()
        state.withLock { _ = $0.views[name]?.questions.insert(id) }
        defer { state.withLock { _ = $0.views[name]?.questions.remove(id) } }
        return try await audience.answer(to: id, within: limit) { [channel] id in
            channel.send(DevToolsMessage.command(id: id, method, parameters, session: session))
        }.get()
    }

    func snapshot(
        to file: String, _ isWhole: Bool, of name: String, _ limit: Duration
    ) async throws(BridgeFailure) -> JSONValue {
        let session = try view(name).session
        var parameters = JSONObject([("format", "png")])
        if isWhole {
            let metrics = try await ask("Page.getLayoutMetrics", of: session, within: limit)
            let size = metrics["cssContentSize"]
            parameters["captureBeyondViewport"] = true
            parameters["clip"] = [
                "x": 0, "y": 0, "width": size?["width"] ?? 390, "height": size?["height"] ?? 844, "scale": 1,
            ]
        }
        let answer = try await ask("Page.captureScreenshot", .object(parameters), of: session, within: limit)
        // PNG, third edition, §11.2.1: width and height follow the signature and the first chunk's head.
        guard let picture = Data(base64Encoded: try Self.text("data", of: answer)), picture.count >= 24 else {
            throw PageEngineReason.badAnswer.failure("the browser's picture is none")
        }
        guard file.hasPrefix("/"), (try? picture.write(to: URL(fileURLWithPath: file))) != nil else {
            throw PageEngineReason.refused.failure("\(file) cannot be written")
        }
        func number(at start: Int) -> JSONValue {
            .integer(picture[start..<start + 4].reduce(0) { $0 << 8 | Int64($1) })
        }
        return ["width": number(at: 16), "height": number(at: 20)]
    }
}
