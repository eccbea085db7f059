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
   * @param {Storage | import("./kept-user.js").KeptUser} storage where the session outlives a reload; may answer later
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
    try {
      const kept = await this.keptRefreshToken();
      if (!kept) return;
      const { idToken, refreshToken } = await this.refresh(kept);
      await this.adopt(idToken, refreshToken);
    } catch (error) {
      await this.storage.removeItem(STORAGE_KEY);
    }
  }

  /** The refresh token of whom any page has signed in over the same storage; null for nobody. */
  async keptRefreshToken() {
    const kept = await this.storage.getItem(STORAGE_KEY);
    return kept ? JSON.parse(kept).refreshToken : null;
  }

  /** A new ID token, with the seconds that it is good for. */
  async refresh(refreshToken) {
    const tokens = await this.post("/securetoken.googleapis.com/v1/token", {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
    });
    return { idToken: tokens.id_token, refreshToken: tokens.refresh_token, lifetime: Number(tokens.expires_in) };
  }

  async signInWithCustomToken(token) {
    return this.signIn("signInWithCustomToken", { token });
  }

  async signInWithPassword(email, password) {
    return this.signIn("signInWithPassword", { email, password });
  }

  async signOut() {
    this.currentUser = null;
    await this.storage.removeItem(STORAGE_KEY);
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
    await this.storage.setItem(STORAGE_KEY, JSON.stringify({ refreshToken }));
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
