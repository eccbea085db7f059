// A small client of Identity Toolkit's REST interface: sign in, stay signed in, sign out.

const STORAGE_KEY = "session-bridge:web-user";

export class AuthError extends Error {
  /** @param {string} code the service's code, `INVALID_CUSTOM_TOKEN` say */
  constructor(code) {
    super(code);
    this.code = code.split(" : ")[0];
  }
}

export class AuthClient {
  /**
   * @param {{auth: string, apiKey: string}} config `auth` is the origin of the auth service
   * @param {Storage} storage where the session outlives a reload
   */
  constructor(config, storage) {
    this.config = config;
    this.storage = storage;
    this.currentUser = null;
  }

  /** Resolves when it is known whether the user of an earlier visit is still signed in. */
  authStateReady() {
    this.restoration ??= this.restore();
    return this.restoration;
  }

  /** Brings back the user of an earlier visit; somebody whom the service no longer knows is signed out. */
  async restore() {
    const kept = this.storage.getItem(STORAGE_KEY);
    if (!kept) return;
    try {
      const { refreshToken } = JSON.parse(kept);
      const tokens = await this.post("/securetoken.googleapis.com/v1/token", {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      });
      await this.adopt(tokens.id_token, tokens.refresh_token);
    } catch (error) {
      this.storage.removeItem(STORAGE_KEY);
    }
  }

  async signInWithCustomToken(token) {
    return this.signIn("signInWithCustomToken", { token });
  }

  async signInWithPassword(email, password) {
    return this.signIn("signInWithPassword", { email, password });
  }

  signOut() {
    this.currentUser = null;
    this.storage.removeItem(STORAGE_KEY);
  }

  async signIn(verb, body) {
    const answer = await this.post(`/identitytoolkit.googleapis.com/v1/accounts:${verb}`, {
      ...body,
      returnSecureToken: true,
    });
    return this.adopt(answer.idToken, answer.refreshToken);
  }

  async adopt(idToken, refreshToken) {
    const answer = await this.post("/identitytoolkit.googleapis.com/v1/accounts:lookup", { idToken });
    const user = answer.users?.[0];
    if (!user) throw new AuthError("USER_NOT_FOUND");
    this.currentUser = { uid: user.localId, email: user.email ?? null };
    this.storage.setItem(STORAGE_KEY, JSON.stringify({ refreshToken }));
    return this.currentUser;
  }

  async post(path, body) {
    let response;
    try {
      response = await fetch(`${this.config.auth}${path}?key=${encodeURIComponent(this.config.apiKey)}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    } catch {
      throw new AuthError("NETWORK_REQUEST_FAILED");
    }
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new AuthError(answer.error?.message ?? `HTTP ${response.status}`);
    return answer;
  }
}
