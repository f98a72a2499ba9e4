import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/env/env";
import { type Access, inAccess, requestIdOf } from "@/server/kit/access";
import { log } from "@/server/kit/log";
import { callerOf } from "@/server/kit/rate-limit";
import { observeRefusals } from "./metrics";
import { origin } from "./node-http";

/** The network that an address lies in, which is not one person's: /24 of IPv4, /64 of IPv6. */
export const networkOf = (ip: string) =>
  ip.includes(":") ? `${callerOf(ip)}::/64` : ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");

/** What asks all day and says nothing: probes that were answered as they hoped, and files of the build. */
const quiet = new Set(["/healthz", "/readyz", "/_next/*"]);

/**
 * Does the work of a request, and writes its line into the log when the answer has left, or the client has: the template
 * of its path, never the path, its query or a text that somebody typed (ADR 99).
 */
export function inAccessLog<T>(req: IncomingMessage, res: ServerResponse, work: () => T): T {
  const begun = performance.now();
  const { method } = req;
  const network = networkOf(origin(req, env.TRUST_PROXY).ip);
  const sent = req.headers["x-request-id"];
  const access: Access = { requestId: requestIdOf(typeof sent === "string" ? sent : undefined) };
  res.once("close", () => {
    const { requestId, route = "other", ...known } = access;
    const status = res.statusCode;
    const isCut = res.writableFinished ? undefined : true;
    const ms = Math.round((performance.now() - begun) * 10) / 10;
    observeRefusals(access);
    const level = quiet.has(route) && status < 400 ? "debug" : "info";
    log[level]({ requestId, method, route, status, ms, network, isCut, ...known }, "request");
  });
  return inAccess(access, work);
}
