import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { notFound } from "@/server/kit/call/errors";
import { codingFor } from "./encoding";

const prefix = "/_next/static/";
const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Of what the build compressed as `name.br` and `name.gz` (scripts/build.mjs). */
const codings = { br: "br", gz: "gzip" } as const;

/**
 * The scripts, styles and fonts of the screens, from the folder in which the build left them and their compressed forms. They
 * stay in memory from when they are first asked for. Next would read and compress each again for each browser, at three times
 * the CPU (docs/benchmarks.md). The name of a file changes with what is in it, so browsers keep it and ask no more.
 * @returns a function that answers who reads one of them, and fails with 404 where it was taken away since the start; it
 * gives undefined for whatever else is asked
 */
export function staticFiles(folder = ".next/static") {
  const there = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
  const kept = new Map<string, Promise<Buffer>>();

  function bytesOf(name: string) {
    const bytes = kept.get(name) ?? readFile(join(folder, name));
    kept.set(name, bytes);
    bytes.catch(() => kept.delete(name));
    return bytes;
  }

  async function answer(name: string, type: string, req: IncomingMessage, res: ServerResponse) {
    const taken = there.has(`${name}.br`) ? codingFor(req.headers["accept-encoding"] ?? null, Infinity) : undefined;
    const bytes = await bytesOf(taken ? `${name}.${taken}` : name).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? notFound() : error;
    });
    if (taken) res.setHeader("content-encoding", codings[taken]);
    res.writeHead(200, {
      "content-type": type,
      "content-length": bytes.length,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    });
    res.end(bytes); // of which Node sends nothing to HEAD
  }

  return (req: IncomingMessage, res: ServerResponse): Promise<void> | undefined => {
    const [path = ""] = (req.url ?? "").split("?", 1);
    if (!path.startsWith(prefix)) return undefined;
    const name = decodeURIComponent(path).slice(prefix.length);
    const type = types[extname(name)];
    return type && there.has(name) ? answer(name, type, req, res) : undefined;
  };
}
