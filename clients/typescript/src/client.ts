import { isFailure, type PersdeskError } from "./errors.js";
import { type Operation, operations } from "./generated/operations.js";
import { bodyOf, headersOf, keyOf, urlOf } from "./request.js";
import { type Policy, type Prepared, type Received, send } from "./send.js";
import { Session } from "./session.js";
import type {
  Answer,
  CallOptions,
  DataOf,
  InputOf,
  ListId,
  OperationId,
  RowOf,
  Schema,
  TokenStore,
  Tokens,
} from "./types.js";

interface CommonOptions {
  /** Where Persdesk is, such as `https://persdesk.example.com`. */
  baseUrl: string;
  /** The language of messages for people, such as `fr`; English where not said. */
  language?: string;
  /** Milliseconds of one try; 30,000 where not said. */
  timeoutMs?: number;
  /** How many more tries a call gets that may be repeated; 3 where not said. */
  retries?: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; 10,000 where not said. */
  longestWaitMs?: number;
}

/** A client of a person, who signs in. */
export interface PersonOptions extends CommonOptions {
  /** Where the tokens are kept; in memory where not said. */
  tokens?: TokenStore;
  /** Told once when the session has ended and the person must sign in again. */
  onSignedOut?: (error: PersdeskError) => void;
}

/** A client of an internal service, which has a key. */
export interface ServiceOptions extends CommonOptions {
  apiKey: string;
}

/** Keeps tokens as long as the program runs. */
export function memoryTokens(tokens: Tokens | null = null): TokenStore {
  let kept = tokens;
  return {
    get: () => kept,
    set: (next) => {
      kept = next;
    },
  };
}

/** What a call takes, whichever operation it is of. */
interface AnyInput extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  body?: unknown;
}

interface AnyPage {
  meta: { totalPages: number; next?: string };
  items: unknown[];
}

/** Calls the operations of the API by their names. */
export class PersdeskClient {
  private readonly session: Session;
  private readonly apiKey: string | undefined;

  constructor(private readonly options: PersonOptions | ServiceOptions) {
    const person: Partial<PersonOptions> = "apiKey" in options ? {} : options;
    this.apiKey = "apiKey" in options ? options.apiKey : undefined;
    this.session = new Session(
      person.tokens ?? memoryTokens(),
      (tokens) => this.refresh(tokens),
      (error) => person.onSignedOut?.(error),
    );
  }

  /**
   * Calls an operation.
   * @returns its data: JSON, a Blob where it is a file, undefined where there is no body
   * @throws PersdeskError; the signal's reason where the caller gave up
   */
  async call<Id extends OperationId>(id: Id, ...[input]: InputOf<Id>): Promise<DataOf<Id>> {
    return (await this.ask(id, (input ?? {}) as AnyInput)).data as DataOf<Id>;
  }

  /** As `call`, with what the headers of the answer say. */
  async answer<Id extends OperationId>(id: Id, ...[input]: InputOf<Id>): Promise<Answer<DataOf<Id>>> {
    const { status, headers, data } = await this.ask(id, (input ?? {}) as AnyInput);
    return {
      data: data as DataOf<Id>,
      status,
      etag: headers.get("etag") ?? undefined,
      replayed: headers.get("idempotency-replayed") === "true",
      requestId: headers.get("x-request-id") ?? undefined,
    };
  }

