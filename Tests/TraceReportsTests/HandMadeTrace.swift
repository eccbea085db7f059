import BridgePrimitives
import BridgeTrace

/// A trace of lines as they stand in a file, without what all have.
func trace(name: String = "demo", _ events: [String], outcome: String? = nil) -> RecordedTrace {
    var text = #"{"entry":"trace","version":1,"id":"1","name":"\#(name)","cookie":"customtoken"}"# + "\n"
    for (index, event) in events.enumerated() {
        let milliseconds = String(1000 + index * 10).dropFirst()
        let time = event.contains(#""at":"#) ? "" : #""at":"2026-11-22T10:00:0\#(index / 100).\#(milliseconds)Z","#
        text += #"{"entry":"event","sequence":\#(index),\#(time)"elapsed":1,\#(event)}"# + "\n"
    }
    if let outcome { text += #"{"entry":"outcome",\#(outcome)}"# + "\n" }
    return TraceFile(Array(text.utf8)).traces.first ?? RecordedTrace(head: TraceHead(id: "0", name: "unread"))
}

let customToken = "<custom token uid=u1 exp=2026-11-22T11:00:00Z #aaaaaa>"

/// Events of a small handoff.
enum HandMade {
    static func write(
        _ outcome: CookieWriteEvent.Outcome = .stored, value: String = customToken, attributes: String = "Path=/",
        name: String = "customtoken",
        reasons: String = "[]"
    ) -> String {
        #""actor":"page","event":"cookie-write","store":"web view","via":"document.cookie","host":"app.localhost","#
            + #""name":"\#(name)","value":"\#(value)","attributes":"\#(attributes)","outcome":"\#(outcome.rawValue)","reasons":\#(reasons)"#
    }

    static func read(port: Int = 4000, value: String = customToken) -> String {
        #""actor":"page","event":"cookie-read","store":"web view","url":"https://app.localhost:\#(port)/","#
            + #""visible":[{"name":"customtoken","domain":"app.localhost","path":"/","value":"\#(value)"}]"#
    }

    static func request(port: Int = 4000, fields: String = "[]", query: String = "") -> String {
        #""actor":"web-view","event":"request","hop":1,"method":"GET","url":"https://app.localhost:\#(port)/\#(query)","#
            + #""store":"web view","fields":\#(fields)"#
    }

    static let signIn = #""actor":"page","event":"account","action":"signed-in","uid":"u1","provider":"custom""#
    static let keychain =
        #""actor":"app","event":"keychain","operation":"add","app":"a","account":"b","status":0"#
}
