/** What an error of the database says of itself, whichever driver brought it. */
export interface Said {
  /** a SQLSTATE, or a code of the driver or of the machine's network */
  code?: string;
  message?: string;
  /** in English, where the server or pooler says it so */
  severity?: string;
  /** in the server's own language; a pooler says only this one, in English */
  severity_local?: string;
}

/**
 * Every code by which the database is away: nothing that was asked is wrong, and the same may be asked again shortly. Said by
 * PostgreSQL, a pooler, the driver or the network.
 */
export const awayCodes: Readonly<Record<string, string>> = {
  // PostgreSQL and poolers
  "08000": "the connection failed",
  "08001": "no connection could be made",
  "08003": "there is no connection",
  "08004": "the server refuses connections",
  "08006": "the connection was lost",
  "08007": "the connection was lost at a commit, of which nobody knows whether it was done",
  "25006": "a standby was asked to write: the primary is another server now",
  "28000": "the server lets this role not in",
  "28P01": "the server does not take this password",
  "3D000": "the server does not have this database",
  "53300": "the server has too many connections",
  "53400": "the server has reached a limit of its settings",
  "57P01": "an administrator ended the connection, or the server stops",
  "57P02": "the server crashed",
  "57P03": "the server starts, stops or recovers",
  "57P04": "the database was dropped",
  "57P05": "the session was idle for too long",
  "58000": "the server's system failed",
  "58030": "the server cannot read or write its disk",
  // the driver
  CONNECTION_CLOSED: "the connection was closed",
  CONNECTION_ENDED: "this process closes its connections",
  CONNECTION_DESTROYED: "this process closed its connections",
  CONNECT_TIMEOUT: "the server does not answer",
  SASL_SIGNATURE_MISMATCH: "the server does not know the password either",
  NO_HOST: "none of the hosts of the address is what it asks for",
  // the network
  ECONNREFUSED: "nobody listens there",
  ECONNRESET: "the connection was cut",
  ECONNABORTED: "the connection was given up",
  EPIPE: "the connection was cut while it was written to",
  ETIMEDOUT: "the machine does not answer",
  EHOSTUNREACH: "no way leads to the machine",
  EHOSTDOWN: "the machine is down",
  ENETUNREACH: "no way leads to the network",
  ENETDOWN: "the network is down",
  EADDRNOTAVAIL: "this machine has no port left to connect from",
  ENOTFOUND: "the host's name is not known",
  EAI_AGAIN: "names cannot be looked up",
  // TLS
  EPROTO: "the server does not speak TLS",
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  CERT_NOT_YET_VALID: "the server's certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "nobody vouches for the server's certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "nobody vouches for the server's certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "nobody vouches for the server's certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "nobody vouches for the server's certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is of another host",
};

const ofPooler = (begins: string) => ({ code: "08P01", begins });
const ofJobQueue = (begins: string) => ({ code: undefined, begins });

/**
 * How texts begin that say so under a code which means other things too: 08P01 is PgBouncer's for all that it refuses, and a
 * fault of the driver's where PostgreSQL says it; what the job queue's driver says has no code.
 */
export const awayTexts: readonly { code: string | undefined; begins: string }[] = [
  ofPooler("server login has been failing"),
  ofPooler("server login failed"),
  ofPooler("server conn crashed"),
  ofPooler("server connection closed"),
  ofPooler("server DNS lookup failed"),
  ofPooler("cannot connect"),
  ofPooler("pgbouncer cannot connect"),
  ofPooler("client_login_timeout"),
  ofPooler("client_idle_timeout"),
  ofPooler("query_wait_timeout"),
  ofPooler("suspend_timeout"),
  ofPooler("idle transaction timeout"),
  ofPooler("query timeout"),
  ofPooler("connect timeout"),
  ofPooler("cancel request"),
  ofPooler("no more connections allowed"),
  ofPooler("no such database"),
  ofPooler("no such user"),
  ofPooler("database is disabled"),
  ofPooler("database removed"),
  ofPooler("the database system is"),
  ofPooler("pgbouncer is shutting down"),
  ofPooler("pooler is shutting down"),
  ofJobQueue("Connection terminated"),
  ofJobQueue("timeout expired"),
  ofJobQueue("timeout exceeded when trying to connect"),
  ofJobQueue("The server does not support SSL connections"),
];

/** A server that answers with one of these has ended the session; a statement that is only refused is an ERROR. */
const ending = new Set(["FATAL", "PANIC"]);

/**
 * Whether the database is away: the connection was lost, none could be made, or it leads to a server that does not do what it
 * is for. Doors answer 503 with Retry-After, and nobody who asked is to blame.
 */
export function isAway({ code, message = "", severity, severity_local: local }: Said): boolean {
  if (code !== undefined && Object.hasOwn(awayCodes, code)) return true;
  if (ending.has(severity ?? local ?? "")) return true;
  return awayTexts.some((one) => one.code === code && message.startsWith(one.begins));
}
