import { createServer, type Server } from "node:http";
import { env } from "@/env/env";
import { log } from "@/server/kit/process/log";
import { metrics } from "./metrics";
import { sendReply } from "./node-http";

/**
 * Serves the metrics of this process at METRICS_PORT; undefined where that is not set.
 * @param onTaken the port cannot be had, in words for the operator
 * @param whyNotReady of a worker, which has no other port: at `/readyz` it is 503 while it says something
 */
export function listenForMetrics(
  onTaken: (fault: string) => void,
  whyNotReady?: () => string | undefined,
): Server | undefined {
  const { METRICS_PORT: port, METRICS_HOST: host } = env;
  if (!port) return undefined;
  const server = createServer((req, res) => {
    if (whyNotReady && req.url === "/readyz") {
      const why = whyNotReady();
      const body = why ? { status: "unavailable", detail: why } : { status: "ready" };
      res.writeHead(why ? 503 : 200, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
      return;
    }
    void metrics()
      .then((answer) => sendReply(answer, res))
      .catch((error: unknown) => {
        log.error({ err: error }, "metrics cannot be told");
        res.destroy();
      });
  });
  server.on("error", (error: NodeJS.ErrnoException) => onTaken(portFault("METRICS_PORT", port, error)));
  server.listen(port, host, () => log.info({ setting: "METRICS_PORT", port }, "listening"));
  return server;
}

/** Why a port cannot be listened on. @param setting the variable of the environment that says which */
export const portFault = (setting: string, port: number, { code, message }: NodeJS.ErrnoException) =>
  code === "EADDRINUSE" ? `port ${port} is taken; set ${setting} to another` : message;
