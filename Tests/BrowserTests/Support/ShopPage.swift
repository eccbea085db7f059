import BridgePrimitives
import BrowserDriving
import HTTPLoader
import Worlds

/// The sample web app as it stands in a browser.
struct ShopPage {
    let browser: BrowserSession
    let world: World

    /// Opens a path of the web app and waits until its router has entered a route.
    func open(_ path: String) async throws {
        try await browser.navigate(to: world.addresses.web.resolving(path))
        try await settle()
    }

    func reload() async throws {
        try await browser.reload()
        try await settle()
    }

    private func settle() async throws {
        try await browser.wait(for: "return document.documentElement.dataset.route")
    }

    /// Puts a cookie where the page finds it, as an app does that writes `document.cookie`. WebDriver has no user
    /// scripts, so it is written on a page that needs no user.
    func handOver(_ value: String) async throws {
        try await open("/about")
        try await browser.execute(
            "document.cookie = `customtoken=${arguments[0]};path=/;secure`", [.string(value)])
    }

    func waitForRoute(_ name: String) async throws {
        try await browser.wait(
            for: "return document.documentElement.dataset.route === arguments[0]", [.string(name)])
    }

    /// The name of the current route.
    var route: String { get async throws { try await data("route") } }
    /// The uid of the page's user; empty when nobody is signed in.
    var userID: String { get async throws { try await data("uid") } }
    /// Why nobody is signed in, as the page shows it; nil when it shows no trouble.
    var trouble: String? {
        get async throws {
            try await browser.execute("return document.querySelector('#trouble code')?.textContent ?? null").stringValue
        }
    }

    func text(of selector: String) async throws -> String { try await browser.element(selector).text() }

    private func data(_ name: String) async throws -> String {
        try await browser.execute("return document.documentElement.dataset[arguments[0]]", [.string(name)]).stringValue
            ?? ""
    }
}
