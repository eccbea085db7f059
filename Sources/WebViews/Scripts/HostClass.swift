import CJavaScriptCore

/// A class of host objects, made once for the process: its properties and functions are native, so a new document
/// costs a few allocations and no script.
///
/// Unchecked: a class never changes after its making, and JavaScriptCore lets all its virtual machines share it.
struct HostClass: @unchecked Sendable {
    struct Property {
        let name: StaticString
        let get: JSObjectGetPropertyCallback
        let set: JSObjectSetPropertyCallback?

        /// A property that script cannot change; assigning does nothing.
        init(_ name: StaticString, _ get: @escaping JSObjectGetPropertyCallback) {
            (self.name, self.get, set) = (name, get, nil)
        }

        init(
            _ name: StaticString, _ get: @escaping JSObjectGetPropertyCallback,
            set: @escaping JSObjectSetPropertyCallback
        ) {
            (self.name, self.get, self.set) = (name, get, set)
        }
    }

    struct Function {
        let name: StaticString
        let call: JSObjectCallAsFunctionCallback

        init(_ name: StaticString, _ call: @escaping JSObjectCallAsFunctionCallback) {
            (self.name, self.call) = (name, call)
        }
    }

    let raw: JSClassRef?

    init(
        _ name: StaticString, properties: [Property] = [], functions: [Function] = [],
        finalize: JSObjectFinalizeCallback? = nil, lookUp: JSObjectGetPropertyCallback? = nil,
        call: JSObjectCallAsFunctionCallback? = nil
    ) {
        var values = properties.map { property in
            JSStaticValue(
                name: Self.pointer(property.name), getProperty: property.get, setProperty: property.set,
                attributes: JSPropertyAttributes(
                    kJSPropertyAttributeDontDelete | (property.set == nil ? kJSPropertyAttributeReadOnly : 0)))
        }
        // The arrays end with an entry without a name.
        values.append(JSStaticValue())
        var calls = functions.map { function in
            JSStaticFunction(
                name: Self.pointer(function.name), callAsFunction: function.call,
                attributes: JSPropertyAttributes(kJSPropertyAttributeDontEnum))
        }
        calls.append(JSStaticFunction())
        raw = values.withUnsafeBufferPointer { values in
            calls.withUnsafeBufferPointer { calls in
                var definition = kJSClassDefinitionEmpty
                definition.className = Self.pointer(name)
                definition.staticValues = values.baseAddress
                definition.staticFunctions = calls.baseAddress
                definition.finalize = finalize
                definition.getProperty = lookUp
                definition.callAsFunction = call
                return JSClassCreate(&definition)
            }
        }
    }

    /// Literals live as long as the process and end with a NUL.
    private static func pointer(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
