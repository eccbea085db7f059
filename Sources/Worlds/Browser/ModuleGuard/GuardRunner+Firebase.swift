extension GuardRunner {
    /// Firebase Auth by the names of its packages: modular, and `firebase.auth()`. One auth with two faces.
    static let firebase = #"""
        let isReady = false, user = null, requests = 0;
        const pending = new Map(), listeners = new Set();

        class FirebaseError extends Error {
          constructor(code) {
            super(`Firebase: Error (${code}).`);
            [this.name, this.code, this.customData] = ["FirebaseError", code, { appName: "[DEFAULT]" }];
          }
        }
        /** Asks the service; the answer comes in another turn. */
        const request = (kind, members) => new Promise((resolve, reject) => {
          const id = ++requests;
          pending.set(id, { resolve, reject, place: placeOf(new Error()) });
          post({ op: "request", id, kind, ...members });
        });

        const claimsOf = (token) => {
          const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
          let bits = 0, count = 0, text = "";
          for (const digit of token.split(".")[1] ?? "") {
            [bits, count] = [((bits << 6) | digits.indexOf(digit)) & 0xffff, count + 6];
            if (count >= 8) text += "%" + ((bits >> (count -= 8)) & 0xff).toString(16).padStart(2, "0");
          }
          return parse(decodeURIComponent(text));
        };
        const time = (seconds) => new Date(seconds * 1000).toUTCString();
        class User {
          constructor(profile) { this.update(profile); }
          getIdToken(forceRefresh) { return request("token", { force: Boolean(forceRefresh) }); }
          async getIdTokenResult(forceRefresh) {
            const token = await this.getIdToken(forceRefresh), claims = claimsOf(token);
            return {
              token, claims, signInProvider: claims.firebase?.sign_in_provider ?? null, signInSecondFactor: null,
              expirationTime: time(claims.exp), issuedAtTime: time(claims.iat), authTime: time(claims.auth_time),
            };
          }
          async reload() { await this.getIdToken(); }
          toJSON() { return { ...this }; }
        }
        Object.defineProperty(User.prototype, "update", { value(profile) { Object.assign(this, profile); } });

        const become = (profile, hasNewToken) => {
          const isOther = (user?.uid ?? null) !== (profile?.uid ?? null);
          if (profile === null) user = null;
          else if (isOther) user = new User(profile);
          else user.update(profile);
          for (const listener of listeners) {
            if (isOther || (hasNewToken && listener.kind === "token")) deliver(listener);
          }
        };
        const deliver = (listener) => void Promise.resolve().then(() => {
          if (!listeners.has(listener)) return;
          if (!listener.isOwn) post({ op: "asked", isReady, isSignedIn: user !== null });
          try { listener.next(user); } catch (error) { console.error(String(error)); }
        });
        const listen = (kind, observer, isOwn = false) => {
          const next = typeof observer === "function" ? observer : (told) => observer?.next?.(told);
          const listener = { kind, next, isOwn };
          listeners.add(listener);
          if (isReady) deliver(listener); else post({ op: "waits" });
          return () => void listeners.delete(listener);
        };

        const signIn = async (token) => {
          await request("sign-in", { token: typeof token === "string" ? token : token == null ? "" : String(token) });
          return { user, providerId: null, operationType: "signIn" };
        };
        const shared = {
          get currentUser() {
            post({ op: "asked", isReady, isSignedIn: isReady && user !== null });
            return isReady ? user : null;
          },
          name: "[DEFAULT]", languageCode: null, tenantId: null, settings: {},
          onAuthStateChanged: (next) => listen("user", next), onIdTokenChanged: (next) => listen("token", next),
          signOut: () => request("sign-out", {}), setPersistence: () => Promise.resolve(), useDeviceLanguage() {},
        };
        const face = (name, members) => {
          const auth = Object.defineProperties({}, Object.getOwnPropertyDescriptors(shared));
          Object.defineProperties(auth, Object.getOwnPropertyDescriptors(members));
          const others = ["signInWithEmailAndPassword", "signInWithPopup", "signInWithRedirect", "getRedirectResult",
            "signInAnonymously", "signInWithCredential", "signInWithPhoneNumber", "sendPasswordResetEmail",
            "createUserWithEmailAndPassword", "beforeAuthStateChanged", "updateCurrentUser", "fetchSignInMethodsForEmail"];
          for (const other of others) {
            if (name === "firebase.auth()" || other === "beforeAuthStateChanged" || other === "updateCurrentUser")
              auth[other] = () => { throw notSimulated(`${name}'s ${other}`); };
          }
          return auth;
        };
        const auth = face("auth", {
          authStateReady: () => new Promise((resolve) => {
            if (isReady) return resolve();
            const stop = listen("user", () => { stop(); resolve(); }, true);
          }),
        });
        const compatAuth = face("firebase.auth()", { signInWithCustomToken: signIn, useEmulator() {} });

        const app = { name: "[DEFAULT]", options: {}, automaticDataCollectionEnabled: false };
        auth.app = app;
        const apps = [];
        const initializeApp = (options) => {
          app.options = options ?? {};
          if (!apps.length) apps.push(app);
          return app;
        };
        const compatApp = Object.assign(Object.create(app), { auth: () => compatAuth, delete: () => Promise.resolve() });
        const compat = library("firebase", {
          initializeApp: (options) => (initializeApp(options), compatApp), app: () => compatApp,
          get apps() { return apps.map(() => compatApp); },
          auth: Object.assign(() => compatAuth, { Auth: { Persistence: { LOCAL: "local", SESSION: "session", NONE: "none" } } }),
          SDK_VERSION: "11.0.0", then: undefined,
        });
        Object.defineProperty(globalThis, "firebase", { value: compat, configurable: true, writable: true });

        const appLibrary = () => library("firebase/app", {
          initializeApp, getApp: () => app, getApps: () => [...apps], deleteApp: () => Promise.resolve(),
          FirebaseError, SDK_VERSION: "11.0.0", default: compat,
        });
        const authLibrary = () => library("firebase/auth", {
          getAuth: () => auth, initializeAuth: () => auth, connectAuthEmulator() {}, useDeviceLanguage() {},
          signInWithCustomToken: (auth, token) => signIn(token), signOut: (auth) => auth.signOut(),
          onAuthStateChanged: (auth, next) => auth.onAuthStateChanged(next),
          onIdTokenChanged: (auth, next) => auth.onIdTokenChanged(next), setPersistence: () => Promise.resolve(),
          getIdToken: (user, force) => user.getIdToken(force), reload: (user) => user.reload(),
          getIdTokenResult: (user, force) => user.getIdTokenResult(force),
          browserLocalPersistence: { type: "LOCAL" }, indexedDBLocalPersistence: { type: "LOCAL" },
          browserSessionPersistence: { type: "SESSION" }, inMemoryPersistence: { type: "NONE" },
          browserPopupRedirectResolver: {}, default: compat,
        });
        for (const scope of ["firebase", "@firebase"]) {
          packages.set(`${scope}/app`, appLibrary);
          packages.set(`${scope}/auth`, authLibrary);
        }
        for (const name of ["firebase/compat/app", "firebase/compat/auth"])
          packages.set(name, () => library(name, { default: compat, firebase: compat }));

        /** Auth has read its storage. */
        entries.ready = (profile) => {
          [isReady, user] = [true, profile === null ? null : new User(profile)];
          for (const listener of listeners) deliver(listener);
        };
        /** The service has answered. */
        entries.answer = (id, error, value, profile, hasNewToken) => {
          const { resolve, reject, place } = pending.get(id);
          pending.delete(id);
          become(profile, hasNewToken);
          if (error === null) return resolve(value);
          const failure = own(new FirebaseError(error));
          if (place) places.set(failure, place);
          reject(failure);
        };
        """#
}
