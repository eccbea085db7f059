// The official firebase package behind the interface that the page and the guard use. No imports: a bundler and a
// browser find the package in different ways.

/**
 * @param {object} sdk what `firebase/app` and `firebase/auth` export
 * @param {{auth: string, apiKey: string, projectId: string}} config `auth` is the origin of the auth service
 */
function officialAuth(sdk, config) {
  const auth = sdk.getAuth(sdk.initializeApp({ apiKey: config.apiKey, projectId: config.projectId }));
  // Before the first request, or the SDK refuses it. Its warning is a banner over the page's last line.
  sdk.connectAuthEmulator(auth, config.auth, { disableWarnings: true });
  return {
    client: `The official firebase package ${sdk.SDK_VERSION}`,
    get currentUser() {
      return auth.currentUser;
    },
    authStateReady: () => auth.authStateReady(),
    signInWithCustomToken: (token) => sdk.signInWithCustomToken(auth, token),
    signInWithPassword: (email, password) => sdk.signInWithEmailAndPassword(auth, email, password),
    signOut: () => sdk.signOut(auth),
  };
}

export { officialAuth };
