@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let page = "/emulator/auth/handler"
    private static let back = "redirectUrl=http%3A%2F%2Flocalhost%3A5000%2Fin%3Fa%3Db"
    private static let elsewhere = "redirectUrl=https%3A%2F%2Felsewhere.example%2F"

    private static func lacks(_ name: String) -> Expected {
        .satisfies {
            $0.status == 400 && $0["authEmulator"]["error"] == .string("missing \(name) query parameter")
        }
    }

    /// An event without a link, of this code.
    private static func tells(_ code: String) -> Expected {
        .satisfies { asked in
            asked.status == 200 && asked.events.count == 1 && asked.page.contains(" data-at-once>")
                && asked.event(0)["error"]?["code"] == .string(code) && asked.event(0)["urlResponse"] == .null
        }
    }

    static let handler: [Statement] = [
        Statement("2.29-01", "The handler asks for a key, a provider and whom to tell.") { wire in
            await wire.raw("GET", "\(page)?providerId=p&appName=a") → lacks("apiKey")
            await wire.raw("GET", "\(page)?apiKey=k&appName=a") → lacks("providerId")
            await wire.raw("GET", "\(page)?apiKey=k&providerId=p&redirectUrl=http%3A%2F%2Flocalhost")
                → lacks("one of appName, clientId, appId, apn, ibi")
        },
        Statement("2.29-02", "It offers who is at the provider, and one who is not: forty digits, a verified address.")
        {
            wire in
            _ = try await wire.taro()
            try await wire.identity("google.com", "g1")
            let asked = await wire.handler()
            // One to cancel with.
            #expect(asked.events.count == 3 && asked.event(2)["error"]?["code"] == "auth/user-cancelled")
            #expect(try Asked.claims(in: asked.event(0))["sub"] == "g1")
            let invented = try Asked.claims(in: asked.event(1))
            let digits = invented.text("sub").utf8
            #expect(digits.count == 40 && digits.allSatisfy { ASCIIText.isDigit($0) })
            #expect(invented["email_verified"] == true && invented["email"] == "user2@example.com")
            let query = "authType=signInViaPopup&newEmail=%20hana%40example.com&newName=Hana"
            let typed = try Asked.claims(in: await wire.handler(query).event(1))
            #expect(typed["email"] == "hana@example.com" && typed["name"] == "Hana")
        },
        Statement("2.29-03", "The tenant is tid or tenantId, and comes back in the event.", .lenient) { wire in
            let tenant = try await wire.tenant()
            try await wire.user(["localId": "t", "email": "t@example.com"], tenant: tenant)
            try await wire.post(
                "accounts:update",
                ["localId": "t", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g1"]], as: .admin,
                tenant: tenant) → .done
            for name in ["tid", "tenantId"] {
                let asked = await wire.handler("authType=signInViaPopup&\(name)=\(tenant)")
                #expect(try Asked.claims(in: asked.event(0))["sub"] == "g1")
                #expect(asked.event(0)["tenantId"] == .string(tenant))
            }
            #expect(await wire.handler().events.count == 2)
        },
        Statement("2.29-04", "An event has the page's type and id, a link, and all other members.") { wire in
            let event = await wire.handler("authType=linkViaPopup&eventId=7").event(0)
            let names = ["type", "eventId", "urlResponse", "sessionId", "postBody", "tenantId", "error"]
            #expect(event.objectValue?.names == names)
            #expect(event["type"] == "linkViaPopup" && event["eventId"] == "7" && event["postBody"] == "")
            #expect(event["tenantId"] == .null && event["error"] == .null)
            let link = "http://127.0.0.1:9099\(page)?providerId=google.com&id_token=%7B%22sub%22"
            #expect(event["urlResponse"]?.stringValue?.hasPrefix(link) == true)
        },
        Statement("2.29-05", "The link signs in, with nothing else of the page's.") { wire in
            let event = await wire.handler().event(0)
            let reply = try await wire.post(
                "accounts:signInWithIdp",
                [
                    "requestUri": event["urlResponse"] ?? .null, "sessionId": event["sessionId"] ?? .null,
                    "postBody": event["postBody"] ?? .null, "returnSecureToken": true, "returnIdpCredential": true,
                ])
            reply → .answers(["email": "user1@example.com", "isNewUser": true, "providerId": "google.com"])
        },
        Statement("2.29-06", "A SAML provider's link has an assertion of the address as well.", .lenient) { wire in
            let event = await wire.handler(at: "saml.theirs").event(0)
            try await wire.post("accounts:signInWithIdp", ["requestUri": event["urlResponse"] ?? .null])
                → .answers(["email": "user1@example.com", "providerId": "saml.theirs"])
        },
        Statement("2.29-07", "A popup's event goes to its opener; another is kept for the page that it names.") {
            wire in
            let popup = await wire.handler("authType=reauthViaPopup&\(back)")
            #expect(popup.attributes("data-storage-key") == ["k:[DEFAULT]"])
            #expect(popup.attributes("data-return-url") == [])
            for type in ["signInViaRedirect", "linkViaRedirect", ""] {
                let redirect = await wire.handler("authType=\(type)&\(back)")
                #expect(redirect.attributes("data-return-url") == ["http://localhost:5000/in?a=b"])
                #expect(redirect.event(0)["type"] == .string(type.isEmpty ? "signInViaRedirect" : type))
            }
        },
        Statement("2.29-08", "An iOS app is called back by its client id, its app id or its own id.") { wire in
            for (who, place) in [
                ("ibi=com.shop&clientId=1-a.apps.example.com", "com.example.apps.1-a://firebaseauth"),
                ("ibi=com.shop&appId=1%3A2%3Aios%3A3", "app-1-2-ios-3://firebaseauth"),
                ("ibi=com.shop", "com.shop://google"),
            ] {
                let asked = await wire.raw(
                    "GET", "\(page)?apiKey=k&providerId=google.com&eventId=e&authType=t&\(who)")
                let callback = PercentEncoding.encode("http://127.0.0.1:9099/__/auth/callback?authType=t&link=")
                #expect(asked.attributes("href").first?.hasPrefix("\(place)/link?deep_link_id=\(callback)") == true)
                #expect(asked.attributes("href").first?.hasSuffix("%26eventId%3De") == true)
                #expect(!asked.page.contains("<script"))
            }
        },
        Statement("2.29-09", "An Android app is called back by an intent.") { wire in
            let asked = await wire.raw(
                "GET", "\(page)?apiKey=k&providerId=google.com&eventId=e&authType=t&apn=com.example.shop")
            let target = asked.attributes("href").first ?? ""
            #expect(target.hasPrefix("intent://firebase.auth/?authType=t&link=http"))
            #expect(target.hasSuffix("&eventId=e#Intent;scheme=genericidp;package=com.example.shop;end;"))
        },
        Statement("2.29-10", "A page hears at once of a provider that is not enabled.", .strict) { wire in
            await wire.handler(at: "oidc.none") → tells("auth/operation-not-allowed")
            await wire.handler("authType=signInViaRedirect&\(back)", at: "oidc.none")
                → tells("auth/operation-not-allowed")
        },
        Statement("2.29-11", "Any provider will do.", .lenient) { wire in
            #expect(await wire.handler(at: "oidc.none").events.count == 2)
        },
        Statement("2.29-12", "A page of no authorised domain hears so, and nobody is sent there.", .strict) { wire in
            await wire.handler("authType=signInViaPopup&\(elsewhere)") → tells("auth/unauthorized-domain")
            let asked = await wire.handler("authType=signInViaRedirect&\(elsewhere)")
            #expect(asked.status == 400 && asked.page.contains("<code>auth/unauthorized-domain</code>"))
            #expect(!asked.page.contains("elsewhere.example/") && asked.events == [])
        },
        Statement("2.29-13", "A page may be anywhere.", .lenient) { wire in
            #expect(await wire.handler("authType=signInViaPopup&\(elsewhere)").events.count == 2)
            let asked = await wire.handler("authType=signInViaRedirect&\(elsewhere)")
            #expect(asked.attributes("data-return-url") == ["https://elsewhere.example/"])
            // Of two sites' storage nothing is shared.
            #expect(asked.attributes("role").contains("note"))
        },
        Statement("2.29-14", "Nobody is sent to what a browser would run, and no value is markup.") { wire in
            let evil = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"
            for query in [
                "authType=\(evil)&\(back)", "authType=signInViaPopup&eventId=\(evil)&newEmail=\(evil)&newName=\(evil)",
                "authType=signInViaPopup&\(evil)=\(evil)",
            ] {
                let asked = await wire.handler(query)
                #expect(!asked.page.contains("<script>") && !asked.events.isEmpty)
            }
            #expect(!(await wire.handler(at: evil)).page.contains("<script>"))
            for target in [
                "javascript%3Aalert(1)", "data%3Atext%2Fhtml%2Ca", "%2F%2Fevil.example", "http%3A%2F%2Fa%20b",
            ] {
                let asked = await wire.handler("authType=signInViaRedirect&redirectUrl=\(target)")
                #expect(asked.events == [] && asked.attributes("data-return-url") == [])
            }
            for app in ["apn=a%3Bb", "ibi=javascript%3Aalert", "ibi=1a", "ibi=x&appId=%3Cb%3E"] {
                let asked = await wire.raw("GET", "\(page)?apiKey=k&providerId=google.com&\(app)")
                #expect(asked.status == 200 && asked.attributes("href") == [])
            }
        },
        Statement("2.29-15", "The frame and the scripts are the service's own, at production's paths too.") { wire in
            for path in ["/emulator/auth/iframe", "/__/auth/iframe"] {
                let frame = await wire.raw("GET", "\(path)?apiKey=k&appName=a")
                #expect(frame.attributes("src") == ["/__/auth/iframe.js"])
            }
            for script in ["handler.js", "iframe.js", "redirect-event.js", "relay.js"] {
                let asked = await wire.raw("GET", "/__/auth/\(script)")
                guard case .script(let bytes) = asked.answer.body else {
                    Issue.record("\(script) is no script")
                    continue
                }
                #expect(asked.status == 200 && !bytes.isEmpty)
            }
        },
    ]
}

extension StatementTests {
    @Test("2.29", arguments: Statement.trials(of: Statement.handler))
    func handler(_ trial: Statement.Trial) async throws { try await trial.run() }
}
