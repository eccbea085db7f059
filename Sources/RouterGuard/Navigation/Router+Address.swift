extension Router {
    /// What the router takes for its place: the address, or the last entry of the abstract stack.
    var currentLocation: String {
        switch mode {
        case .abstract where generation.isModern: memory.current
        case .abstract: stack.last?.route.fullPath ?? "/"
        case .history: base.location(of: browser.current)
        case .hash: hashLocation
        }
    }

    private var hashLocation: String { String(decoding: browser.current.hash.utf8.dropFirst(), as: UTF8.self) }

    /// Writes a confirmed push or replace into the history.
    mutating func record(_ navigation: Navigation) -> [RouterAction] {
        let isPush = navigation.method == .push
        guard isPush || navigation.method == .replace else { return [] }
        guard mode == .abstract else { return write(navigation.route.fullPath, adding: isPush) }
        // A replace before any push leaves the index at -1, so the next push discards it.
        let kept = isPush ? stackIndex + 1 : (stackIndex < 0 ? max(0, stack.count - 1) : stackIndex)
        stack = stack.prefix(kept) + [(navigation.route, navigation.identity)]
        if isPush { stackIndex += 1 }
        return []
    }

    /// Makes the address that of the current route, if it is another.
    mutating func ensureAddress(adding: Bool) -> [RouterAction] {
        guard mode != .abstract, currentLocation != current.fullPath else { return [] }
        return write(current.fullPath, adding: adding)
    }

    /// The browser shows another entry: follow it.
    mutating func addressMoved(by delta: Int = 0) -> [RouterAction] {
        // Listeners are only there once the first navigation has ended.
        guard listensToHistory else { return [] }
        if generation.isModern {
            let location = hashLocation
            let slashed = mode == .hash && location.utf8.first != UInt8(ascii: "/") ? "/" + location : currentLocation
            return begin(.path(slashed), method: .traverse, isInner: false, delta: delta).actions
        }
        if mode == .hash {
            guard ensureSlash() else { return [.addressChanged(address, added: false)] }
        } else if current.isStart, currentLocation == startLocation {
            return []
        }
        return begin(.path(currentLocation), method: .traverse, isInner: false).actions
    }

    /// Makes the hash start with a slash; false when it did not.
    mutating func ensureSlash() -> Bool {
        guard hashLocation.utf8.first != UInt8(ascii: "/") else { return true }
        _ = write("/" + hashLocation, adding: false)
        return false
    }

    mutating func write(_ fullPath: String, adding: Bool) -> [RouterAction] {
        var address = browser.current
        if mode == .hash {
            address.hash = BrowserAddress("#" + fullPath).hash
        } else {
            address = BrowserAddress(RoutePath.cleaned(base.path + fullPath), relativeTo: address)
        }
        if adding { browser.push(address) } else { browser.replace(address) }
        return [.addressChanged(browser.current.text, added: adding)]
    }
}
