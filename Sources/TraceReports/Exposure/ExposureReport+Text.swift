package import BridgePrimitives
import BridgeTrace

extension ExposureReport {
    /// For people: each secret, who saw it from when to when, and whether it stayed.
    package var lines: [String] {
        var lines = ["\(name): \(secrets.count) secret\(secrets.count == 1 ? "" : "s")"]
        lines.append(signIn.map { "the page signed in at \($0.rfc3339)" } ?? "the page did not sign in")
        for secret in secrets {
            lines.append("")
            let names = secret.cookies.isEmpty ? "" : "  in \(EventSentence.list(secret.cookies))"
            lines.append(secret.value + names)
            if let first = secret.first, let last = secret.last {
                lines.append("  seen from \(first.rfc3339) to \(last.rfc3339), \((last - first).worldText)")
            }
            for channel in Channel.allCases {
                for sighting in secret.sightings where sighting.channel == channel {
                    let count = sighting.evidence.count
                    lines.append(
                        "  \(channel.rawValue.padded(to: 8)) \(sighting.place)  \(sighting.span)"
                            + (count > 1 ? "  \(count) times" : "") + "  (\(sighting.numbers))")
                }
            }
            for holding in secret.holdings { lines.append("  " + holding.sentence) }
        }
        return lines
    }

    package var json: JSONValue {
        var object = JSONObject([("name", .string(name))])
        object["sign_in"] = signIn.map { .string($0.rfc3339) }
        object["secrets"] = .array(secrets.map(\.json))
        return .object(object)
    }
}

extension ExposureReport.Exposed {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("value", .string(value)), ("cookies", .array(cookies.map { .string($0) })),
        ])
        object["first"] = first.map { .string($0.rfc3339) }
        object["last"] = last.map { .string($0.rfc3339) }
        object["seen"] = .array(
            sightings.map { sighting in
                [
                    "channel": .string(sighting.channel.rawValue), "meaning": .string(sighting.channel.meaning),
                    "place": .string(sighting.place), "first": .string(sighting.first.rfc3339),
                    "last": .string(sighting.last.rfc3339),
                    "evidence": .array(sighting.evidence.map { .integer(Int64($0)) }),
                ]
            })
        object["kept"] = .array(holdings.map(\.json))
        return .object(object)
    }
}

extension ExposureReport.Sighting {
    fileprivate var span: String {
        first == last ? "at \(first.rfc3339)" : "from \(first.rfc3339) to \(last.rfc3339)"
    }

    fileprivate var numbers: String {
        let some = evidence.prefix(6).map(String.init).joined(separator: ", ")
        return "event\(evidence.count == 1 ? "" : "s") \(some)" + (evidence.count > 6 ? " …" : "")
    }
}

extension ExposureReport.Holding {
    fileprivate var sentence: String {
        let what = "\(CookieLabel.text(cookie)) of \(host) in \(store)"
        return switch (until, isGoneAfterSignIn) {
        case (let until?, true?): "gone     \(what), at \(until.rfc3339)"
        case (let until?, _): "gone     \(what), at \(until.rfc3339), not after a sign-in"
        case (nil, true?), (nil, false?): "! stays  \(what), also after the sign-in"
        case (nil, nil): "stays    \(what), to the end of the trace"
        }
    }

    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("store", .string(store)), ("cookie", .string(cookie)), ("host", .string(host)),
            ("since", .string(since.rfc3339)),
        ])
        object["until"] = until.map { .string($0.rfc3339) }
        object["gone_after_sign_in"] = isGoneAfterSignIn.map { .bool($0) }
        return .object(object)
    }
}
