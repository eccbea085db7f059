import FuzzSupport

extension FuzzChance {
    /// An absolute URL, or nearly.
    mutating func url() -> String {
        "\(pick(["http://", "https://", "HTTP://", "https:/", "https:\\\\", ""]))\(pick(["", "", "u@"]))"
            + "\(pick(hosts))\(pick(["", "", ":8080", ":443", ":", ":65536"]))\(reference())"
    }

    private var hosts: [String] {
        [
            "app.test", "APP.test", "bücher.test", "127.0.0.1", "0x7f.1", "1", "[::1]", "[1:2::3]", "localhost", "a.b.",
            "xn--bcher-kva.test", "a_b.test", "", "e\u{301}.test", "a%2eb", "a b", "1.2.3.4.5", "256.1.1.1",
        ]
    }

    mutating func reference() -> String {
        let path = list(upTo: 4, separator: pick(["/", "/", "\\"])) {
            $0.pick(["", "a", "..", ".", "%2e", "é", "a b", "%zz", "{}", "\"", "a;b", ":", "x:y", "%00"])
        }
        let query = once(in: 3) ? "?\(pick(["", "q=1", "é", "a'b", "/..", "a?b", "%20+ "]))" : ""
        let fragment = once(in: 3) ? "#\(pick(["", "f", "é", "`", "a#b", "/.."]))" : ""
        return pick(["/", "/", "", "//", "\\"]) + path + query + fragment
    }
}
