import BridgePrimitives
import Yams

extension ScenarioReader {
    /// `article`, `recommended`, or `{ preset: …, waits-for-auth: false, … }`.
    func pageGuard(_ node: Node) throws(ScenarioProblem) -> PageGuard {
        guard case .mapping = node else { return PageGuard(try word(node)) }
        var fields = try Fields(node, of: "guard", reader: self)
        var pageGuard = PageGuard()
        if let node = fields.take("preset") { pageGuard.preset = try word(node) }
        if let node = fields.take("cookie-reader") { pageGuard.cookieReader = try word(node) as PageGuard.CookieReader }
        if let node = fields.take("deletes-cookie") { pageGuard.deletesCookie = try bool(node) }
        if let node = fields.take("retries") {
            guard let count = node.int, (0...9).contains(count) else {
                throw problem("scenario/wrong-type", node, "retries are a number from 0 to 9", "write `retries: 1`")
            }
            pageGuard.retries = count
        }
        if let node = fields.take("mode") { pageGuard.mode = try word(node) }
        if let node = fields.take("waits-for-auth") { pageGuard.waitsForAuth = try bool(node) }
        try fields.refuseRest()
        return pageGuard
    }

    /// Faults as the control endpoint takes them: `{ endpoint, effect, times, … }`, one or a list.
    func faults(_ node: Node) throws(ScenarioProblem) -> [JSONValue] {
        var faults: [JSONValue] = []
        for element in try list(node) {
            var fields = try Fields(element, of: "fault", reader: self)
            var fault = JSONObject()
            for key in ["endpoint", "effect", "times", "message", "delay", "skew"] {
                if let node = fields.take(key) { fault[key] = .string(try text(node)) }
            }
            if let node = fields.take("status") {
                guard let status = node.int else {
                    throw problem("scenario/wrong-type", node, "a status is a number", "write `status: 503`")
                }
                fault["status"] = .integer(Int64(status))
            }
            try fields.refuseRest()
            faults.append(.object(fault))
        }
        return faults
    }
}
