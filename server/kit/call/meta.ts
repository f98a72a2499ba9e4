import type { ListSource, ListTable } from "@/server/kit/list/list-source";
import type { LostPart } from "@/server/kit/record/removal.rules";
import type { Permission } from "@/server/permissions";
import type { AskAhead } from "./ahead";
import type { Ctx, KnownCtx } from "./context";
import type { Section } from "./sections";

export type RestMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
/** `own`: documented as bearer, but the procedure checks it itself, such as a refresh with a token that has expired. */
export type RestAuth = "bearer" | "apiKey" | "either" | "none" | "own";

/** How a procedure stands in the documented REST API; the adapter plans from it and from the procedure's own schemas. */
export interface RestMeta {
  method: RestMethod;
  /**
   * below /api, with {braces} for the input keys it carries, such as "/v1/backoffice/admin/roles/{id}"; where the
   * documents use another name for a key, {key:name}, such as "/v1/backoffice/alerts/{id:alertId}/translation"
   */
  path: string;
  /** success status; 200 where not said, 204 for a procedure whose output is `Nothing` */
  status?: number;
  /** it may go on behind its answer: 202 while the `status` of its answer is one of these, mostly this */
  isLater?: "running" | "undoing";
  /** error statuses beside those that follow from its kind */
  alsoAnswers?: (401 | 403 | 404)[];
  /** its calls are counted as the caller's own: successes say what is left of the limit */
  limited?: true;
  /** parts of its file may be asked for, and it has a tag */
  isRanged?: true;
  /** the documents give it no body, although screens get the record */
  empty?: boolean;
  auth: RestAuth;
  /** input keys that come from the query string although the method has a body */
  query?: string[];
  /** input key → request header */
  headers?: Record<string, string>;
  /** the one input key that is the whole JSON body */
  body?: string;
  /** the documents' name of the body where the input also holds path, query or header keys, such as "UpdateRoleDTO" */
  dto?: string;
  /** form fields that are files; each becomes an `UploadedFile` under that input key */
  files?: string[];
  /** cap of the body where that of all others is too little: 1 MiB of JSON, 12 MiB of a form */
  maxBytes?: number;
  summary?: string;
  /** of a list that takes an address: where it is asked with its filters in the body, if not at its path and "/search" */
  search?: string;
  /** the section of the API documents */
  section?: Section;
}

export type RestOptions = Partial<Omit<RestMeta, "method" | "path">>;
const at =
  (method: RestMethod) =>
  (path: string, options: RestOptions = {}): RestMeta => ({ auth: "bearer", ...options, method, path });

export const get = at("GET");
export const post = at("POST");
export const patch = at("PATCH");
export const put = at("PUT");
export const del = at("DELETE");

/**
 * Looks at credentials that came as input keys, such as `authorization`; a missing or invalid one is 401.
 * @param sent as they came, their shape not checked yet
 */
export type CheckCredentials = (ctx: Ctx, sent: Record<string, unknown>) => Promise<unknown>;

export interface Meta {
  /**
   * what the caller must be allowed; "public" and "signed-in" must be written, they are never the default; "member" is
   * anybody who belongs to the company
   */
  permission: Permission | "public" | "signed-in" | "member";
  /** the input key that names the company which the operation is inside of */
  company?: string;
  /** the company's own people are refused, because they have operations of their own */
  staffOnly?: boolean;
  /** for an operation with credentials of its own: the door calls it before it reads the body */
  checkCredentials?: CheckCredentials;
  rest?: RestMeta;
  /** a mutation that changes nothing worth an audit row (a check, a preview, a sign-in that logs itself) says why */
  unaudited?: string;
  /** why a mutation takes no Idempotency-Key (ADR 82); public procedures take none either, without a reason */
  withoutKey?: string;
  /**
   * Reads the record whose secret the answer holds: for an Idempotency-Key only its id is kept, and the repeat answers
   * what this reads, with `secretShown: true` in place of the secret.
   */
  withoutSecret?: (ctx: KnownCtx, id: string) => Promise<object>;
  /** input keys that are files: screens send them to the upload door, for the typed one takes JSON only */
  files?: string[];
  /** cap of such a file where 10 MiB are too little */
  maxFileBytes?: number;
  /** what a caller may have one of under way at a time (ADR 86); large pages and files of many rows are known without */
  dear?: "export" | "import";
  /** reads the record that its path names while the session is read; for reads whose answer depends on no caller */
  ahead?: AskAhead;
  /** open to staff who must set up their second factor first */
  beforeEnrolment?: boolean;
  /** the `rows` procedure of a list: all of its rows, batch by batch, for `/api/export/{router}` */
  list?: {
    // A method, as each list takes its own input.
    stream(ctx: KnownCtx, input: object, visit: (rows: unknown[]) => Promise<void>): Promise<void>;
    /** how many rows there are; figures have no such number */
    count?(ctx: KnownCtx, input: object): Promise<{ totalItems: number }>;
    /** the same, counted up to a number: more are one more than that */
    countUpTo?(ctx: KnownCtx, input: object, most: number): Promise<number>;
    /** whose rows it lists: their readers may read what belongs to them */
    of?: Pick<ListSource<ListTable>, "table" | "company" | "reach">;
  };
  /** the `restore` procedure of records: what brings one of them back */
  returns?: {
    /** what they are, as the audit trail calls them */
    kind: string;
    /** who may look at those that were removed */
    read: Permission;
    /** what does not come back with one of them, such as "pin" */
    lost: readonly LostPart[];
    restore(ctx: KnownCtx, id: string): Promise<unknown>;
  };
}

/** A file that came in a form; at most the adapter's cap. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A file to answer with; a procedure that does so is offered by the REST door only. */
export interface RestFile {
  name: string;
  type: string;
  body: ReadableStream<Uint8Array> | Uint8Array;
  /** it never changes under its tag, and parts of it may be asked for */
  ranged?: {
    etag: string;
    /** bytes */
    length: number;
    /** from one byte to another, without it */
    slice: (from: number, to: number) => ReadableStream<Uint8Array>;
  };
}
