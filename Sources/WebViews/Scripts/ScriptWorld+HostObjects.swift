import BridgePrimitives
import CJavaScriptCore

extension ScriptWorld {
    /// Puts `document`, `location` and the others on the global object, and the world's time behind `Date`.
    func installHostObjects() {
        guard let global = JSContextGetGlobalObject(raw) else { return }
        for name in ["window", "self", "frames"] { set(name, to: global, on: global) }
        installWindowsAround(global)
        let location = JSObjectMake(raw, HostClasses.location.raw, nil)
        let document = JSObjectMake(raw, HostClasses.document.raw, nil)
        set("document", to: document, on: global)
        set("navigator", to: JSObjectMake(raw, HostClasses.navigator.raw, nil), on: global)
        set("console", to: JSObjectMake(raw, HostClasses.console.raw, nil), on: global)
        if let webkit = JSObjectMake(raw, MessageClasses.webkit.raw, nil) {
            set("messageHandlers", to: JSObjectMake(raw, MessageClasses.handlers.raw, nil), on: webkit)
            set("webkit", to: webkit, on: global)
        }
        runPrelude(location: location, document: document)
    }

    /// `top` and `parent`: the window itself in the main frame, so that a script can tell where it runs.
    private func installWindowsAround(_ global: JSObjectRef) {
        guard let host = PageHost.current(raw), let parent = host.place.parent else {
            for name in ["top", "parent"] { set(name, to: global, on: global) }
            return
        }
        let top = Self.window(of: host.place.top, seenFrom: host, in: raw)
        set("top", to: top, on: global)
        set("parent", to: parent.isMainFrame ? top : Self.window(of: parent, seenFrom: host, in: raw), on: global)
    }

    /// What stands behind the object only marks the foreign ones; it belongs to the page that sees them.
    static func window(
        of place: DocumentPlace, seenFrom host: PageHost, in context: JSContextRef
    ) -> JSObjectRef? {
        let mark = host.place.isSameOrigin(as: place) ? nil : Unmanaged.passUnretained(host).toOpaque()
        return JSObjectMake(context, HostClasses.otherWindow.raw, mark)
    }

    private func set(_ name: String, to value: JSValueRef?, on object: JSObjectRef) {
        guard let name = JavaScriptText(name), let value else { return }
        let attributes = JSPropertyAttributes(kJSPropertyAttributeReadOnly | kJSPropertyAttributeDontDelete)
        JSObjectSetProperty(raw, object, name.raw, value, attributes, nil)
    }

    /// What only a script can set up: accessors, and a `Date` that tells the world's time, since scripts that compute
    /// an expiry ask it. A proxy keeps all else of `Date` as it is: parsing, its statics, `instanceof`, subclasses.
    private func runPrelude(location: JSObjectRef?, document: JSObjectRef?) {
        guard let source = JavaScriptText(Self.prelude),
            let made = JSEvaluateScript(raw, source.raw, nil, nil, 1, nil),
            let prelude = JSValueToObject(raw, made, nil)
        else { return }
        let arguments: [JSValueRef?] = [
            JSObjectMakeFunctionWithCallback(raw, nil, worldNow), location, document,
            JSObjectMakeFunctionWithCallback(raw, nil, HostClasses.navigate),
        ]
        arguments.withUnsafeBufferPointer {
            _ = JSObjectCallAsFunction(raw, prelude, nil, $0.count, $0.baseAddress, nil)
        }
    }

    private static let prelude = """
        (function (now, location, document, navigate) {
          const Real = Date, construct = Reflect.construct;
          Real.now = now;
          globalThis.Date = Real.prototype.constructor = new Proxy(Real, {
            construct: (target, parts, made) => construct(target, parts.length ? parts : [now()], made),
            apply: () => new Real(now()).toString(),
          });
          for (const holder of [globalThis, document])
            Object.defineProperty(holder, 'location', { get: () => location, set: navigate, enumerable: true });
        })
        """
}

private let worldNow: JSObjectCallAsFunctionCallback = { context, _, _, _, _, _ in
    guard let context, let host = PageHost.current(context) else { return nil }
    return JSValueMakeNumber(context, Double(host.clock.now(on: .device).millisecondsSinceEpoch))
}
