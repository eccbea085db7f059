// ID tokens for requests: the last one while it lasts, then a new one.

/** A token that ends on its way to the server is of no use, and the server's clock may be ahead. */
const LEAD = 5 * 60_000;

export class IDTokens {
  /**
   * @param {(refreshToken: string) => Promise<{idToken: string, lifetime: number}>} refresh `lifetime` in seconds
   * @param {() => number} now in milliseconds
   */
  constructor(refresh, now = () => Date.now()) {
    this.refresh = refresh;
    this.now = now;
    this.forget();
  }

  /** Nothing of a user stays in memory who has logged out. */
  forget() {
    this.owner = null;
    this.token = null;
    this.pending = null;
  }

  /** One that lasts for a while yet; requests that come while one is fetched wait for the same. */
  async of(refreshToken) {
    if (this.owner !== refreshToken) this.forget();
    this.owner = refreshToken;
    if (this.token && this.now() < this.token.end - LEAD) return this.token.idToken;
    const fetching = (this.pending ??= this.fetch(refreshToken));
    try {
      return await fetching;
    } finally {
      if (this.pending === fetching) this.pending = null;
    }
  }

  async fetch(refreshToken) {
    // Counted from before the request by this machine's clock alone, whatever the server's says.
    const asked = this.now();
    const { idToken, lifetime } = await this.refresh(refreshToken);
    if (this.owner === refreshToken) this.token = { idToken, end: asked + lifetime * 1000 };
    return idToken;
  }
}
