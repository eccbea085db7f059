import BridgePrimitives
import Cookies

/// One cookie for each thing that other tools' files have no field for, and one without any of them.
let awkwardCookies: [Cookie] = [
    Cookie(name: "plain", value: "1", domain: "app.test", creationTime: now, lastAccessTime: now),
    Cookie(
        name: "full", value: "a=b; c", domain: "app.test", isHostOnly: false, path: "/x", isSecure: true,
        isHTTPOnly: true, sameSite: .strict, creationTime: seconds(-9), lastAccessTime: seconds(-1),
        expiry: seconds(60), isPartitioned: true, partitionKey: "https://top.test", isScriptWritten: true),
    Cookie(name: "", value: "nameless", domain: "app.test", creationTime: now, lastAccessTime: now),
    Cookie(name: "empty", value: "", domain: "app.test", sameSite: .lax, creationTime: now, lastAccessTime: now),
    Cookie(name: "tab", value: "a\tb", domain: "app.test", creationTime: now, lastAccessTime: now),
    Cookie(name: "é", value: "\u{1F36A}\u{7F}", domain: "app.test", creationTime: now, lastAccessTime: now),
    Cookie(name: "line", value: "1", domain: "app.test", path: "/\u{1}\n", creationTime: now, lastAccessTime: now),
    Cookie(
        name: "fraction", value: "1", domain: "app.test", sameSite: .none, creationTime: now, lastAccessTime: now,
        expiry: now + .milliseconds(1234)),
    Cookie(
        name: "longGone", value: "1", domain: "app.test", creationTime: now, lastAccessTime: now,
        expiry: Instant(millisecondsSinceEpoch: .min)),
    Cookie(
        name: "farOff", value: "1", domain: "app.test", creationTime: now, lastAccessTime: now,
        expiry: Instant(millisecondsSinceEpoch: .max)),
    Cookie(name: "__Host-broken", value: "1", domain: "app.test", creationTime: now, lastAccessTime: now),
    Cookie(name: "file", value: "1", domain: "", creationTime: now, lastAccessTime: now),
    Cookie(name: "dots", value: "1", domain: ".app.test", creationTime: now, lastAccessTime: now),
    Cookie(name: "dots", value: "1", domain: ".app.test", isHostOnly: false, creationTime: now, lastAccessTime: now),
    Cookie(name: "upper", value: "1", domain: "APP.test", creationTime: now, lastAccessTime: now),
    Cookie(name: "relative", value: "1", domain: "app.test", path: "TRUE", creationTime: now, lastAccessTime: now),
    Cookie(name: "hash", value: "1", domain: "#app.test", creationTime: now, lastAccessTime: now),
    Cookie(name: "sly", value: "1", domain: "#HttpOnly_app.test", creationTime: now, lastAccessTime: now),
    Cookie(
        name: "attribute", value: "1", domain: "app.test", creationTime: now, lastAccessTime: now, isPartitioned: true),
]
