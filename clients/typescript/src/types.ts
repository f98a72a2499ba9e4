import type { components, operations } from "./generated/schema.js";

/** The name of an operation, as the API's reference has it: `login`, `listPers`. */
export type OperationId = keyof operations;

/** The `code` of an error that the service answers. */
export type ErrorCode = components["schemas"]["Problem"]["code"];

/** A shape by its name in the API's reference, such as `Schema<"PERSResponseDTO">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** What a call takes besides the operation's own input. */
export interface CallOptions {
  /** Gives the call up; its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds of one try; those of the client where not said. */
  timeoutMs?: number;
  /** In place of the signed-in person's access token: the token of a password reset, or of switch-to. */
  bearer?: string;
}

type Content<Body> = Body extends { content: infer Types } ? Types[keyof Types] : never;

type BodyOf<Operation> = Operation extends { requestBody: infer Body }
  ? { body: Content<Body> }
  : Operation extends { requestBody?: infer Body }
    ? [NonNullable<Body>] extends [never]
      ? { body?: never }
      : { body?: Content<NonNullable<Body>> }
    : { body?: never };

/** What an operation takes: `path`, `query`, `header` and `body` as the document has them, and the options of a call. */
export type Input<Id extends OperationId> = Pick<operations[Id]["parameters"], "path" | "query" | "header"> &
  BodyOf<operations[Id]> &
  CallOptions;

/** The input as a parameter: optional where nothing of it is required. */
export type InputOf<Id extends OperationId> =
  Partial<Input<Id>> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>];

type Done<Responses> = Responses[keyof Responses & (200 | 201 | 202 | 204)];
type Json<Types> = Types extends { "application/json": infer Value } ? Value : never;
type File<Types> = Types extends { "application/octet-stream": unknown } ? Blob : never;
type Value<Response> = Response extends { content: infer Types } ? Json<Types> | File<Types> : undefined;

/** What an operation answers: its JSON, a `Blob` where it is a file, undefined where there is no body. */
export type DataOf<Id extends OperationId> = Value<Done<operations[Id]["responses"]>>;

/** The operations that answer a page of rows. */
export type ListId = {
  [Id in OperationId]: DataOf<Id> extends { meta: { totalPages: number }; items: unknown[] } ? Id : never;
}[OperationId];

/** A row of a list. */
export type RowOf<Id extends ListId> = DataOf<Id> extends { items: (infer Row)[] } ? Row : never;

/** An answer with what its headers say. */
export interface Answer<Data> {
  data: Data;
  status: number;
  /** the record's version, for `ifMatch` */
  etag: string | undefined;
  /** whether this is the first answer again, to the same Idempotency-Key */
  replayed: boolean;
  /** finds the call in the service's logs */
  requestId: string | undefined;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Where the tokens of the signed-in person are kept: a phone's keychain, a page's memory. */
export interface TokenStore {
  get(): Tokens | null | Promise<Tokens | null>;
  /** @param tokens null once the session has ended */
  set(tokens: Tokens | null): void | Promise<void>;
}
