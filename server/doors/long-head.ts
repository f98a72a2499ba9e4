import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "@/server/kit/call/errors";
import { problem } from "./rest-answer";

/** What a request's line and headers may hold, in bytes: a thousand ids in a query, with room for a token. */
export const mostHead = 64 * 1024;

/** What Node answers to the other requests that it cannot read, and closes their connection. */
const statuses: Record<string, number> = { HPE_CHUNK_EXTENSIONS_OVERFLOW: 413, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const head = (status: number, headers: Record<string, string | number>) =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");

/** Answers a request whose line and headers are longer with 431 as every other error; Node would send no body. */
export function refuseLongHeads(server: Server) {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return socket.destroy(error);
    if (error.code !== "HPE_HEADER_OVERFLOW") return socket.end(head(statuses[error.code ?? ""] ?? 400, {}));
    // Of such a request not even its path is known.
    const { status, headers, body } = problem(new AppError("headers_too_large"), {
      requestId: crypto.randomUUID(),
      path: "",
    });
    return socket.end(`${head(status, { ...headers, "content-length": Buffer.byteLength(body ?? "") })}${body}`);
  });
}
