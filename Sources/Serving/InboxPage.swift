import BridgePrimitives
import Worlds

/// What the auth service has sent to people, as a page: the phone and the mailbox of whoever tries an app out.
struct InboxPage {
    let inbox: Inbox

    /// - Throws: what reading the service's store throws.
    func html() throws -> String {
        let contents = try inbox.contents()
        let sms = Self.rows(contents["sms"]) { row in
            [Self.text(row["phoneNumber"]), "<strong>\(Self.text(row["code"]))</strong>"]
        }
        let mails = Self.rows(contents["mails"]) { row in
            let link = Self.text(row["oobLink"])
            return [Self.text(row["email"]), Self.text(row["requestType"]), "<a href=\"\(link)\">Open its link</a>"]
        }
        let authenticators = Self.rows(contents["authenticators"]) { row in
            [Self.text(row["localId"]), "<strong>\(Self.text(row["code"]))</strong>"]
        }
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="refresh" content="3"><title>Inbox</title><style>
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; padding: 0 1rem;
              color: #1a202c; background: #f8f8f4 }
            table { border-collapse: collapse; width: 100%; background: #fff }
            td, th { border: 1px solid #d5d8ce; padding: .4rem .8rem; text-align: left; overflow-wrap: anywhere }
            a { color: #0b6e4f }
            </style></head><body><main><h1>Inbox</h1>
            <p>Nothing leaves this machine: what the auth service sends to people arrives here. New ones come last.</p>
            \(Self.table("Text messages", ["To", "Code"], sms))
            \(Self.table("Mails", ["To", "What for", ""], mails))
            \(Self.table("Authenticator apps", ["User", "Code"], authenticators))
            </main></body></html>
            """
    }

    private static func rows(_ list: JSONValue?, _ cells: (JSONValue) -> [String]) -> [[String]] {
        (list?.arrayValue ?? []).map(cells)
    }

    private static func table(_ title: String, _ heads: [String], _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "<h2>\(title)</h2><p>None.</p>" }
        let head = heads.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let body = rows.map { "<tr>" + $0.map { "<td>\($0)</td>" }.joined() + "</tr>" }.joined()
        return "<h2>\(title)</h2><table><thead><tr>\(head)</tr></thead><tbody>\(body)</tbody></table>"
    }

    private static func text(_ value: JSONValue?) -> String { MarkupText.escaped(value?.stringValue ?? "") }
}
