import CJavaScriptCore

/// What a window's global object offers beside the document: panels, `open`, `close`, and the window that opened it.
enum WindowClasses {
    static let functions: [HostClass.Function] = [
        .init(
            "alert",
            { context, _, _, count, values, exception in
                asking(context, count, values, exception) { host, texts in
                    _ = host.ask(.alert, texts.first ?? "")
                    return HostCall.undefined(context)
                }
            }),
        .init(
            "confirm",
            { context, _, _, count, values, exception in
                asking(context, count, values, exception) { host, texts in
                    let isAccepted = host.ask(.confirm, texts.first ?? "").isAccepted
                    return context.flatMap { JSValueMakeBoolean($0, isAccepted) }
                }
            }),
        .init(
            "prompt",
            { context, _, _, count, values, exception in
                asking(context, count, values, exception) { host, texts in
                    let answer = host.ask(.prompt(defaultText: texts.dropFirst().first ?? ""), texts.first ?? "")
                    guard let typed = answer.typed else { return context.flatMap { JSValueMakeNull($0) } }
                    return HostCall.text(typed, in: context)
                }
            }),
        .init(
            "open",
            { context, _, _, count, values, exception in
                asking(context, count, values, exception) { host, texts in
                    let opening = host.openWindow(
                        texts.first ?? "", named: texts.dropFirst().first ?? "",
                        features: texts.dropFirst(2).first ?? "")
                    return window(of: opening, in: context, exception)
                }
            }),
        .init(
            "close",
            { context, _, _, _, _, _ in
                PageHost.current(context)?.requestClose()
                return HostCall.undefined(context)
            }),
    ]

    static let properties: [HostClass.Property] = [
        .init(
            "closed",
            { context, _, _, _ in
                context.flatMap { JSValueMakeBoolean($0, PageHost.current($0)?.window.handle?.isClosed ?? false) }
            }),
        .init(
            "opener", { context, _, _, _ in opener(of: context) },
            set: { context, _, _, _, _ in
                PageHost.current(context)?.window.disownOpener()
                return true
            }),
    ]

    /// A window that the script has opened: whether it is there, and where it goes.
    static let opened = HostClass(
        "Window",
        properties: [
            .init(
                "closed",
                { context, object, _, _ in
                    context.flatMap { JSValueMakeBoolean($0, openedWindow(object, in: $0)?.isClosed ?? true) }
                }),
            .init(
                "location",
                { context, _, _, exception in
                    HostCall.fail(
                        "NotSupportedError", "Scripts cannot read where another window of this web view is.",
                        in: context, exception: exception)
                    return nil
                },
                set: { context, object, _, value, exception in
                    guard let host = PageHost.current(context), let opened = openedWindow(object, in: context),
                        let text = HostCall.string(value, in: context, exception: exception)
                    else { return true }
                    if let (name, message) = host.navigate(opened, to: text) {
                        HostCall.fail(name, message, in: context, exception: exception)
                    }
                    return true
                }),
        ],
        functions: [
            .init(
                "close",
                { context, _, this, _, _, _ in
                    if let view = openedWindow(this, in: context)?.view { _ = view.begin { await $0.closeWindow() } }
                    return HostCall.undefined(context)
                }),
            .init("focus", { context, _, _, _, _, _ in HostCall.undefined(context) }),
            .init("blur", { context, _, _, _, _, _ in HostCall.undefined(context) }),
            .init(
                "postMessage",
                { context, _, _, _, _, exception in
                    HostCall.fail(
                        "NotSupportedError", "Scripts cannot post to other windows of this web view.", in: context,
                        exception: exception)
                    return nil
                }),
        ],
        finalize: { object in
            guard let object, let box = JSObjectGetPrivate(object) else { return }
            Unmanaged<OpenedWindow>.fromOpaque(box).release()
        })
}

/// Reads the arguments as texts, and calls `body` unless one of them cannot be read.
private func asking(
    _ context: JSContextRef?, _ count: Int, _ values: UnsafePointer<JSValueRef?>?,
    _ exception: UnsafeMutablePointer<JSValueRef?>?, _ body: (PageHost, [String]) -> JSValueRef?
) -> JSValueRef? {
    guard let context, let host = PageHost.current(context) else { return HostCall.undefined(context) }
    var texts: [String] = []
    // No function here takes more; `undefined` stands for an argument that is left out.
    for value in UnsafeBufferPointer(start: values, count: min(count, 3)) {
        if let value, JSValueIsUndefined(context, value) {
            texts.append("")
        } else if let text = HostCall.string(value, in: context, exception: exception) {
            texts.append(text)
        } else {
            return nil
        }
    }
    return body(host, texts)
}

private func window(
    of opening: PageHost.WindowOpening, in context: JSContextRef?, _ exception: UnsafeMutablePointer<JSValueRef?>?
) -> JSValueRef? {
    guard let context else { return nil }
    switch opening {
    case .own: return JSContextGetGlobalObject(context)
    case .window(let window):
        return JSObjectMake(context, WindowClasses.opened.raw, Unmanaged.passRetained(window).toOpaque())
    case .none: return JSValueMakeNull(context)
    case .failed(let name, let message):
        HostCall.fail(name, message, in: context, exception: exception)
        return nil
    }
}

/// The window behind an object; nil for an object of another class, on which script may call the functions too.
private func openedWindow(_ object: JSObjectRef?, in context: JSContextRef?) -> OpenedWindow? {
    guard let context, let object, JSValueIsObjectOfClass(context, object, WindowClasses.opened.raw),
        let box = JSObjectGetPrivate(object)
    else { return nil }
    return Unmanaged<OpenedWindow>.fromOpaque(box).takeUnretainedValue()
}

private func opener(of context: JSContextRef?) -> JSValueRef? {
    guard let context, let host = PageHost.current(context), let opener = host.window.opener, host.place.isMainFrame
    else { return context.flatMap { JSValueMakeNull($0) } }
    return ScriptWorld.window(of: opener, seenFrom: host, in: context)
}
