import Foundation

/// A `node_modules` made by hand: tiny ES modules with the entry points, the `exports` and the bare imports of the real
/// packages. It tests how packages are found, mapped and served, and that the page takes them; not the real SDK.
enum SDKPackages {
    /// By path from the folder that holds `app` and `node_modules`.
    static let all = [
        "node_modules/firebase/package.json": """
        {"name":"firebase","version":"0.0.0-hand-made","exports":{
          "./app":{"types":"./app/dist/app/index.d.ts",
            "node":{"require":"./app/dist/index.cjs.js","import":"./app/dist/index.mjs"},
            "browser":{"require":"./app/dist/index.cjs.js","import":"./app/dist/esm/index.esm.js"},
            "default":"./app/dist/esm/index.esm.js"},
          "./auth":{"types":"./auth/dist/auth/index.d.ts",
            "node":{"require":"./auth/dist/index.cjs.js","import":"./auth/dist/index.mjs"},
            "browser":{"require":"./auth/dist/index.cjs.js","import":"./auth/dist/esm/index.esm.js"},
            "default":"./auth/dist/esm/index.esm.js"},
          "./package.json":"./package.json"},
         "dependencies":{"@firebase/app":"1","@firebase/auth":"1","@firebase/firestore":"1"}}
        """,
        "node_modules/firebase/LICENSE": "none",
        "node_modules/firebase/app/dist/esm/index.esm.js": "export * from '@firebase/app';\n",
        "node_modules/firebase/auth/dist/esm/index.esm.js": "export * from '@firebase/auth';\n",
        "node_modules/@firebase/app/package.json": """
        {"name":"@firebase/app","exports":{".":{"types":"./dist/app/src/index.d.ts",
          "node":{"import":"./dist/esm/index.node.js","require":"./dist/index.cjs.js"},
          "browser":{"import":"./dist/esm/index.esm.js","require":"./dist/index.cjs.js"},
          "default":"./dist/esm/index.esm.js"}},"dependencies":{"@firebase/util":"1","tslib":"^2"}}
        """,
        "node_modules/@firebase/app/dist/esm/index.esm.js": """
        import { named } from '@firebase/util';
        export const SDK_VERSION = '0.0.0-hand-made';
        export const initializeApp = (options) => named('app', { options });
        """,
        "node_modules/@firebase/auth/package.json": """
        {"name":"@firebase/auth","exports":{".":{"types":"./dist/auth-public.d.ts",
          "node":{"import":"./dist/node-esm/index.js","require":"./dist/node/index.js"},
          "react-native":"./dist/rn/index.js",
          "browser":{"require":"./dist/browser-cjs/index.js","import":"./dist/esm/index.js"},
          "default":"./dist/esm/index.js"}},
         "peerDependencies":{"@firebase/app":"0.x"},"dependencies":{"@firebase/util":"1","tslib":"^2"}}
        """,
        "node_modules/@firebase/auth/dist/esm/index.js": "export * from './implementation.js';\n",
        "node_modules/@firebase/auth/dist/esm/implementation.js": """
        import { named } from '@firebase/util';
        import { __assign } from 'tslib';

        export const getAuth = (app) => named('auth', { app, currentUser: null, authStateReady: async () => {} });
        export const connectAuthEmulator = (auth, url) => void (auth.url = url);
        export const signInWithCustomToken = (auth, token) => enter(auth, 'signInWithCustomToken', { token });
        export const signInWithEmailAndPassword = (auth, email, password) =>
          enter(auth, 'signInWithPassword', { email, password });
        export const signOut = async (auth) => void (auth.currentUser = null);

        async function enter(auth, verb, body) {
          const key = auth.app.options.apiKey;
          const address = `${auth.url}/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=${key}`;
          const text = JSON.stringify(__assign({ returnSecureToken: true }, body));
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch(address, { method: 'POST', headers, body: text });
          const { error, idToken } = await answer.json();
          if (error) throw Object.assign(new Error(`Firebase: Error (${error.message}).`), { code: error.message });
          const claims = JSON.parse(atob(idToken.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
          auth.currentUser = { uid: claims.user_id, email: claims.email ?? null };
          return { user: auth.currentUser };
        }
        """,
        "node_modules/@firebase/util/package.json": """
        {"name":"@firebase/util","exports":{".":{"browser":{"import":"./dist/index.esm.js",
          "require":"./dist/index.cjs.js"},"default":"./dist/index.esm.js"},
          "./postinstall":{"import":"./dist/postinstall.mjs"}},"dependencies":{"tslib":"^2"}}
        """,
        "node_modules/@firebase/util/dist/index.esm.js": """
        export const named = (kind, members) => ({ kind, ...members });
        """,
        "node_modules/tslib/package.json": """
        {"name":"tslib","exports":{".":{"module":{"types":"./m.d.ts","default":"./tslib.es6.js"},
          "import":{"node":"./modules/index.js","default":{"types":"./modules/index.d.ts",
          "default":"./tslib.es6.mjs"}},"default":"./tslib.js"},"./*":"./*"}}
        """,
        "node_modules/tslib/tslib.es6.mjs": "export const __assign = Object.assign;\n",
        "node_modules/left-pad/index.js": "export default null;\n",
    ]
}

/// Lends a fresh folder with these files, and removes it however `body` ends.
func withWebFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = try WebFolder(files)
    defer { folder.remove() }
    try body(folder.path)
}

/// Files on disk for one test.
struct WebFolder: Sendable {
    let path: String

    init(_ files: [String: String]) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("session-bridge-web-\(UUID().uuidString)")
        path = folder.path
        for (name, content) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content.utf8).write(to: file)
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
