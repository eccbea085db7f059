/// What a web view's scripts find on their global object, and what of it this one has.
enum BrowserNames {
    /// Names of the global object itself, behind which the same names are looked for.
    static let windows: Set<String> = ["window", "self", "globalThis", "frames", "top", "parent"]

    /// What a document's scripts find here.
    static let simulated = words(
        """
        window self globalThis frames top parent document location navigator console webkit messageHandlers postMessage
        cookie URL documentURI domain referrer characterSet contentType readyState title href protocol host hostname
        port pathname search hash origin toString assign replace reload userAgent cookieEnabled log info debug warn
        error alert confirm prompt open opener close closed
        """)

    /// What they find in WebKit besides: WKWebView's window, as of iOS 18, without what JavaScript itself has.
    static let window = words(
        """
        AbortController AbortSignal Animation AnimationEvent Attr Audio AudioContext BeforeUnloadEvent Blob
        BroadcastChannel ByteLengthQueuingStrategy CDATASection CSS CSSRule CSSStyleDeclaration CSSStyleSheet
        CanvasRenderingContext2D CharacterData Clipboard ClipboardItem CloseEvent Comment CompositionEvent
        CompressionStream CookieStore CountQueuingStrategy Crypto CryptoKey CustomElementRegistry CustomEvent DOMException
        DOMImplementation DOMMatrix DOMParser DOMPoint DOMRect DOMStringList DOMStringMap DOMTokenList DataTransfer
        DecompressionStream Document DocumentFragment DocumentType DragEvent Element ErrorEvent Event EventSource
        EventTarget File FileList FileReader FocusEvent FontFace FormData FormDataEvent HTMLAnchorElement HTMLBodyElement
        HTMLButtonElement HTMLCanvasElement HTMLCollection HTMLDivElement HTMLDocument HTMLElement HTMLFormElement
        HTMLHeadElement HTMLHtmlElement HTMLIFrameElement HTMLImageElement HTMLInputElement HTMLLinkElement
        HTMLMediaElement HTMLMetaElement HTMLScriptElement HTMLSelectElement HTMLStyleElement HTMLTemplateElement
        HTMLVideoElement HashChangeEvent Headers History IDBCursor IDBDatabase IDBFactory IDBIndex IDBKeyRange
        IDBObjectStore IDBRequest IDBTransaction Image ImageBitmap ImageData InputEvent IntersectionObserver
        KeyboardEvent Location MediaQueryList MessageChannel MessageEvent MessagePort MouseEvent MutationObserver
        MutationRecord NamedNodeMap Navigator Node NodeFilter NodeIterator NodeList Notification Option
        PageTransitionEvent Performance PerformanceEntry PerformanceObserver PointerEvent PopStateEvent ProgressEvent
        PromiseRejectionEvent Range ReadableStream Request ResizeObserver Response Screen Selection ServiceWorker
        ServiceWorkerContainer ShadowRoot SharedWorker Storage StorageEvent StyleSheet SubmitEvent SubtleCrypto Text
        TextDecoder TextEncoder TouchEvent TransformStream TransitionEvent TreeWalker UIEvent URL URLSearchParams
        VisualViewport WebKitMutationObserver WebSocket WheelEvent Window Worker WritableStream XMLDocument
        XMLHttpRequest XMLHttpRequestEventTarget XMLSerializer XPathEvaluator XPathResult
        addEventListener atob blur btoa caches cancelAnimationFrame captureEvents clearInterval clearTimeout
        cookieStore createImageBitmap crossOriginIsolated crypto customElements devicePixelRatio
        dispatchEvent event external fetch find focus frameElement getComputedStyle getMatchedCSSRules getSelection
        history indexedDB innerHeight innerWidth isSecureContext length localStorage locationbar matchMedia menubar
        moveBy moveTo name offscreenBuffering onbeforeunload onblur onclick onerror onfocus onhashchange onload
        onmessage onoffline ononline onpagehide onpageshow onpopstate onresize onscroll onstorage
        onunhandledrejection onunload orientation outerHeight outerWidth pageXOffset pageYOffset performance
        personalbar postMessage print queueMicrotask releaseEvents removeEventListener reportError
        requestAnimationFrame resizeBy resizeTo screen screenLeft screenTop screenX screenY scroll scrollBy scrollTo
        scrollX scrollY scrollbars sessionStorage setInterval setTimeout speechSynthesis status statusbar stop
        structuredClone styleMedia toolbar trustedTypes visualViewport webkitCancelAnimationFrame
        webkitRequestAnimationFrame webkitURL
        """)

    /// What WebKit's `document`, `navigator` and `location` have and these have not.
    static let members: [String: Set<String>] = [
        "document": words(
            """
            URLUnencoded activeElement addEventListener adoptNode all anchors append appendChild body childNodes children
            close compatMode createComment createDocumentFragment createElement createElementNS createEvent createRange
            createTextNode createTreeWalker currentScript defaultView designMode dir dispatchEvent doctype
            documentElement elementFromPoint embeds evaluate execCommand exitFullscreen firstChild firstElementChild
            fonts forms getElementById getElementsByClassName getElementsByName getElementsByTagName getSelection
            hasFocus hasStorageAccess head hidden images implementation importNode insertBefore lastChild
            lastElementChild lastModified links onreadystatechange open prepend queryCommandSupported querySelector
            querySelectorAll removeChild removeEventListener replaceChild replaceChildren requestStorageAccess scripts
            scrollingElement styleSheets timeline visibilityState write writeln
            """),
        "navigator": words(
            """
            appCodeName appName appVersion audioSession clipboard credentials geolocation getGamepads hardwareConcurrency
            javaEnabled language languages locks maxTouchPoints mediaCapabilities mediaDevices mediaSession mimeTypes
            onLine permissions platform plugins product productSub sendBeacon serviceWorker share canShare standalone
            storage userActivation vendor vendorSub wakeLock webdriver
            """),
        "location": ["ancestorOrigins"],
    ]

    static func words(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
