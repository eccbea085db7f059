// The sample page's own client under the names of the firebase package, modular and compatible, as far as the two pages
// use them.
import { AuthClient } from "/app/auth.js";

let client;
let isReady = false;
const listeners = new Set();
const tell = () => listeners.forEach((listener) => listener(client.currentUser));

const open = (address) => {
  client = new AuthClient({ auth: address, apiKey: app.options.apiKey }, window.localStorage);
  client.authStateReady().then(() => {
    isReady = true;
    tell();
  });
};
const app = { options: {} };
const auth = {
  app,
  get currentUser() {
    return isReady ? client.currentUser : null;
  },
  authStateReady: () => client.authStateReady().then(() => undefined),
  onAuthStateChanged(listener) {
    listeners.add(listener);
    if (isReady) Promise.resolve().then(() => listeners.has(listener) && listener(client.currentUser));
    return () => listeners.delete(listener);
  },
  async signInWithCustomToken(token) {
    await client.signInWithCustomToken(token);
    tell();
  },
  async signOut() {
    client.signOut();
    tell();
  },
  useEmulator: open,
};

export const SDK_VERSION = "none";
export const initializeApp = (options) => Object.assign(app, { options });
export const getAuth = () => auth;
export const connectAuthEmulator = (_, address) => open(address);
export const signInWithCustomToken = (_, token) => auth.signInWithCustomToken(token);
export const signInWithEmailAndPassword = (_, email, password) => client.signInWithPassword(email, password).then(tell);
export const signOut = () => auth.signOut();
export default { initializeApp, auth: () => auth };
