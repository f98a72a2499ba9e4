import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of a request by its end: its line in the log says it, and refusals are counted by it (ADR 99). */
export interface Access {
  requestId: string;
  /** the template of its path, or the procedures it calls; never what a caller wrote */
  route?: string;
  personId?: string;
  /** under switch-to: who really sits there */
  actingId?: string;
  /** of the API key, which is no secret */
  keyId?: string;
  /** the limit that it went beyond */
  limit?: string;
  /** why a sign-in or a code was refused */
  signIn?: string;
}

/** Where our own server tells the handlers who called; what a caller sends under that name is thrown away. */
export const clientIpHeader = "x-persdesk-client-ip";

// The server and Next each load this module in one process.
const held = globalThis as { persdeskAccess?: AsyncLocalStorage<Access> };
held.persdeskAccess ??= new AsyncLocalStorage();
const requests = held.persdeskAccess;

/** Does the work of a request, which `noteAccess` and log lines belong to. */
export const inAccess = <T>(access: Access, work: () => T): T => requests.run(access, work);

/** Notes what has become known of the request at hand; nothing outside of one. */
export const noteAccess = (known: Partial<Access>) => {
  const access = requests.getStore();
  if (access) Object.assign(access, known);
};

/** The id of the request that this work belongs to; undefined outside of one. */
export const requestIdHere = () => requests.getStore()?.requestId;

const saneId = /^[\w.:-]{1,128}$/;

/** The id that a request was sent with, or a new one. */
export const requestIdOf = (sent: string | null | undefined) =>
  sent && saneId.test(sent) ? sent : crypto.randomUUID();