  /**
   * The rows of a list, page by page as they are asked for: 100 at a time where the query has no `limit`. Each row is given
   * once. In the list's own order none that is there all along is left out, whatever comes and goes meanwhile; with `sortBy`,
   * pages go by number, and rows may be missed where others are removed.
   */
  async *rows<Id extends ListId>(id: Id, ...[input]: InputOf<Id>): AsyncGenerator<RowOf<Id>, void, undefined> {
    const { query, ...rest } = (input ?? {}) as AnyInput;
    const given: Record<string, unknown> = { limit: 100, ...query };
    const { page, offset, ...filters } = given;
    const seen = new Set<unknown>();
    let where: Record<string, unknown> = { page, offset };
    for (let number = Number(page ?? 1 + Math.floor(Number(offset ?? 0) / Number(given.limit))); ; number++) {
      const { meta, items } = (await this.ask(id, { ...rest, query: { ...filters, ...where } })).data as AnyPage;
      const isWalk = meta.next !== undefined || "after" in where;
      for (const row of items) {
        if (isWalk) yield row as RowOf<Id>;
        else {
          // Rows that come meanwhile move others to later pages.
          const key = typeof row === "object" && row !== null && "id" in row ? row.id : row;
          if (!seen.has(key)) yield row as RowOf<Id>;
          seen.add(key);
        }
      }
      if (isWalk ? meta.next === undefined : items.length === 0 || number >= meta.totalPages) return;
      where = isWalk ? { after: meta.next } : { page: number + 1 };
    }
  }

  /** Signs a person in and keeps the tokens. @throws PersdeskError `second_factor_required`: ask for `totpCode` too */
  async signIn(body: Schema<"AuthUserRequestDTO">, options: CallOptions = {}): Promise<DataOf<"login">> {
    const answer = await this.call("login", { ...options, body });
    const { accessToken, refreshToken } = answer;
    await this.session.write({ accessToken, refreshToken });
    return answer;
  }

  /** Ends the session. The tokens are forgotten with any answer. */
  async signOut(options: CallOptions = {}): Promise<void> {
    const tokens = await this.session.read();
    if (!tokens) return;
    try {
      await this.call("logout", { ...options, header: { refreshToken: `Bearer ${tokens.refreshToken}` } });
    } catch (error) {
      if (!isFailure(error) || error.status !== 401) throw error;
    } finally {
      await this.session.write(null);
    }
  }

  private async ask(id: OperationId, input: AnyInput): Promise<Received> {
    const operation = operations[id];
    // One key for all tries, those after a refresh too.
    const key = operation.keyed ? keyOf(input.header) : undefined;
    const isPersons = !operation.open && this.apiKey === undefined && input.bearer === undefined;
    const token = isPersons ? await this.session.accessToken() : input.bearer;
    const sendWith = (token: string | undefined) =>
      send(this.prepare(operation, input, { key, token }), this.policyOf(input));
    try {
      return await sendWith(token);
    } catch (error) {
      if (!isPersons || token === undefined || !isFailure(error, "token_expired", "session_ended", "token_invalid"))
        throw error;
      const next = error.code === "token_expired" ? await this.session.after(token) : undefined;
      if (next !== undefined) return await sendWith(next);
      await this.session.end(token, error);
      throw error;
    }
  }

  private prepare(
    { method, path: template, open, form }: Operation,
    { path, query, header, body }: AnyInput,
    { key, token }: { key?: string | undefined; token: string | undefined },
  ): Prepared {
    const apiKey = open || token !== undefined ? undefined : this.apiKey;
    const isJson = !form && body !== undefined;
    return {
      url: urlOf(this.options.baseUrl, template, path, query),
      method,
      headers: headersOf({ token, apiKey, language: this.options.language, key, header, isJson }),
      body: bodyOf(body, form === true),
      repeatable: method === "GET" || key !== undefined,
    };
  }

  private policyOf({ signal, timeoutMs }: CallOptions): Policy {
    const { retries = 3, longestWaitMs = 10_000 } = this.options;
    return { signal, timeoutMs: timeoutMs ?? this.options.timeoutMs ?? 30_000, retries, longestWaitMs };
  }

  /** The same refresh token gets the same successor for ten seconds; a later repeat would count as theft. */
  private async refresh({ accessToken, refreshToken }: Tokens): Promise<Tokens> {
    const header = { refreshToken: `Bearer ${refreshToken}` };
    const request = this.prepare(operations.refresh, { header }, { token: accessToken });
    const { data } = await send({ ...request, repeatable: true }, { ...this.policyOf({}), withinMs: 8_000 });
    return data as Tokens;
  }
}
