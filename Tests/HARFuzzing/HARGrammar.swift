import FuzzSupport

extension FuzzChance {
    /// A recording as one of its producers might have written it, with a slip now and then.
    mutating func har() -> String {
        let entries = list(upTo: 5, separator: ",") { $0.entry() }
        let pages = once(in: 3) ? #""pages":[{"id":"p","title":"x"}],"# : ""
        return
            #"{"log":{\#(pages)"creator":{"name":"\#(pick(["Firefox", "Proxyman", "session-bridge", ""]))"},"entries":[\#(entries)]}}"#
    }

    private mutating func entry() -> String {
        var members = [
            #""startedDateTime":"\#(pick(["2026-11-22T09:00:00Z", "2026-11-22T09:00:00.5+0900", "2026-11-22T09:00:00", "x", "0000-00-00T00:00:00Z"]))""#,
            #""time":\#(pick(["1", "-1", "1e300", "null", "\"x\"", "0.5"]))"#,
            #""request":{"method":"\#(pick(["GET", "POST", "", "\\u0000"]))","url":"\#(url())",\#(fields("Cookie"))}"#,
            #""response":{"status":\#(pick(["200", "302", "0", "-1", "99999", "null"])),"content":{"mimeType":"\#(pick(["text/html", "", "x"]))","text":"\#(pick(["", "x", "{\\\"refresh_token\\\":\\\"r\\\"}"]))"},\#(fields("Set-Cookie"))}"#,
        ]
        if once(in: 3) { members.append(#""pageref":"p""#) }
        if once(in: 3) { members.append(#""_clientName":"\#(pick(["Safari", "Shop", ""]))""#) }
        if once(in: 3) {
            members.append(
                #""_bridge":{"client":"\#(pick(["1", "2"]))","store":"\#(pick(["app", "web view", "x"]))","sent":[{"name":"a","bytes":\#(pick(["34", "-1", "9223372036854775807", "null"]))}],"writes":[]}"#
            )
        }
        return once(in: 12) ? pick(["null", "1", "{}", "[]"]) : "{\(members.joined(separator: ","))}"
    }

    private mutating func url() -> String {
        pick([
            "https://app.test/", "http://app.test/a?t=<34 bytes #c99115>",
            "https://securetoken.googleapis.com/v1/token",
            "data:,", "blob:https://app.test/1", "wss://app.test/", ":", "", "https://", "http://[::1", "x",
        ])
    }

    private mutating func fields(_ name: String) -> String {
        let values = list(upTo: 3, separator: ",") {
            #"{"name":"\#($0.pick([name, name.lowercased(), "User-Agent", "Accept", ":path", "Location"]))","value":"\#($0.pick(["a=1", "a=<34 bytes #c99115>", "a=(empty); b=<1 byte>", "a=1\\nb=2", "Shop/1 CFNetwork/1 Darwin/24", "/x", "", "<", "a=<ID token uid=u>~~~"]))"}"#
        }
        let cookies =
            once(in: 3)
            ? #","cookies":[{"name":"a","value":"1","expires":"\#(pick(["", "x", "2026-11-23T09:00:00Z"]))"}]"# : ""
        return #""headers":[\#(values)]\#(cookies)"#
    }
}
