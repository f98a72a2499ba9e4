import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/env/env";
import { callerOf } from "@/server/kit/call/rate-limit";
import { type Access, inAccess, requestIdOf } from "@/server/kit/process/access";
import { log } from "@/server/kit/process/log";
import { observeRefusals } from "./metrics";
import { origin } from "./node-http";

/** The network that an address lies in, which is not one person's: /24 of IPv4, /64 of IPv6. */
export const networkOf = (ip: string) =>
  ip.includes(":") ? `${callerOf(ip)}::/64` : ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");

/** What asks all day and says nothing: probes that were answered as they hoped, and files of the build. */
const quiet = new Set(["/healthz", "/readyz", "/_next/*"]);

interface Ended {
  method: string | undefined;
  status: number;
  /** milliseconds since the request came */
  took: number;
  network: string;
  /** the client left before the end of its answer */
  isCut?: true;
}

/** Writes the line of a request that is over, and counts what was refused to it. */
export function endAccess(access: Access, { method, status, took, network, isCut }: Ended) {
  const { requestId, route = "other", ...known } = access;
  observeRefusals(access);
  const level = quiet.has(route) && status < 400 ? "debug" : "info";
  const ms = Math.round(took * 10) / 10;
  log[level]({ requestId, method, route, status, ms, network, isCut, ...known }, "request");
}

/**
 * Does the work of a request, and writes its line into the log when the answer has left, or the client has: the template
 * of its path, never the path, its query or a text that somebody typed (ADR 99).
 */
export function inAccessLog<T>(req: IncomingMessage, res: ServerResponse, work: () => T): T {
  const begun = performance.now();
  const { method } = req;
  const { ip } = origin(req, env.TRUST_PROXY); // at the end its connection may be gone
  const sent = req.headers["x-request-id"];
  const access: Access = { requestId: requestIdOf(typeof sent === "string" ? sent : undefined) };
  res.once("close", () => {
    const isCut = res.writableFinished ? undefined : true;
    endAccess(access, {
      method,
      status: res.statusCode,
      took: performance.now() - begun,
      network: networkOf(ip),
      isCut,
    });
  });
  return inAccess(access, work);
}
