import { isFailure, type PersdeskError } from "./errors.js";
import type { TokenStore, Tokens } from "./types.js";

/** Asks the service for the successors of tokens. */
type Refresh = (tokens: Tokens) => Promise<Tokens>;

/** The tokens of the signed-in person: one refresh for all calls that find the access token expired. */
export class Session {
  private refreshing: Promise<string | undefined> | undefined;
  private ended: string | undefined;

  constructor(
    private readonly store: TokenStore,
    private readonly refresh: Refresh,
    private readonly onSignedOut: (error: PersdeskError) => void,
  ) {}

  async accessToken(): Promise<string | undefined> {
    return (await this.store.get())?.accessToken;
  }

  read(): Tokens | null | Promise<Tokens | null> {
    return this.store.get();
  }

  async write(tokens: Tokens | null): Promise<void> {
    await this.store.set(tokens);
  }

  /**
   * The access token to go on with, after the service said that this one has expired; undefined where there is none.
   * @throws PersdeskError where the refresh failed
   */
  async after(expired: string): Promise<string | undefined> {
    const current = await this.accessToken();
    // Another call, or another page with the same store, was faster.
    if (current !== expired) return current;
    this.refreshing ??= this.renew().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async renew(): Promise<string | undefined> {
    const before = await this.store.get();
    if (!before?.refreshToken) return undefined;
    try {
      const { accessToken, refreshToken } = await this.refresh(before);
      const now = await this.store.get();
      // Who signed in or out meanwhile keeps what that gave them.
      if (now?.refreshToken !== before.refreshToken) return now?.accessToken;
      await this.store.set({ accessToken, refreshToken });
      return accessToken;
    } catch (error) {
      if (isFailure(error) && (error.status === 401 || error.status === 403)) await this.end(before.accessToken, error);
      throw error;
    }
  }

  /** Forgets the tokens and tells the app, once for each session, even if many calls find out. */
  async end(accessToken: string, error: PersdeskError): Promise<void> {
    if (this.ended === accessToken || (await this.accessToken()) !== accessToken) return;
    this.ended = accessToken;
    await this.store.set(null);
    this.onSignedOut(error);
  }
}
